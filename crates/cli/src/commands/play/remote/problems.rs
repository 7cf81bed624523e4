//! Translated messages for the error codes of the server.

use ludorum_protocol::{ApiProblem, ErrorCode};

use crate::language::{FluentArg, page_message, say};

/// Translated message for an error that the server reported.
pub(super) fn message(problem: &ApiProblem) -> String {
    let param = |name: &str| problem.params.get(name).map_or("", String::as_str);
    match problem.code {
        ErrorCode::IllegalMove => {
            illegal_move_reason(problem).unwrap_or_else(|| param("reason").to_owned())
        }
        ErrorCode::BadGame | ErrorCode::BadAgent => param("reason").to_owned(),
        ErrorCode::UnknownTable => say!("problem-unknown-table"),
        ErrorCode::UnknownSeat => say!("problem-unknown-seat"),
        ErrorCode::NotHost => say!("problem-not-host"),
        ErrorCode::NotSeated => say!("problem-not-seated"),
        ErrorCode::OutOfGame => say!("problem-out-of-game", place = param("place")),
        ErrorCode::SeatTaken => say!("problem-seat-taken"),
        ErrorCode::NameTaken => say!("problem-name-taken"),
        ErrorCode::TableFull => say!("problem-table-full"),
        ErrorCode::PasswordNeeded => say!("problem-password-needed"),
        ErrorCode::WrongPassword => say!("problem-wrong-password"),
        ErrorCode::TooManyTries | ErrorCode::TooManyRequests => say!("problem-too-often"),
        ErrorCode::ServerFull => say!("problem-server-full"),
        ErrorCode::TooManyTables => say!("problem-too-many-tables", most = param("most")),
        ErrorCode::BadText => say!("problem-bad-text", field = param("field")),
        ErrorCode::WrongPhase => match param("phase") {
            "open" => say!("problem-not-begun"),
            "playing" => say!("problem-begun"),
            _ => say!("problem-over"),
        },
        ErrorCode::NotReady => say!("problem-not-ready"),
        ErrorCode::NotYourTurn => say!("not-your-turn"),
        ErrorCode::NothingToUndo => say!("nothing-to-undo"),
        ErrorCode::NoUndoAsked => say!("problem-no-undo-asked"),
        ErrorCode::NotAllowed => say!("problem-not-allowed"),
        ErrorCode::NotStored => say!("problem-not-stored"),
        ErrorCode::BadVersion => say!("problem-bad-version"),
        _ => say!("problem-other", problem = problem),
    }
}

/// Translated reason why the server refused a move; `None` if the web page has no message for it.
fn illegal_move_reason(problem: &ApiProblem) -> Option<String> {
    let param = |name: &str| problem.params.get(name).map_or("", String::as_str);
    let args = [
        ("move", FluentArg::from(param("move"))),
        ("who", FluentArg::from("")),
    ];
    let who_is_known = !param("seat").is_empty();
    let message = page_message(&format!("why-{}", param("why")), &args);
    // Messages that mention a seat need the name of its player, which is unknown here.
    message.filter(|_| !who_is_known)
}

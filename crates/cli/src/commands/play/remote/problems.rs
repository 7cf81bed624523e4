//! Translated messages for the error codes of the server.

use ludorum_protocol::{Code, Problem};

use crate::language::{MessageArg, page_message, say};

/// Translated message for an error that the server reported.
pub(super) fn message(problem: &Problem) -> String {
    let param = |name: &str| problem.params.get(name).map_or("", String::as_str);
    match problem.code {
        Code::IllegalMove => {
            illegal_move_reason(problem).unwrap_or_else(|| param("reason").to_owned())
        }
        Code::BadGame | Code::BadAgent => param("reason").to_owned(),
        Code::UnknownTable => say!("problem-unknown-table"),
        Code::UnknownSeat => say!("problem-unknown-seat"),
        Code::NotHost => say!("problem-not-host"),
        Code::NotSeated => say!("problem-not-seated"),
        Code::OutOfGame => say!("problem-out-of-game", place = param("place")),
        Code::SeatTaken => say!("problem-seat-taken"),
        Code::NameTaken => say!("problem-name-taken"),
        Code::TableFull => say!("problem-table-full"),
        Code::PasswordNeeded => say!("problem-password-needed"),
        Code::WrongPassword => say!("problem-wrong-password"),
        Code::TooManyTries | Code::TooManyRequests => say!("problem-too-often"),
        Code::ServerFull => say!("problem-server-full"),
        Code::TooManyTables => say!("problem-too-many-tables", most = param("most")),
        Code::BadText => say!("problem-bad-text", field = param("field")),
        Code::WrongPhase => match param("phase") {
            "open" => say!("problem-not-begun"),
            "playing" => say!("problem-begun"),
            _ => say!("problem-over"),
        },
        Code::NotReady => say!("problem-not-ready"),
        Code::NotYourTurn => say!("not-your-turn"),
        Code::NothingToUndo => say!("nothing-to-undo"),
        Code::NoUndoAsked => say!("problem-no-undo-asked"),
        Code::NotAllowed => say!("problem-not-allowed"),
        Code::NotStored => say!("problem-not-stored"),
        Code::BadVersion => say!("problem-bad-version"),
        _ => say!("problem-other", problem = problem),
    }
}

/// Translated reason why the server refused a move; `None` if the page's messages lack it.
fn illegal_move_reason(problem: &Problem) -> Option<String> {
    let param = |name: &str| problem.params.get(name).map_or("", String::as_str);
    let args = [
        ("move", MessageArg::from(param("move"))),
        ("who", MessageArg::from("")),
    ];
    let who_is_known = !param("seat").is_empty();
    let message = page_message(&format!("why-{}", param("why")), &args);
    // Messages that mention a seat need the name of its player, which is unknown here.
    message.filter(|_| !who_is_known)
}

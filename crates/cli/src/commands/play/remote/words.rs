//! The codes of the server in the words of this program.

use ludorum_protocol::{Code, Problem};

/// What a problem is called.
pub(super) fn problem(problem: &Problem) -> String {
    let param = |name: &str| problem.params.get(name).map_or("", String::as_str);
    match problem.code {
        Code::IllegalMove | Code::BadGame | Code::BadAgent => param("reason").to_owned(),
        Code::UnknownTable => "there is no such table".to_owned(),
        Code::UnknownSeat => "there is no such seat".to_owned(),
        Code::NotHost => "only the host may do that".to_owned(),
        Code::NotSeated => "only those who sit at the table may do that".to_owned(),
        Code::SeatTaken => "somebody sits there already".to_owned(),
        Code::NameTaken => {
            "somebody at the table is called that; choose another with --name".to_owned()
        }
        Code::TableFull => "all seats are taken".to_owned(),
        Code::PasswordNeeded => {
            "the table has a password; put it into a file and name it with --password-file"
                .to_owned()
        }
        Code::WrongPassword => "that is not the password".to_owned(),
        Code::TooManyTries | Code::TooManyRequests => "that was too often; wait a while".to_owned(),
        Code::ServerFull => "the server has no room for another table".to_owned(),
        Code::BadText => format!("the {} is too long or has odd characters", param("field")),
        Code::WrongPhase => match param("phase") {
            "open" => "the game has not begun".to_owned(),
            "playing" => "the game has begun".to_owned(),
            _ => "the game is over".to_owned(),
        },
        Code::NotReady => "not everyone is there and ready".to_owned(),
        Code::NotYourTurn => "it is not your turn".to_owned(),
        Code::NothingToUndo => "there is nothing to take back".to_owned(),
        Code::NoUndoAsked => "nobody wants to take a move back".to_owned(),
        Code::NotAllowed => "that is not allowed at this table".to_owned(),
        Code::NotStored => "the server could not store it; nothing has changed".to_owned(),
        Code::BadVersion => "the server speaks another version; use the same ludorum".to_owned(),
        _ => format!("the server refuses: {problem}"),
    }
}

//! The error type of the server. Clients get a stable code with parameters, never internals.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludorum_protocol::{Code, Problem};

use crate::storage::StorageError;

/// A refused request. The client receives the contained problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub Problem);

impl Error {
    /// The problem that is sent to the client.
    pub fn problem(self) -> Problem {
        self.0
    }

    fn status(&self) -> StatusCode {
        match self.0.code {
            Code::BadRequest
            | Code::BadVersion
            | Code::BadGame
            | Code::BadAgent
            | Code::BadTemplate
            | Code::BadTranslation
            | Code::BadText
            | Code::IllegalMove => StatusCode::BAD_REQUEST,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::NoSession => StatusCode::UNAUTHORIZED,
            Code::NotFound | Code::UnknownTable | Code::UnknownReplay | Code::UnknownSeat => {
                StatusCode::NOT_FOUND
            }
            Code::NotHost
            | Code::NotSeated
            | Code::OutOfGame
            | Code::PasswordNeeded
            | Code::WrongPassword
            | Code::NotAllowed
            | Code::LocalOnly
            | Code::OperatorOnly
            | Code::OriginRefused
            | Code::HostRefused => StatusCode::FORBIDDEN,
            Code::SeatTaken
            | Code::NameTaken
            | Code::ColourTaken
            | Code::AgentTaken
            | Code::TableFull
            | Code::WrongPhase
            | Code::NotReady
            | Code::MatchRunning
            | Code::ContentChanged
            | Code::CheckRunning
            | Code::PluginStopped
            | Code::NotYourTurn
            | Code::NothingToUndo
            | Code::NoUndoAsked => StatusCode::CONFLICT,
            Code::TooManyTries | Code::TooManyRequests | Code::TooManyTables => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Code::ServerFull | Code::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Returns the error code `otherwise` unless the condition holds.
pub(crate) fn require(holds: bool, otherwise: Code) -> Result<(), Code> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl From<Code> for Error {
    fn from(code: Code) -> Error {
        Error(code.into())
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        Error(problem)
    }
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Error {
        tracing::error!(%error, "storage failed");
        Code::NotStored.into()
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(self.0)).into_response()
    }
}

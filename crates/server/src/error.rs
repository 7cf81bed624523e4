//! The error type of the server. Clients get a stable code with parameters, never internals.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ludorum_protocol::{ApiProblem, ErrorCode};

use crate::storage::StorageError;

/// A refused request. The client receives the contained problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub ApiProblem);

impl Error {
    /// The problem that is sent to the client.
    pub fn problem(self) -> ApiProblem {
        self.0
    }

    fn status(&self) -> StatusCode {
        match self.0.code {
            ErrorCode::BadRequest
            | ErrorCode::BadVersion
            | ErrorCode::BadGame
            | ErrorCode::BadAgent
            | ErrorCode::BadTemplate
            | ErrorCode::BadTranslation
            | ErrorCode::BadText
            | ErrorCode::IllegalMove => StatusCode::BAD_REQUEST,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::NoSession => StatusCode::UNAUTHORIZED,
            ErrorCode::NotFound
            | ErrorCode::UnknownTable
            | ErrorCode::UnknownReplay
            | ErrorCode::UnknownSeat => StatusCode::NOT_FOUND,
            ErrorCode::NotHost
            | ErrorCode::NotSeated
            | ErrorCode::OutOfGame
            | ErrorCode::PasswordNeeded
            | ErrorCode::WrongPassword
            | ErrorCode::NotAllowed
            | ErrorCode::LocalOnly
            | ErrorCode::OperatorOnly
            | ErrorCode::OriginRefused
            | ErrorCode::HostRefused => StatusCode::FORBIDDEN,
            ErrorCode::SeatTaken
            | ErrorCode::NameTaken
            | ErrorCode::ColourTaken
            | ErrorCode::AgentTaken
            | ErrorCode::TableFull
            | ErrorCode::WrongPhase
            | ErrorCode::NotReady
            | ErrorCode::MatchRunning
            | ErrorCode::ContentChanged
            | ErrorCode::CheckRunning
            | ErrorCode::PluginStopped
            | ErrorCode::NotYourTurn
            | ErrorCode::NothingToUndo
            | ErrorCode::NoUndoAsked => StatusCode::CONFLICT,
            ErrorCode::TooManyTries | ErrorCode::TooManyRequests | ErrorCode::TooManyTables => {
                StatusCode::TOO_MANY_REQUESTS
            }
            ErrorCode::ServerFull | ErrorCode::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Returns the error code `otherwise` unless the condition holds.
pub(crate) fn require(holds: bool, otherwise: ErrorCode) -> Result<(), ErrorCode> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl From<ErrorCode> for Error {
    fn from(code: ErrorCode) -> Error {
        Error(code.into())
    }
}

impl From<ApiProblem> for Error {
    fn from(problem: ApiProblem) -> Error {
        Error(problem)
    }
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Error {
        tracing::error!(%error, "storage failed");
        ErrorCode::NotStored.into()
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(self.0)).into_response()
    }
}

//! Extractors for bodies and parameters that report the error codes of this API.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;
use ludorum_protocol::{ApiProblem, ErrorCode};

use crate::Error;

/// Extractor for a JSON body that rejects an invalid body with an error code of this API.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Error))]
pub(super) struct JsonBody<T>(pub(super) T);

/// Extractor for query parameters that rejects invalid ones with an error code of this API.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub(super) struct QueryParams<T>(pub(super) T);

/// Extractor for path parameters that rejects invalid ones with an error code of this API.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub(super) struct PathParams<T>(pub(super) T);

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Error {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return ErrorCode::TooLarge.into();
        }
        unreadable(rejection.body_text())
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Error {
        unreadable(rejection.body_text())
    }
}

impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Error {
        ErrorCode::NotFound.into()
    }
}

fn unreadable(reason: String) -> Error {
    ApiProblem::new(ErrorCode::BadRequest)
        .with("reason", reason)
        .into()
}

//! Who someone is: a new token for whoever asks.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse};
use ludorum_protocol::lobby::Session;

use crate::identity::Token;

/// A new person: their token, as a cookie for pages and in the body for other programs.
#[utoipa::path(
    post, path = "/api/session", tag = "session",
    responses((status = 201, body = Session))
)]
pub(super) async fn create() -> impl IntoResponse {
    let token = Token::new();
    let session = Session {
        token: token.secret().to_owned(),
    };
    let cookie = AppendHeaders([(SET_COOKIE, token.cookie())]);
    (StatusCode::CREATED, cookie, Json(session))
}

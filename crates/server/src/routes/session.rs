//! Sessions: each request creates a new token.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse};
use ludorum_protocol::lobby::ClientSession;

use crate::identity::SessionToken;

/// Creates a session. The response has its token as a cookie and in the body.
#[utoipa::path(
    post, path = "/api/session", tag = "session",
    responses((status = 201, body = ClientSession))
)]
pub(super) async fn create() -> impl IntoResponse {
    let token = SessionToken::new();
    let session = ClientSession {
        token: token.secret().to_owned(),
    };
    let cookie = AppendHeaders([(SET_COOKIE, token.cookie())]);
    (StatusCode::CREATED, cookie, Json(session))
}

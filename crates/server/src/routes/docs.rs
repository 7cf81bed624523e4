//! The API described: the OpenAPI document made from the code, and a page to read it.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use ludorum_protocol::lobby::LobbyMessage;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use utoipa::OpenApi;

use super::{analysis, games, health, matches, records, replays, session, study, tables};

/// What is not live. What is live is described by its messages among the schemas.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludorum",
        description = "Tables to play at. `POST /api/session` gives a token; send it as \
                       `Authorization: Bearer`, or let a browser keep it as a cookie. \
                       `/api/tables/{id}/live` and `/api/lobby/live` are WebSockets: a client \
                       sends ClientMessage and gets ServerMessage at a table, and gets \
                       LobbyMessage in the lobby."
    ),
    paths(
        session::create,
        games::list,
        games::variant,
        study::explore,
        analysis::analyse,
        records::check,
        matches::look,
        matches::start,
        matches::end,
        tables::list,
        tables::create,
        tables::look,
        tables::change,
        tables::join,
        tables::enter,
        tables::leave,
        tables::ready,
        tables::seat,
        tables::start,
        replays::list,
        replays::get,
        health::health,
        health::metrics,
    ),
    components(schemas(ClientMessage, ServerMessage, LobbyMessage))
)]
struct Api;

pub(super) async fn openapi() -> impl IntoResponse {
    Json(Api::openapi())
}

pub(super) async fn page() -> Html<&'static str> {
    Html(include_str!("docs.html"))
}

pub(super) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript")], include_str!("docs.js"))
}

//! API documentation: the OpenAPI document generated from the code, and a page that shows it.

use axum::Json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use ludorum_protocol::lobby::LobbyMessage;
use ludorum_protocol::table::{ClientMessage, ServerMessage};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi as Document, RefOr};
use utoipa::{Modify, OpenApi};

use super::{
    agents, analysis, games, health, matches, page, plugins, records, replays, session, study,
    tables, templates, translations,
};

/// OpenAPI document of all routes; its schemas include the WebSocket messages.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludorum",
        description = "Tables to play at. `POST /api/session` gives a token; send it as \
                       `Authorization: Bearer`, or let a browser keep it as a cookie. \
                       `/api/tables/{id}/live` and `/api/lobby/live` are WebSockets: a client \
                       sends ClientMessage and gets ServerMessage at a table, and gets \
                       LobbyMessage in the lobby, which takes the same filters as \
                       `GET /api/tables`."
    ),
    paths(
        session::create,
        games::list,
        agents::list,
        agents::add,
        agents::remove,
        agents::runners,
        agents::set_runner,
        games::variant,
        page::locales,
        study::explore,
        analysis::analyse,
        analysis::live,
        analysis::tree,
        records::check,
        matches::look,
        matches::start,
        matches::end,
        plugins::list,
        plugins::icon,
        plugins::field,
        plugins::check,
        templates::list,
        templates::get,
        templates::check,
        templates::try_out,
        templates::save,
        templates::remove,
        translations::list,
        translations::save,
        translations::remove,
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
        health::live,
        health::ready,
        health::metrics,
    ),
    components(schemas(ClientMessage, ServerMessage, LobbyMessage)),
    modifiers(&ErrorCodeDocs)
)]
struct ApiDoc;

/// Adds the list of error codes to the OpenAPI document.
struct ErrorCodeDocs;

impl Modify for ErrorCodeDocs {
    fn modify(&self, document: &mut Document) {
        let components = document.components.as_mut();
        let code = components.and_then(|all| all.schemas.get_mut("ErrorCode"));
        if let Some(RefOr::T(Schema::Object(code))) = code {
            let list = include_str!("../../../../docs/errors.md");
            code.description = Some(list.to_owned());
        }
    }
}

pub(super) async fn openapi() -> impl IntoResponse {
    Json(ApiDoc::openapi())
}

pub(super) async fn page() -> Html<&'static str> {
    Html(include_str!("docs.html"))
}

pub(super) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript")], include_str!("docs.js"))
}

//! HTTP routes, one file per resource.

mod agents;
mod analysis;
mod body;
mod docs;
mod games;
mod health;
mod live;
mod lobby;
mod matches;
mod page;
mod plugins;
mod records;
mod replays;
mod session;
mod socket;
mod study;
mod tables;
mod templates;
mod translations;

pub(crate) use tables::ClientAddress;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};
use tower_http::compression::CompressionLayer;

use crate::Server;

pub(crate) fn all() -> Router<Arc<Server>> {
    Router::new()
        .route("/api", get(docs::page))
        .route("/api/docs.js", get(docs::script))
        .route("/api/openapi.json", get(docs::openapi))
        .route("/api/health", get(health::health))
        .route("/api/health/live", get(health::live))
        .route("/api/health/ready", get(health::ready))
        .route("/api/metrics", get(health::metrics))
        .route("/api/session", post(session::create))
        .route("/api/games", get(games::list).layer(compressed()))
        .route(
            "/api/agents",
            get(agents::list)
                .post(agents::add)
                .layer(DefaultBodyLimit::max(agents::LARGEST)),
        )
        .route("/api/agents/{name}", delete(agents::remove))
        .route("/api/runners", get(agents::runners))
        .route("/api/runners/{ending}", put(agents::set_runner))
        .route("/api/variants/{spec}", get(games::variant))
        .route("/api/explore", post(study::explore))
        .route("/api/analyse", post(analysis::analyse))
        .route("/api/analyse/live", post(analysis::live))
        .route("/api/analyse/tree", post(analysis::tree))
        .route(
            "/api/records/check",
            post(records::check).layer(DefaultBodyLimit::max(records::LARGEST)),
        )
        .route(
            "/api/match",
            get(matches::look).post(matches::start).delete(matches::end),
        )
        .route("/api/plugins", get(plugins::list))
        .route("/api/plugins/{uuid}/icon.svg", get(plugins::icon))
        .route("/api/plugins/{uuid}/field.svg", get(plugins::field))
        .route("/api/plugins/{uuid}/check", post(plugins::check))
        .route("/api/templates", get(templates::list))
        .route("/api/templates/check", post(templates::check))
        .route("/api/templates/try", post(templates::try_out))
        .route(
            "/api/templates/{name}",
            get(templates::get)
                .put(templates::save)
                .delete(templates::remove),
        )
        .route("/api/locales", get(page::locales))
        .route("/api/translations", get(translations::list))
        .route(
            "/api/translations/{code}",
            put(translations::save)
                .delete(translations::remove)
                .layer(DefaultBodyLimit::max(translations::LARGEST)),
        )
        .route("/locales/{file}", get(page::locale).layer(compressed()))
        .route("/api/tables", get(tables::list).post(tables::create))
        .route("/api/tables/{id}", get(tables::look).patch(tables::change))
        .route("/api/tables/{id}/join", post(tables::join))
        .route("/api/tables/{id}/enter", post(tables::enter))
        .route("/api/tables/{id}/leave", post(tables::leave))
        .route("/api/tables/{id}/ready", post(tables::ready))
        .route("/api/tables/{id}/seats/{seat}", put(tables::seat))
        .route("/api/tables/{id}/start", post(tables::start))
        .route("/api/tables/{id}/live", get(live::live))
        .route("/api/lobby/live", get(lobby::live))
        .route("/api/replays", get(replays::list))
        .route("/api/replays/{id}", get(replays::get))
        .fallback(get(page::page))
}

/// Compression layer for large responses. Other routes go without: files of the page are compressed
/// at build time, and streams must not be buffered.
fn compressed() -> CompressionLayer {
    CompressionLayer::new()
}

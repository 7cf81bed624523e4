//! Whether the server is well, and numbers about it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Server;

/// That the server answers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// The version of the program.
    version: &'static str,
    /// The number of live tables.
    tables: usize,
}

/// Whether the server is well.
#[utoipa::path(get, path = "/api/health", tag = "health", responses((status = 200, body = Health)))]
pub(super) async fn health(State(server): State<Arc<Server>>) -> Json<Health> {
    Json(Health {
        version: env!("CARGO_PKG_VERSION"),
        tables: server.desk.board.len(),
    })
}

/// Numbers for Prometheus.
#[utoipa::path(get, path = "/api/metrics", tag = "health", responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let desk = &server.desk;
    let mut text = desk
        .metrics
        .print(desk.board.len(), desk.residents.numbers());
    server.refusals.print(server.connections.held(), &mut text);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

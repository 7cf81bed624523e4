//! Whether the server is live, ready and able to store, and numbers about it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use ludorum_protocol::lobby::LoadProgress;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Server;

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// The version of the program.
    version: &'static str,
    /// The number of live tables that are loaded.
    tables: usize,
    /// That the server answers.
    live: bool,
    /// Whether all tables are loaded and moves can be stored.
    ready: bool,
    /// Whether moves can be stored.
    storage: StorageState,
    /// How many tables of the last run are loaded, until all are. One that is asked for is loaded
    /// first.
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<LoadProgress>,
}

/// Whether moves can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StorageState {
    Ok,
    /// The disk is full or broken: no move can be made. The log says more.
    Failing,
}

/// That the process is alive.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Alive {
    /// Always true.
    live: bool,
}

async fn look(server: &Server) -> Health {
    let desk = &server.desk;
    let storage = match server.disk.is_well(&*desk.storage).await {
        true => StorageState::Ok,
        false => StorageState::Failing,
    };
    let loading = server.loading.progress();
    Health {
        version: env!("CARGO_PKG_VERSION"),
        tables: desk.board.len(),
        live: true,
        ready: loading.is_none() && storage == StorageState::Ok,
        storage,
        loading,
    }
}

fn status(is_well: bool) -> StatusCode {
    match is_well {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// The state of the server: 503 if nothing can be stored, 200 while tables are still being loaded.
#[utoipa::path(
    get, path = "/api/health", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn health(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = look(&server).await;
    (status(health.storage == StorageState::Ok), Json(health))
}

/// That the process is alive: for those who would start it again otherwise.
#[utoipa::path(get, path = "/api/health/live", tag = "health", responses((status = 200, body = Alive)))]
pub(super) async fn live() -> Json<Alive> {
    Json(Alive { live: true })
}

/// Whether the server is ready: 503 while tables are still being loaded, and if nothing can be stored.
#[utoipa::path(
    get, path = "/api/health/ready", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn ready(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = look(&server).await;
    (status(health.ready), Json(health))
}

/// Numbers for Prometheus.
#[utoipa::path(get, path = "/api/metrics", tag = "health", responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let desk = &server.desk;
    let tables = (desk.board.len(), server.loading.left());
    let mut text = desk.metrics.print(tables, desk.residents.numbers());
    server.refusals.print(server.connections.held(), &mut text);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

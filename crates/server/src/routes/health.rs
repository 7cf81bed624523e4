//! Health checks and metrics.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use ludorum_protocol::lobby::TableLoadProgress;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Server;

/// Health of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// Version of the program.
    version: &'static str,
    /// Number of loaded tables.
    tables: usize,
    /// Always true, since the server has answered.
    live: bool,
    /// True if all tables are loaded and moves can be stored.
    ready: bool,
    /// Health of the storage.
    storage: StorageState,
    /// Progress of loading tables after a restart; absent once all are loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<TableLoadProgress>,
}

/// Health of the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StorageState {
    Ok,
    /// Writes fail, so no move can be made, for example because the disk is full.
    Failing,
}

/// Response of the liveness check.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Alive)]
pub(super) struct LivenessResponse {
    /// Always true, since the server has answered.
    live: bool,
}

async fn report(server: &Server) -> Health {
    let context = &server.context;
    let storage = if server.storage_health.is_healthy(&*context.storage).await {
        StorageState::Ok
    } else {
        StorageState::Failing
    };
    let loading = server.loading.progress();
    Health {
        version: env!("CARGO_PKG_VERSION"),
        tables: context.registry.len(),
        live: true,
        ready: loading.is_none() && storage == StorageState::Ok,
        storage,
        loading,
    }
}

fn status(is_healthy: bool) -> StatusCode {
    if is_healthy {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    }
}

/// Returns the health of the server, with status 503 if the storage fails, otherwise 200.
#[utoipa::path(
    get, path = "/api/health", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn health(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = report(&server).await;
    (status(health.storage == StorageState::Ok), Json(health))
}

/// Liveness check for process supervisors: always status 200.
#[utoipa::path(get, path = "/api/health/live", tag = "health", responses((status = 200, body = LivenessResponse)))]
pub(super) async fn live() -> Json<LivenessResponse> {
    Json(LivenessResponse { live: true })
}

/// Readiness check: status 503 while tables are loading or if the storage fails.
#[utoipa::path(
    get, path = "/api/health/ready", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn ready(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = report(&server).await;
    (status(health.ready), Json(health))
}

/// Returns metrics in the text format of Prometheus.
#[utoipa::path(get, path = "/api/metrics", tag = "health", responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn metrics(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let context = &server.context;
    let tables = (context.registry.len(), server.loading.left());
    let mut text = context
        .metrics
        .print(tables, context.resident_agents.stats());
    server.refusals.print(server.connections.held(), &mut text);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text.0)
}

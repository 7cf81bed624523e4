//! Health checks and metrics.

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
    /// Always true: the server answers.
    live: bool,
    /// True if all tables are loaded and moves can be stored.
    ready: bool,
    /// State of the storage.
    storage: StorageState,
    /// Loading progress after a restart, until all tables are loaded. Requested tables are loaded
    /// first.
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<LoadProgress>,
}

/// State of the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StorageState {
    Ok,
    /// The disk is full or broken: no move can be made. See the log.
    Failing,
}

/// Answer of the liveness check.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Alive)]
pub(super) struct Liveness {
    /// Always true.
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

/// State of the server: 503 if the storage fails, 200 while tables are loading.
#[utoipa::path(
    get, path = "/api/health", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn health(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = report(&server).await;
    (status(health.storage == StorageState::Ok), Json(health))
}

/// Liveness check, for process supervisors.
#[utoipa::path(get, path = "/api/health/live", tag = "health", responses((status = 200, body = Liveness)))]
pub(super) async fn live() -> Json<Liveness> {
    Json(Liveness { live: true })
}

/// Readiness check: 503 while tables are loading or if the storage fails.
#[utoipa::path(
    get, path = "/api/health/ready", tag = "health",
    responses((status = 200, body = Health), (status = 503, body = Health))
)]
pub(super) async fn ready(State(server): State<Arc<Server>>) -> impl IntoResponse {
    let health = report(&server).await;
    (status(health.ready), Json(health))
}

/// Metrics for Prometheus.
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

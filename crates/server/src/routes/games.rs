//! Games with their parameters and agents.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ludorum_protocol::ApiProblem;
use ludorum_protocol::lobby::{GameInfo, VariantInfo};

use super::body::PathParams;
use crate::blocking::run_blocking;
use crate::{Error, Server};

/// Lists all games with their parameters and agents.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = [GameInfo])))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Json<Vec<GameInfo>> {
    Json(run_blocking(|| server.games.list()))
}

/// Returns the description of the game variant with this spec.
#[utoipa::path(
    get, path = "/api/variants/{spec}", tag = "games", params(("spec" = String, Path, description = "Spec of the game variant.")),
    responses((status = 200, body = VariantInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn variant(
    State(server): State<Arc<Server>>,
    PathParams(spec): PathParams<String>,
) -> Result<Json<VariantInfo>, Error> {
    Ok(Json(run_blocking(|| server.games.variant(&spec))?))
}

//! The games that can be played, with their parameters and agents.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ludorum_protocol::lobby::GameInfo;

use crate::Server;

/// All games.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = [GameInfo])))]
pub(super) async fn list(State(server): State<Arc<Server>>) -> Json<Vec<GameInfo>> {
    Json(server.games.list())
}

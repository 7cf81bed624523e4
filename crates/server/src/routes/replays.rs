//! Replays: records of finished games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use ludorum_protocol::lobby::ReplayInfo;
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::PathParams;
use crate::blocking::blocking;
use crate::storage::StoredReplay;
use crate::{Error, Server};

/// Maximum number of listed replays.
const NEWEST: usize = 100;

/// Lists the newest finished games, at most 100, without unlisted ones.
#[utoipa::path(get, path = "/api/replays", tag = "replays", responses((status = 200, body = [ReplayInfo])))]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
) -> Result<Json<Vec<ReplayInfo>>, Error> {
    let storage = Arc::clone(&server.context.storage);
    let replays = blocking(move || storage.replays(NEWEST)).await??;
    let info = |replay: StoredReplay| ReplayInfo {
        id: replay.id,
        game: replay.game,
        seats: replay.seats,
        ended: replay.ended,
        dropouts: replay.dropouts,
        take_backs: replay.take_backs,
        unrated: replay.unrated,
    };
    Ok(Json(replays.into_iter().map(info).collect()))
}

/// Returns the record of a finished game as text.
#[utoipa::path(
    get, path = "/api/replays/{id}", tag = "replays",
    params(("id" = String, Path, description = "Id of the replay.")),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = ApiProblem),
    )
)]
pub(super) async fn get(
    State(server): State<Arc<Server>>,
    PathParams(id): PathParams<String>,
) -> Result<impl IntoResponse, Error> {
    let storage = Arc::clone(&server.context.storage);
    let replay = blocking(move || storage.replay(&id)).await??;
    let replay = replay.ok_or(ErrorCode::UnknownReplay)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], replay.record))
}

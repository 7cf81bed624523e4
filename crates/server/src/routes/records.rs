//! Checking of uploaded game records: they are parsed, replayed and returned with every position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use ludorum_core::Seat;
use ludorum_protocol::record::{RecordCheckRequest, RecordCheckResult, RecordInfo, RecordPlyInfo};
use ludorum_protocol::{ApiProblem, ErrorCode};
use ludorum_record::{GameRecord, RecordError, ReplayedRecord, read, replay_in};

use super::body::JsonBody;
use super::study::view_seat;
use super::tables::ClientAddress;
use crate::blocking::blocking;
use crate::games::ServerGames;
use crate::table::recorded_to_protocol;
use crate::{Error, Server};

/// Maximum size of an uploaded game record, in bytes.
pub(super) const LARGEST: usize = 1 << 20;

/// Replays a game record and returns all positions, or the first invalid line with the reason.
#[utoipa::path(
    post, path = "/api/records/check", tag = "study", request_body = RecordCheckRequest,
    responses((status = 200, body = RecordCheckResult), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<ClientAddress>,
    JsonBody(wanted): JsonBody<RecordCheckRequest>,
) -> Result<Json<RecordCheckResult>, Error> {
    // Replaying a long game is as expensive as an analysis.
    let permit = server.analysis_limits.acquire(address.0);
    let permit = permit.ok_or(ErrorCode::TooManyRequests)?;
    let games = Arc::clone(&server.games);
    let checked = blocking(move || {
        let _until_it_is_played = permit;
        let (record, replay) = match replay_text(&games, &wanted.text) {
            Ok(played) => played,
            Err(error) => return Ok(bad(error)),
        };
        let eyes = view_seat(&replay.variant, wanted.eyes);
        eyes.map(|eyes| record_info(&record, &replay, eyes))
    });
    Ok(Json(checked.await??))
}

fn replay_text(
    games: &ServerGames,
    text: &str,
) -> Result<(GameRecord, ReplayedRecord), RecordError> {
    let record = read(text.as_bytes())?;
    let variant = games.open_recorded(&record.header)?;
    let replay = replay_in(variant, &record)?;
    Ok((record, replay))
}

fn bad(error: RecordError) -> RecordCheckResult {
    RecordCheckResult::Bad {
        line: error.line as u32,
        reason: error.message,
    }
}

fn record_info(
    record: &GameRecord,
    replay: &ReplayedRecord,
    eyes: Option<Seat>,
) -> RecordCheckResult {
    let mut position = replay.start.clone();
    let seen = |position: &ludorum_catalog::Position| match eyes {
        Some(seat) => position.view(seat).text(),
        None => position.text(),
    };
    let mut positions = vec![seen(&position)];
    let mut plies = Vec::with_capacity(record.plies.len());
    for (index, ply) in record.plies.iter().enumerate() {
        let text = match eyes {
            Some(seat) => position.observed_move(&ply.text, Some(seat)),
            None => Ok(ply.text.clone()),
        };
        let played = text.and_then(|text| position.play_text(&ply.text).map(|()| text));
        let text = match played {
            Ok(text) => text,
            // Unreachable: the record was replayed before.
            Err(error) => {
                return RecordCheckResult::Bad {
                    line: record.line_of_ply(index) as u32,
                    reason: error.to_string(),
                };
            }
        };
        positions.push(seen(&position));
        let is_own = eyes.is_none() || ply.seat == eyes;
        plies.push(RecordPlyInfo {
            seat: ply.seat.map(|seat| seat.index() as u8),
            text,
            // Evaluations of other seats would reveal their hidden information.
            value: ply.value.filter(|_| is_own),
            time: ply.time.map(|time| time.as_secs_f64() * 1e3),
        });
    }
    let header = &record.header;
    RecordCheckResult::Good(RecordInfo {
        game: header.game.clone(),
        program: header.program.clone(),
        seed: header.seed.0.to_string(),
        take_backs: header.take_backs.count,
        unrated: header.take_backs.is_unrated,
        seats: header.seats.clone(),
        open: replay.variant.is_open(),
        plies,
        positions,
        dropouts: recorded_to_protocol(&record.dropouts),
        ranks: record
            .ranks
            .as_ref()
            .map(|ranks| ranks.iter().map(|rank| rank + 1).collect()),
    })
}

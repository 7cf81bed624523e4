//! Records that somebody has: read, played again and told with every position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use ludorum_core::Seat;
use ludorum_protocol::record::{CheckRecord, Checked, RecordInfo, RecordPly};
use ludorum_protocol::{Code, Problem};
use ludorum_record::{Record, RecordError, Replay, read, replay_in};
use tokio::task::spawn_blocking;

use super::body::Body;
use super::study::eyes;
use super::tables::Address;
use crate::games::Games;
use crate::table::dropouts_told;
use crate::{Error, Server};

/// No record has more bytes.
pub(super) const LARGEST: usize = 1 << 20;

/// Plays a record again: all its positions, or the line in which it is wrong and why.
#[utoipa::path(
    post, path = "/api/records/check", tag = "study", request_body = CheckRecord,
    responses((status = 200, body = Checked), (status = "4XX", body = Problem))
)]
pub(super) async fn check(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    Body(wanted): Body<CheckRecord>,
) -> Result<Json<Checked>, Error> {
    // A long game is work, as an analysis is.
    let door = server.analysts.enter(address.0);
    let door = door.ok_or(Code::TooManyRequests)?;
    let games = Arc::clone(&server.games);
    let checked = spawn_blocking(move || {
        let _until_it_is_played = door;
        let (record, replay) = match played(&games, &wanted.text) {
            Ok(played) => played,
            Err(error) => return Ok(bad(error)),
        };
        let eyes = eyes(&replay.variant, wanted.eyes);
        eyes.map(|eyes| told(&record, &replay, eyes))
    });
    let checked = checked.await.map_err(|_| Code::Internal)?;
    Ok(Json(checked?))
}

fn played(games: &Games, text: &str) -> Result<(Record, Replay), RecordError> {
    let record = read(text.as_bytes())?;
    let variant = games.open_recorded(&record.header)?;
    let replay = replay_in(variant, &record)?;
    Ok((record, replay))
}

fn bad(error: RecordError) -> Checked {
    Checked::Bad {
        line: error.line as u32,
        reason: error.message,
    }
}

fn told(record: &Record, replay: &Replay, eyes: Option<Seat>) -> Checked {
    let mut position = replay.start.clone();
    let seen = |position: &ludorum_catalog::Position| match eyes {
        Some(seat) => position.view(seat).text(),
        None => position.text(),
    };
    let mut positions = vec![seen(&position)];
    let mut plies = Vec::with_capacity(record.plies.len());
    for (index, ply) in record.plies.iter().enumerate() {
        let text = match eyes {
            Some(seat) => position.tell(&ply.text, Some(seat)),
            None => Ok(ply.text.clone()),
        };
        let played = text.and_then(|text| position.play_text(&ply.text).map(|()| text));
        let text = match played {
            Ok(text) => text,
            // It was played before, so this does not happen.
            Err(error) => {
                return Checked::Bad {
                    line: record.line_of_ply(index) as u32,
                    reason: error.to_string(),
                };
            }
        };
        positions.push(seen(&position));
        let is_own = eyes.is_none() || ply.seat == eyes;
        plies.push(RecordPly {
            seat: ply.seat.map(|seat| seat.index() as u8),
            text,
            // What somebody thought tells what they hold.
            value: ply.value.filter(|_| is_own),
            time: ply.time.map(|time| time.as_secs_f64() * 1e3),
        });
    }
    let header = &record.header;
    Checked::Good(RecordInfo {
        game: header.game.clone(),
        program: header.program.clone(),
        seed: header.seed.0.to_string(),
        take_backs: header.take_backs.count,
        unrated: header.take_backs.is_unrated,
        seats: header.seats.clone(),
        open: replay.variant.is_open(),
        plies,
        positions,
        dropouts: dropouts_told(&record.dropouts),
        ranks: record
            .ranks
            .as_ref()
            .map(|ranks| ranks.iter().map(|rank| rank + 1).collect()),
    })
}

//! Reading, writing and verifying records.

use ludorum_core::{PerSeat, Seat, Seed};
use ludorum_record::{GameRecord, RecordHeader, RecordedPly, TakeBackSummary, read, replay};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::value_error;

/// Parses a game record and verifies it by replaying its moves.
#[pyfunction]
pub(crate) fn read_record<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let record = read(text.as_bytes()).map_err(value_error)?;
    replay(&record).map_err(value_error)?;
    let RecordHeader {
        game,
        rules,
        program,
        seed,
        streams,
        opening,
        take_backs,
        seats,
        ..
    } = &record.header;
    let fields = PyDict::new(py);
    fields.set_item("game", game)?;
    fields.set_item("rules", rules)?;
    fields.set_item("program", program)?;
    fields.set_item("seed", seed.0)?;
    fields.set_item("streams", streams.0)?;
    fields.set_item("opening", opening)?;
    fields.set_item("take_backs", take_backs.count)?;
    fields.set_item("is_unrated", take_backs.is_unrated)?;
    fields.set_item("seats", seats)?;
    let plies = record.plies.iter().map(|ply| {
        let seat = ply.seat.map(Seat::index);
        let time = ply.time.map(|time| time.as_secs_f64());
        (seat, &ply.text, ply.value, ply.nodes, time)
    });
    fields.set_item("plies", plies.collect::<Vec<_>>())?;
    let from_one =
        |ranks: PerSeat<u8>| -> Vec<u32> { ranks.iter().map(|rank| u32::from(rank) + 1).collect() };
    let dropouts = record.dropouts.iter().map(|left| {
        let (seat, cause) = (left.seat.index(), left.cause.word());
        (seat, left.place, left.after, cause, left.agent.as_ref())
    });
    fields.set_item("dropouts", dropouts.collect::<Vec<_>>())?;
    fields.set_item("ranks", record.ranks.map(from_one))?;
    Ok(fields)
}

/// Creates the record of a game from its seed and moves. Replays the moves to find which seat made
/// each.
#[pyfunction]
pub(crate) fn write_record(
    spec: &str,
    seed: u64,
    moves: Vec<String>,
    seats: Vec<String>,
) -> PyResult<String> {
    let variant = ludorum_catalog::open(spec).map_err(value_error)?;
    if seats.len() != variant.seats() {
        return Err(value_error(format!(
            "the game has {} seats",
            variant.seats()
        )));
    }
    let mut position = variant.start(Seed(seed));
    let mut plies = Vec::new();
    for text in moves {
        let seat = match position.node() {
            ludorum_core::NodeKind::Decide(seat) => Some(seat),
            _ => None,
        };
        position.play_text(&text).map_err(value_error)?;
        plies.push(RecordedPly::plain(seat, text));
    }
    let record = GameRecord {
        header: RecordHeader {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: RecordHeader::this_program(),
            seed: Seed(seed),
            streams: Seed(seed),
            take_backs: TakeBackSummary::default(),
            content: variant.content(),
            opening: 0,
            seats,
        },
        plies,
        dropouts: Vec::new(),
        ranks: position
            .outcome()
            .map(|outcome| PerSeat::from_fn(variant.seats(), |seat| outcome.ranks()[seat])),
    };
    Ok(record.to_text())
}

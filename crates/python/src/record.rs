//! Records: the replay file, read, written and checked.

use ludorum_core::{PerSeat, Seat, Seed};
use ludorum_record::{Header, Ply, Record, TakeBacks, read, replay};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::refused;

/// What is in a record, after playing it again: a record that does not hold is refused.
#[pyfunction]
pub(crate) fn read_record<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let record = read(text.as_bytes()).map_err(refused)?;
    replay(&record).map_err(refused)?;
    let Header {
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
    let told = PyDict::new(py);
    told.set_item("game", game)?;
    told.set_item("rules", rules)?;
    told.set_item("program", program)?;
    told.set_item("seed", seed.0)?;
    told.set_item("streams", streams.0)?;
    told.set_item("opening", opening)?;
    told.set_item("take_backs", take_backs.count)?;
    told.set_item("is_unrated", take_backs.is_unrated)?;
    told.set_item("seats", seats)?;
    let plies = record.plies.iter().map(|ply| {
        let seat = ply.seat.map(Seat::index);
        let time = ply.time.map(|time| time.as_secs_f64());
        (seat, &ply.text, ply.value, ply.nodes, time)
    });
    told.set_item("plies", plies.collect::<Vec<_>>())?;
    let from_one =
        |ranks: PerSeat<u8>| -> Vec<u32> { ranks.iter().map(|rank| u32::from(rank) + 1).collect() };
    let dropouts = record.dropouts.iter().map(|left| {
        let (seat, cause) = (left.seat.index(), left.cause.word());
        (seat, left.place, left.after, cause, left.agent.as_ref())
    });
    told.set_item("dropouts", dropouts.collect::<Vec<_>>())?;
    told.set_item("ranks", record.ranks.map(from_one))?;
    Ok(told)
}

/// The record of a game from its seed and its moves: who moved is found by playing them again.
#[pyfunction]
pub(crate) fn write_record(
    spec: &str,
    seed: u64,
    moves: Vec<String>,
    seats: Vec<String>,
) -> PyResult<String> {
    let variant = ludorum_catalog::open(spec).map_err(refused)?;
    if seats.len() != variant.seats() {
        return Err(refused(format!("the game has {} seats", variant.seats())));
    }
    let mut position = variant.start(Seed(seed));
    let mut plies = Vec::new();
    for text in moves {
        let seat = match position.node() {
            ludorum_core::Node::Decide(seat) => Some(seat),
            _ => None,
        };
        position.play_text(&text).map_err(refused)?;
        plies.push(Ply::plain(seat, text));
    }
    let record = Record {
        header: Header {
            game: variant.spec().to_owned(),
            rules: variant.rules_version(),
            program: Header::this_program(),
            seed: Seed(seed),
            streams: Seed(seed),
            take_backs: TakeBacks::default(),
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

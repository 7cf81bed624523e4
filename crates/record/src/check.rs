//! Replay of records: every move must be legal, and the result must follow from the rules.

use ludorum_catalog::{Position, Variant, open};
use ludorum_core::NodeKind;

use crate::read::RecordError;
use crate::write::print_ranks;
use crate::{GameRecord, RecordHeader};

/// A record that has been replayed successfully.
#[derive(Debug)]
pub struct ReplayedRecord {
    /// Variant of the game.
    pub variant: Variant,
    /// Initial position of the game.
    pub start: Position,
    /// Position after the last recorded move.
    pub end: Position,
}

/// Replays a record from the start and verifies every move and the result.
///
/// # Errors
/// If the game cannot be opened, its rules have a different version, a move is illegal or by the
/// wrong seat, or the result differs.
pub fn replay(record: &GameRecord) -> Result<ReplayedRecord, RecordError> {
    let variant = open(&record.header.game);
    replay_in(
        variant.map_err(|error| RecordError::new(2, error.to_string()))?,
        record,
    )
}

/// Finds the first difference between the content files of a recorded game and those installed: the
/// index of the recorded file (0 for an additional installed one) and a message; `None` if equal.
pub fn content_difference(recorded: &[String], here: &[String]) -> Option<(usize, String)> {
    for (index, file) in recorded.iter().enumerate() {
        if !here.contains(file) {
            let (name, hash) = file.rsplit_once(' ').unwrap_or((file, ""));
            let mut same_name = here.iter().filter_map(|other| other.rsplit_once(' '));
            let found = match same_name.find(|(other, _)| *other == name) {
                Some((_, other)) => format!("here it has {other}"),
                None => "it is not used here".to_owned(),
            };
            let message = format!(
                "played with {name}, {hash}; {found}: install the version it was played with"
            );
            return Some((index, message));
        }
    }
    let new = here.iter().find(|file| !recorded.contains(file))?;
    let message = format!("the game has {new} here, which the record does not name");
    Some((0, message))
}

fn check_content(header: &RecordHeader, here: &[String]) -> Result<(), RecordError> {
    match content_difference(&header.content, here) {
        None => Ok(()),
        Some((index, message)) => Err(RecordError::new(header.lines() + 1 + index, message)),
    }
}

/// Replays a record in an open variant, which need not be in the catalog.
///
/// # Errors
/// Those of [`replay`]; also if the record is of another variant.
pub fn replay_in(variant: Variant, record: &GameRecord) -> Result<ReplayedRecord, RecordError> {
    let header = &record.header;
    if header.game != variant.spec() {
        return Err(RecordError::new(
            2,
            format!(
                "expected 'game {}', found '{}'",
                variant.spec(),
                header.game
            ),
        ));
    }
    if header.rules != variant.rules_version() {
        return Err(RecordError::new(
            3,
            format!(
                "played by version {} of the rules, this program has version {}",
                header.rules,
                variant.rules_version()
            ),
        ));
    }
    check_content(header, &variant.content())?;
    if header.seats.len() != variant.seats() {
        return Err(RecordError::new(
            record.line_of_ply(0) - 1,
            format!(
                "{} has {} seats, the record {}",
                variant.spec(),
                variant.seats(),
                header.seats.len()
            ),
        ));
    }
    let start = variant.start(header.seed);
    let mut position = start.clone();
    for (index, ply) in record.plies.iter().enumerate() {
        let error = |message| RecordError::new(record.line_of_ply(index), message);
        match (position.node(), ply.seat) {
            (NodeKind::Decide(expected), Some(seat)) if seat == expected => {}
            (NodeKind::Chance, None) => {}
            (NodeKind::Decide(seat), _) => {
                return Err(error(format!("it is the move of seat {seat}")));
            }
            (NodeKind::Chance, _) => return Err(error("a chance event is expected".to_owned())),
            (NodeKind::Over, _) => return Err(error("the game is over".to_owned())),
        }
        position
            .play_text(&ply.text)
            .map_err(|reason| error(reason.to_string()))?;
    }
    let line = record.line_of_ply(record.plies.len()) + record.dropouts.len();
    match (record.ranks, position.outcome()) {
        (Some(ranks), Some(outcome)) if ranks != outcome.ranks() => {
            return Err(RecordError::new(
                line,
                format!(
                    "the result is wrong: by the rules the ranks are {}",
                    print_ranks(&outcome.ranks())
                ),
            ));
        }
        (Some(_), None) => {
            return Err(RecordError::new(
                line,
                "there is a result but the game is not over",
            ));
        }
        (None, Some(_)) => {
            return Err(RecordError::new(
                line,
                "the game is over but the result is missing",
            ));
        }
        _ => {}
    }
    Ok(ReplayedRecord {
        variant,
        start,
        end: position,
    })
}

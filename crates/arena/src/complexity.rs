//! Complexity of a game, measured by playing it (Koirala 2024, chapter 4).

use ludorum_core::NodeKind;
use ludorum_record::{GameRecord, RecordError, replay};

use crate::game::GameResult;
use crate::stats::mean_95;

/// Branching factor and length of a game, estimated from played games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameComplexity {
    /// Mean branching factor, averaged over games, and half the width of its 95 % interval.
    pub branching: (f64, f64),
    /// Mean game length in moves, and half the width of its 95 % interval.
    pub length: (f64, f64),
}

impl GameComplexity {
    /// Estimates the complexity (algorithm 1 of the thesis): the mean of each game's mean.
    pub fn of(games: &[GameResult]) -> GameComplexity {
        let branching = games.iter().map(|game| {
            let moves: u64 = game.seats.iter().map(|seat| seat.moves).sum();
            let choices: u64 = game.seats.iter().map(|seat| seat.choices).sum();
            choices as f64 / moves.max(1) as f64
        });
        GameComplexity {
            branching: mean_95(branching),
            length: mean_95(games.iter().map(|game| game.plies as f64)),
        }
    }

    /// Decimal logarithm of the game-tree size: branching to the power of length.
    pub fn log10_tree(&self) -> f64 {
        self.length.0 * self.branching.0.log10()
    }
}

/// Minimum, maximum and mean of numbers of legal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCountSummary {
    /// Minimum.
    pub fewest: u64,
    /// Maximum.
    pub most: u64,
    /// Sum.
    pub sum: u64,
    /// Number of values.
    pub count: u64,
}

impl MoveCountSummary {
    /// Adds a value.
    pub fn add(&mut self, number: u64) {
        self.fewest = match self.count {
            0 => number,
            _ => self.fewest.min(number),
        };
        self.most = self.most.max(number);
        self.sum += number;
        self.count += 1;
    }

    /// Mean; 0 if there are no values.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

/// Branching factor at the first decision of these games, the second, and so on.
///
/// # Errors
/// If a record breaks the rules.
pub fn branching_by_move<'a>(
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> Result<Vec<MoveCountSummary>, RecordError> {
    let mut by_move: Vec<MoveCountSummary> = Vec::new();
    for record in records {
        let mut position = replay(record)?.start;
        let mut decisions = 0;
        for (index, ply) in record.plies.iter().enumerate() {
            if let NodeKind::Decide(_) = position.node() {
                if by_move.len() == decisions {
                    by_move.push(MoveCountSummary::default());
                }
                by_move[decisions].add(position.move_count() as u64);
                decisions += 1;
            }
            let refuse = |error: ludorum_core::NotationError| RecordError {
                line: record.line_of_ply(index),
                message: error.to_string(),
            };
            position.play_text(&ply.text).map_err(refuse)?;
        }
    }
    Ok(by_move)
}

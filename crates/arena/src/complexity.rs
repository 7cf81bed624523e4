//! Branching factor, length and game-tree size of a game, estimated from played games (Koirala
//! 2024, chapter 4).

use ludorum_core::NodeKind;
use ludorum_record::{GameRecord, RecordError, replay};

use crate::game::GameResult;
use crate::stats::mean_95;

/// Branching factor and length of a game, estimated from a sample of played games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameComplexity {
    /// Mean number of legal moves per decision, and half the width of its 95 % interval.
    pub branching: (f64, f64),
    /// Mean number of plies per game, and half the width of its 95 % interval.
    pub length: (f64, f64),
}

impl GameComplexity {
    /// Estimates branching factor and length from played games; every game has the same weight
    /// (Koirala 2024, algorithm 1).
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

    /// Decimal logarithm of the estimated game-tree size: mean branching factor to the power of
    /// mean length in plies.
    pub fn log10_tree(&self) -> f64 {
        self.length.0 * self.branching.0.log10()
    }
}

/// Summary of the numbers of legal moves in several positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LegalMoveCountSummary {
    /// Smallest number of legal moves in a position.
    pub fewest: u64,
    /// Largest number of legal moves in a position.
    pub most: u64,
    /// Sum of the numbers of legal moves over all added positions.
    pub sum: u64,
    /// Number of added positions.
    pub count: u64,
}

impl LegalMoveCountSummary {
    /// Adds one position that has `number` legal moves.
    pub fn add(&mut self, number: u64) {
        self.fewest = match self.count {
            0 => number,
            _ => self.fewest.min(number),
        };
        self.most = self.most.max(number);
        self.sum += number;
        self.count += 1;
    }

    /// Mean number of legal moves per position; 0 if there are no positions.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

/// Replays game records and summarises the numbers of legal moves: element `n` of the result covers
/// decision `n` of every game. Chance events are not decisions.
///
/// # Errors
/// If a recorded move is illegal.
pub fn branching_by_move<'a>(
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> Result<Vec<LegalMoveCountSummary>, RecordError> {
    let mut by_move: Vec<LegalMoveCountSummary> = Vec::new();
    for record in records {
        let mut position = replay(record)?.start;
        let mut decisions = 0;
        for (index, ply) in record.plies.iter().enumerate() {
            if let NodeKind::Decide(_) = position.node() {
                if by_move.len() == decisions {
                    by_move.push(LegalMoveCountSummary::default());
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

//! How large a game is, measured by playing it (Koirala 2024, chapter 4).

use ludorum_core::Node;
use ludorum_record::{Record, RecordError, replay};

use crate::game::GameResult;
use crate::stats::mean_95;

/// The size of a game as its games show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complexity {
    /// The average number of moves to choose from, averaged over games, and half the width of its
    /// 95 % interval.
    pub branching: (f64, f64),
    /// The average number of moves in a game, and half the width of its 95 % interval.
    pub length: (f64, f64),
}

impl Complexity {
    /// What these games show (algorithm 1 of the thesis): the average of each game's average.
    pub fn of(games: &[GameResult]) -> Complexity {
        let branching = games.iter().map(|game| {
            let moves: u64 = game.seats.iter().map(|seat| seat.moves).sum();
            let choices: u64 = game.seats.iter().map(|seat| seat.choices).sum();
            choices as f64 / moves.max(1) as f64
        });
        Complexity {
            branching: mean_95(branching),
            length: mean_95(games.iter().map(|game| game.plies as f64)),
        }
    }

    /// The decimal logarithm of the size of the game tree: branching to the power of length.
    pub fn log10_tree(&self) -> f64 {
        self.length.0 * self.branching.0.log10()
    }
}

/// The fewest, the most and the average of several numbers of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The smallest number.
    pub fewest: u64,
    /// The largest number.
    pub most: u64,
    /// All together.
    pub sum: u64,
    /// How many numbers there are.
    pub count: u64,
}

impl Spread {
    /// Takes one more into account.
    pub fn add(&mut self, number: u64) {
        self.fewest = match self.count {
            0 => number,
            _ => self.fewest.min(number),
        };
        self.most = self.most.max(number);
        self.sum += number;
        self.count += 1;
    }

    /// The average; 0 of none.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }
}

/// The moves there were to choose from at the first decision of these games, the second, and so on.
///
/// # Errors
/// When a record is not that of a game by the rules.
pub fn branching_by_move<'a>(
    records: impl IntoIterator<Item = &'a Record>,
) -> Result<Vec<Spread>, RecordError> {
    let mut by_move: Vec<Spread> = Vec::new();
    for record in records {
        let mut position = replay(record)?.start;
        let mut decisions = 0;
        for (index, ply) in record.plies.iter().enumerate() {
            if let Node::Decide(_) = position.node() {
                if by_move.len() == decisions {
                    by_move.push(Spread::default());
                }
                by_move[decisions].add(position.move_count() as u64);
                decisions += 1;
            }
            let refuse = |error: ludorum_core::TextError| RecordError {
                line: record.line_of_ply(index),
                message: error.to_string(),
            };
            position.play_text(&ply.text).map_err(refuse)?;
        }
    }
    Ok(by_move)
}

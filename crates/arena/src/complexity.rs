//! How large a game is, measured by playing it (Koirala 2024, chapter 4).

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

//! What we know about tic-tac-toe.

mod lines;

pub use lines::Lines;

use ludorum_games::tictactoe::TicTacToe;
use ludorum_search::{Greedy, SemiRandom};

use crate::{Knowledge, Roster};

/// Everyone who plays tic-tac-toe.
pub fn roster() -> Roster<TicTacToe> {
    Roster::deterministic(
        &Knowledge::none()
            .evaluation("lines", Lines)
            .policy(
                "semirandom",
                "any move, the greedy one included",
                SemiRandom::new(Greedy::new(Lines)),
            )
            // The whole game: nine marks.
            .depth(9),
    )
}

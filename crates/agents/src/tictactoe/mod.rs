//! Agents and knowledge for tic-tac-toe.

mod evaluation;

pub use evaluation::OpenLinesEvaluation;

use ludorum_games::tictactoe::TicTacToe;
use ludorum_search::{OnePlyGreedy, SemiRandom};

use crate::{GameKnowledge, Roster};

/// Agents available for tic-tac-toe.
pub fn roster() -> Roster<TicTacToe> {
    Roster::deterministic(
        &GameKnowledge::none()
            .evaluation("lines", OpenLinesEvaluation)
            .policy(
                "semirandom",
                "a random move, or the greedy move",
                SemiRandom::new(OnePlyGreedy::new(OpenLinesEvaluation)),
            )
            // A full game has nine plies.
            .depth(9),
    )
}

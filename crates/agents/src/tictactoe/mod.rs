//! Agents and knowledge for tic-tac-toe.

mod evaluation;

pub use evaluation::OpenLinesEvaluation;

use ludorum_games::tictactoe::TicTacToe;
use ludorum_search::{OnePlyGreedy, SemiRandom};

use crate::{GameKnowledge, Roster};

/// The agents of tic-tac-toe.
pub fn roster() -> Roster<TicTacToe> {
    Roster::deterministic(
        &GameKnowledge::none()
            .evaluation("lines", OpenLinesEvaluation)
            .policy(
                "semirandom",
                "a random move, or the greedy one",
                SemiRandom::new(OnePlyGreedy::new(OpenLinesEvaluation)),
            )
            // The whole game: nine marks.
            .depth(9),
    )
}

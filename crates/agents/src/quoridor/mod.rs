//! Agents and knowledge for Quoridor.
//!
//! | file | content |
//! |---|---|
//! | `evaluation.rs` | the evaluations of Koirala (2024) |
//! | `wall_rules.rs` | the game as a wall game, and its champion |
//! | `opponent_model.rs` | the game with greedy replies of opponents |

mod evaluation;
mod opponent_model;
mod wall_rules;

pub use evaluation::{DistanceAndWallEvaluation, DistanceTermSign, HeuristicTerminalEvaluation};
pub use opponent_model::QuoridorOpponentModelGame;
pub use wall_rules::champion;

use ludorum_games::Quoridor;
use ludorum_search::SemiRandom;

use crate::wall_game::{PathPolicy, RaceEvaluation};
use crate::{GameKnowledge, Roster, standard};

/// Agents available for Quoridor.
pub fn roster() -> Roster<Quoridor> {
    let knowledge = GameKnowledge::none()
        .evaluation(
            "thesis",
            DistanceAndWallEvaluation(DistanceTermSign::Sensible),
        )
        .evaluation(
            "thesis-printed",
            DistanceAndWallEvaluation(DistanceTermSign::Printed),
        )
        .evaluation(
            "thesis-unaware",
            HeuristicTerminalEvaluation(DistanceAndWallEvaluation(DistanceTermSign::Sensible)),
        )
        .evaluation("race", RaceEvaluation::default())
        .policy(
            "semirandom",
            "a random wall, or a step along the shortest path",
            SemiRandom::new(PathPolicy),
        )
        .policy("astar", "a step along the shortest path", PathPolicy)
        .depth(2);
    Roster::deterministic(&knowledge)
        .map(|kind| match kind.name() {
            "semirandom" => standard::seeded(kind),
            _ => kind,
        })
        .with_strongest(champion())
}

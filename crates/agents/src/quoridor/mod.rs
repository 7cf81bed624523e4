//! Agents and knowledge for Quoridor.
//!
//! | file | content |
//! |---|---|
//! | `evaluation.rs` | the thesis' four-feature evaluation, and the race evaluation |
//! | `weakness.rs` | steps by which a wall can lengthen a path |
//! | `policies.rs` | shortest-path policy |
//! | `pruned_moves.rs` | the game with irrelevant walls pruned |
//! | `opponent_model.rs` | the game with greedy replies of opponents |
//! | `hints.rs` | move ordering |
//! | `champion.rs` | the strongest agent |
//! | `levels.rs` | its weaker levels |

mod champion;
mod evaluation;
mod hints;
mod levels;
mod opponent_model;
mod policies;
mod pruned_moves;
mod weakness;

pub use champion::champion;
pub(crate) use champion::champion_params;
pub use evaluation::{
    DistanceSign, FourFeatureEvaluation, GoalBlindEvaluation, QuoridorRaceEvaluation,
};
pub use hints::QuoridorHints;
pub use opponent_model::QuoridorOpponentModel;
pub use policies::QuoridorPathPolicy;
pub use pruned_moves::PrunedQuoridor;
pub(crate) use weakness::PathWeaknessCache;

use ludorum_games::Quoridor;
use ludorum_search::SemiRandom;

use crate::{GameKnowledge, Roster, standard};

/// The agents of Quoridor.
pub fn roster() -> Roster<Quoridor> {
    let knowledge = GameKnowledge::none()
        .evaluation("thesis", FourFeatureEvaluation(DistanceSign::Sensible))
        .evaluation(
            "thesis-printed",
            FourFeatureEvaluation(DistanceSign::Printed),
        )
        .evaluation(
            "thesis-unaware",
            GoalBlindEvaluation(FourFeatureEvaluation(DistanceSign::Sensible)),
        )
        .evaluation("race", QuoridorRaceEvaluation::default())
        .policy(
            "semirandom",
            "a random wall, or a step of the shortest path",
            SemiRandom::new(QuoridorPathPolicy),
        )
        .policy("astar", "a step of the shortest path", QuoridorPathPolicy)
        .depth(2);
    Roster::deterministic(&knowledge)
        .map(|kind| match kind.name() {
            "semirandom" => standard::seeded(kind),
            _ => kind,
        })
        .with_strongest(champion())
}

//! Agents and knowledge for Sector 66.
//!
//! | file | content |
//! |---|---|
//! | `distance.rs` | distances in turns, effects of fields included |
//! | `score.rs` | the score function of the thesis |
//! | `tree.rs` | the tree of the thesis |
//! | `thesis.rs` | the agent of the thesis |
//! | `race.rs` | the champion's evaluation |
//! | `pruned_moves.rs` | the game with irrelevant walls pruned |
//! | `opponent_policy.rs` | softmax policy of opponents |
//! | `opponent_model.rs` | the game with opponents' moves as chance events |
//! | `hints.rs` | move ordering |
//! | `champion.rs` | the strongest agent |
//! | `levels.rs` | its weaker levels |
//! | `policies.rs` | shortest-path policy |
//! | `fixed_chance.rs` | the game without chance |
//! | `quoridor_adapter.rs` | Quoridor agents on boards with plain Quoridor rules |

mod champion;
mod distance;
mod fixed_chance;
mod hints;
mod levels;
mod opponent_model;
mod opponent_policy;
mod policies;
mod pruned_moves;
mod quoridor_adapter;
mod race;
mod score;
mod thesis;
mod tree;

pub use champion::champion;
pub use distance::DistanceCache;
pub use fixed_chance::FixedChance;
pub use hints::Sector66Hints;
pub use opponent_model::{OpponentModelPolicy, Sector66OpponentModel};
pub use policies::Sector66PathPolicy;
pub use pruned_moves::PrunedSector66;
pub use race::Sector66RaceEvaluation;
pub use score::{ScoreWeights, ThesisScore};
pub use thesis::sector66_mcts;

use ludorum_core::OnBase;
use ludorum_games::Sector66;
use ludorum_games::sector66::ContentSource;
use ludorum_search::SemiRandom;

use crate::{GameKnowledge, Roster, standard};

/// The agents of Sector 66, with templates and plug-ins from `C`.
pub fn roster<C: ContentSource>() -> Roster<Sector66<C>> {
    let knowledge = GameKnowledge::none()
        .evaluation("thesis", ThesisScore::default())
        .evaluation("race", Sector66RaceEvaluation::default())
        .policy(
            "semirandom",
            "a random wall, or a step of the shortest path",
            SemiRandom::new(Sector66PathPolicy),
        )
        .policy("astar", "a step of the shortest path", Sector66PathPolicy);
    let without_chance = GameKnowledge::none()
        .evaluation("thesis", OnBase(ThesisScore::default()))
        .evaluation("race", OnBase(Sector66RaceEvaluation::default()));
    let mut searches = standard::minimax_family(&without_chance);
    searches.push(standard::pvs(&without_chance));
    searches
        .into_iter()
        .map(fixed_chance::with_fixed_chance)
        .fold(Roster::chance(&knowledge), Roster::with)
        .with(sector66_mcts())
        .with_strongest(champion())
}

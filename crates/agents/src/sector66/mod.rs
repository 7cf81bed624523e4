//! Agents and knowledge for Sector 66.
//!
//! | file | content |
//! |---|---|
//! | `distance.rs` | distances in turns, effects of fields included |
//! | `score.rs` | the score function of the thesis |
//! | `tree.rs` | the tree of the thesis |
//! | `thesis.rs` | the agent of the thesis |
//! | `opponent_policy.rs` | softmax policy of opponents |
//! | `opponent_model.rs` | the game with opponents' moves as chance events |
//! | `wall_rules.rs` | the game as a wall game, and its champion |
//! | `levels.rs` | levels of the champion |
//! | `fixed_chance.rs` | the game without chance |
//! | `quoridor_adapter.rs` | Quoridor agents on boards with plain Quoridor rules |

mod distance;
mod fixed_chance;
mod levels;
mod opponent_model;
mod opponent_policy;
mod quoridor_adapter;
mod score;
mod thesis;
mod tree;
mod wall_rules;

pub use distance::DistanceCache;
pub use fixed_chance::FixedChance;
pub use opponent_model::{OpponentModelPolicy, Sector66OpponentModelGame};
pub use score::{ThesisScore, ThesisScoreWeights};
pub use thesis::sector66_mcts;
pub use wall_rules::champion;

use ludorum_games::Sector66;
use ludorum_games::sector66::ContentSource;
use ludorum_search::SemiRandom;

use crate::wall_game::{PathPolicy, RaceEvaluation};
use crate::{GameKnowledge, Roster, standard};

/// Agents available for Sector 66, with templates and plug-ins from `C`.
pub fn roster<C: ContentSource>() -> Roster<Sector66<C>> {
    let knowledge = GameKnowledge::none()
        .evaluation("thesis", ThesisScore::default())
        .evaluation("race", RaceEvaluation::default())
        .policy(
            "semirandom",
            "a random wall, or a step of the shortest path",
            SemiRandom::new(PathPolicy),
        )
        .policy("astar", "a step of the shortest path", PathPolicy);
    let without_chance = GameKnowledge::none()
        .evaluation("thesis", ThesisScore::default())
        .evaluation("race", RaceEvaluation::default());
    let mut searches = standard::minimax_family(&without_chance);
    searches.push(standard::pvs(&without_chance));
    searches
        .into_iter()
        .map(fixed_chance::with_fixed_chance)
        .fold(Roster::chance(&knowledge), Roster::with)
        .with(sector66_mcts())
        .with_strongest(champion())
}

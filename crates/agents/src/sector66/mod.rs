//! What we know about Sector 66.
//!
//! | file | what is in it |
//! |---|---|
//! | `distance.rs` | the turns to a target, effects of fields included |
//! | `score.rs` | the score function of the thesis |
//! | `tree.rs` | the tree of the thesis |
//! | `thesis.rs` | the player of the thesis |
//! | `race.rs` | the champion's evaluation |
//! | `focus.rs` | the game without the walls that do not matter |
//! | `likely.rs` | what somebody is likely to do |
//! | `foreseen.rs` | the game among several, the others doing what is likely |
//! | `hints.rs` | which moves look promising |
//! | `champion.rs` | the strongest player |
//! | `levels.rs` | what makes it weaker |
//! | `policies.rs` | the shortest way |
//! | `settled.rs` | the game without chance |
//! | `plain.rs` | players of Quoridor on boards where its rules are enough |

mod champion;
mod distance;
mod focus;
mod foreseen;
mod hints;
mod levels;
mod likely;
mod plain;
mod policies;
mod race;
mod score;
mod settled;
mod thesis;
mod tree;

pub use champion::champion;
pub use distance::Distances;
pub use focus::Focused;
pub use foreseen::{Foreseen, LikeOthers};
pub use hints::Gains;
pub use policies::Shortest;
pub use race::Race;
pub use score::{Score, Weights};
pub use settled::Settled;
pub use thesis::sector66_mcts;

use ludorum_core::OfWhole;
use ludorum_games::Sector66;
use ludorum_games::sector66::Content;
use ludorum_search::SemiRandom;

use crate::{Knowledge, Roster, standard};

/// Everyone who plays Sector 66, with templates and plug-ins from `C`.
pub fn roster<C: Content>() -> Roster<Sector66<C>> {
    let knowledge = Knowledge::none()
        .evaluation("thesis", Score::default())
        .evaluation("race", Race::default())
        .policy(
            "semirandom",
            "any wall, or a step of the shortest way",
            SemiRandom::new(Shortest),
        )
        .policy("astar", "a step of the shortest way", Shortest);
    let without_chance = Knowledge::none()
        .evaluation("thesis", OfWhole(Score::default()))
        .evaluation("race", OfWhole(Race::default()));
    let mut searches = standard::minimax_family(&without_chance);
    searches.push(standard::pvs(&without_chance));
    searches
        .into_iter()
        .map(settled::unsettled)
        .fold(Roster::chance(&knowledge), Roster::with)
        .with(sector66_mcts())
        .with_strongest(champion())
}

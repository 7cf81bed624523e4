//! What we know about Quoridor.
//!
//! | file | what is in it |
//! |---|---|
//! | `evaluation.rs` | the four features of the thesis, and the race |
//! | `weakness.rs` | how much a wall could lengthen a way |
//! | `policies.rs` | the shortest way |
//! | `focus.rs` | the game without the walls that do not matter |
//! | `foreseen.rs` | the game among several, the others doing the obvious |
//! | `hints.rs` | which moves look promising |
//! | `champion.rs` | the strongest player |
//! | `levels.rs` | what makes it weaker |

mod champion;
mod evaluation;
mod focus;
mod foreseen;
mod hints;
mod levels;
mod policies;
mod weakness;

pub use champion::champion;
pub(crate) use champion::champion_params;
pub use evaluation::{FourFeatures, Race, Sense, Unaware};
pub use focus::Focused;
pub use foreseen::Foreseen;
pub use hints::Gains;
pub use policies::Shortest;
pub(crate) use weakness::Weakness;

use ludorum_games::Quoridor;
use ludorum_search::SemiRandom;

use crate::{Knowledge, Roster, standard};

/// Everyone who plays Quoridor.
pub fn roster() -> Roster<Quoridor> {
    let knowledge = Knowledge::none()
        .evaluation("thesis", FourFeatures(Sense::Sensible))
        .evaluation("thesis-printed", FourFeatures(Sense::Printed))
        .evaluation("thesis-unaware", Unaware(FourFeatures(Sense::Sensible)))
        .evaluation("race", Race::default())
        .policy(
            "semirandom",
            "any wall, or a step of the shortest way",
            SemiRandom::new(Shortest),
        )
        .policy("astar", "a step of the shortest way", Shortest)
        .depth(2);
    Roster::deterministic(&knowledge)
        .map(|kind| match kind.name() {
            "semirandom" => standard::seeded(kind),
            _ => kind,
        })
        .with_strongest(champion())
}

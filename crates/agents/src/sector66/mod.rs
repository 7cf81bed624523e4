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
//! | `foreseen.rs` | the game among several, the others doing the obvious |
//! | `hints.rs` | which moves look promising |
//! | `champion.rs` | the strongest player |
//! | `levels.rs` | what makes it weaker |
//! | `plain.rs` | players of Quoridor on boards where its rules are enough |

mod champion;
mod distance;
mod focus;
mod foreseen;
mod hints;
mod levels;
mod plain;
mod race;
mod score;
mod thesis;
mod tree;

pub use champion::champion;
pub use distance::Distances;
pub use focus::{Focused, InFocus};
pub use foreseen::{AsFocused, Foreseen};
pub use hints::Gains;
pub use race::Race;
pub use score::{Score, Weights};
pub use thesis::sector66_mcts;

use ludorum_games::Sector66;
use ludorum_games::sector66::Content;

use crate::{Knowledge, Roster};

/// Everyone who plays Sector 66, with templates and plug-ins from `C`.
pub fn roster<C: Content>() -> Roster<Sector66<C>> {
    let knowledge = Knowledge::none().evaluation("thesis", Score::default());
    Roster::chance(&knowledge)
        .with(sector66_mcts())
        .with_strongest(champion())
}

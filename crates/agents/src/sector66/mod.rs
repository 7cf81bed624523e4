//! What we know about Sector 66.
//!
//! | file | what is in it |
//! |---|---|
//! | `distance.rs` | the turns to a target, effects of fields included |
//! | `score.rs` | the score function of the thesis |
//! | `tree.rs` | the tree of the thesis |
//! | `thesis.rs` | the player of the thesis |

mod distance;
mod score;
mod thesis;
mod tree;

pub use distance::Distances;
pub use score::{Score, Weights};
pub use thesis::sector66_mcts;

use ludorum_games::Sector66;
use ludorum_games::sector66::Content;

use crate::{Knowledge, Roster};

/// Everyone who plays Sector 66, with templates and plug-ins from `C`.
pub fn roster<C: Content>() -> Roster<Sector66<C>> {
    let knowledge = Knowledge::none().evaluation("thesis", Score::default());
    Roster::chance(&knowledge).with(sector66_mcts())
}

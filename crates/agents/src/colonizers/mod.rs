//! What we know about Colonizers.
//!
//! | file | what is in it |
//! |---|---|
//! | `heuristic.rs` | the rules of thumb of the thesis, an agent and playouts |
//! | `evaluation.rs` | the evaluation of the thesis |

mod evaluation;
mod heuristic;

use ludorum_games::Colonizers;

use crate::{Knowledge, Roster};

pub use evaluation::Possessions;
pub use heuristic::Heuristic;

/// Everyone who can play Colonizers.
pub fn roster() -> Roster<Colonizers> {
    let knowledge = Knowledge::none()
        .evaluation("thesis", Possessions)
        .policy("heuristic", "the rules of thumb of the thesis", Heuristic)
        .depth(7);
    Roster::hidden(&knowledge)
}

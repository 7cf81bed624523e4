//! Colonizers: pick a colonist in secret, draw, build eight modules. Hidden information for four.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters, moves |
//! | `modules.rs`, `colonists.rs` | the sixteen kinds of modules and the six colonists |
//! | `cards.rs`, `pile.rs` | cards and who has seen them, hands, the deck |
//! | `state.rs`, `turns.rs` | a position, and what moves do to it |
//! | `rules.rs` | how a game goes |
//! | `view.rs`, `inference.rs` | what a seat may know, and what it can tell about colonists |
//! | `signs.rs` | what a seat sees of a move |
//! | `notation.rs`, `refusal.rs` | moves as text, and why they are refused |
//! | `position.rs`, `reading.rs`, `legality.rs` | positions written, read and checked |
//! | `draw.rs` | the table on a terminal |
//! | `encode.rs`, `picture.rs` | the same in numbers and as a picture |

mod cards;
mod colonists;
mod draw;
mod encode;
mod inference;
mod legality;
mod modules;
mod notation;
mod picture;
mod pile;
mod position;
mod reading;
mod refusal;
mod rules;
mod signs;
mod state;
mod turns;
mod view;

use ludorum_core::{Configure, Param, ParamError, Params};

pub use cards::{Card, HAND_LIMIT, Hand};
pub use colonists::{Colonist, Colonists};
pub use modules::{Colour, Module, Modules};
pub use pile::Pile;
pub use state::{COLONY_LIMIT, Phase, SEATS, State, Take};
pub use view::View;

/// One variant of Colonizers.
#[derive(Clone, Copy, Debug)]
pub struct Colonizers {
    bonus: Bonus,
    /// So many moves and events make a draw.
    cap: u16,
}

/// What a full colony is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bonus {
    /// Four points to the first, two to later ones.
    Thesis,
    /// Four points to everyone, as the published program gave them.
    PublishedCode,
}

/// One move of a seat, or one event of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance removes a colonist for this round.
    Remove(Colonist),
    /// Chance deals a card.
    Deal(Module),
    /// A seat picks a colonist.
    Pick(Colonist),
    /// It takes two omnium.
    Omnium,
    /// It draws two cards.
    Cards,
    /// It keeps this one of the two.
    Keep(Module),
    /// The Opportunist steals from whoever has this colonist.
    Steal(Colonist),
    /// The Spy swaps hands with whoever has this colonist.
    Swap(Colonist),
    /// A seat builds a module.
    Build(Module),
    /// It does not use its power, or does not build.
    Pass,
}

impl Colonizers {
    /// The usual game.
    pub fn new() -> Colonizers {
        Colonizers {
            bonus: Bonus::Thesis,
            cap: 4000,
        }
    }
}

impl Default for Colonizers {
    fn default() -> Colonizers {
        Colonizers::new()
    }
}

impl Configure for Colonizers {
    const NAME: &'static str = "colonizers";
    const SUMMARY: &'static str = "Pick a colonist in secret, draw, and build eight modules";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        vec![
            Param::choice(
                "bonus",
                "points for a full colony: 4 for the first and 2 for later ones, or 4 for all",
                ["thesis", "published-code"],
            ),
            Param::int(
                "cap",
                "moves and events that make a draw",
                4000,
                (1, 10_000),
            ),
        ]
    }

    fn configure(params: &Params) -> Result<Colonizers, ParamError> {
        let bonus = match params.word("bonus") {
            "published-code" => Bonus::PublishedCode,
            _ => Bonus::Thesis,
        };
        Ok(Colonizers {
            bonus,
            cap: params.int("cap") as u16,
        })
    }
}

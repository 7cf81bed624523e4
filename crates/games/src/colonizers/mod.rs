//! Colonizers: pick a colonist in secret, draw, build eight modules. A game of hidden information
//! for four.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters, moves |
//! | `modules.rs`, `colonists.rs` | the sixteen kinds of modules and the six colonists |
//! | `cards.rs`, `deck.rs` | cards and who has seen them, hands, the deck |
//! | `state.rs`, `turns.rs` | positions, and the effects of moves |
//! | `rules.rs` | legal moves, chance events, outcomes |
//! | `view.rs`, `inference.rs` | observations of a seat, and what follows about colonists |
//! | `observation.rs` | what a seat observes of a move |
//! | `notation.rs`, `refusal.rs` | moves as text, and reasons why they are illegal |
//! | `position.rs`, `position_parser.rs`, `position_check.rs` | positions printed, parsed and
//! checked |
//! | `draw.rs` | the table as terminal text |
//! | `encode.rs`, `picture.rs` | number planes and pictures |

mod cards;
mod colonists;
mod deck;
mod draw;
mod encode;
mod inference;
mod modules;
mod notation;
mod observation;
mod picture;
mod position;
mod position_check;
mod position_parser;
mod refusal;
mod rules;
mod state;
mod turns;
mod view;

use ludorum_core::{Configure, Param, ParamError, Params};

pub use cards::{Card, HAND_LIMIT, Hand};
pub use colonists::{Colonist, ColonistSet};
pub use deck::Deck;
pub use modules::{ColonyModule, ModuleColour, ModuleCounts};
pub use state::{COLONY_LIMIT, ColonizersPhase, DrawChoice, SEATS, State};
pub use view::View;

/// The game: one variant of Colonizers.
#[derive(Clone, Copy, Debug)]
pub struct Colonizers {
    bonus: FullColonyBonus,
    /// Number of moves and chance events after which the game is a draw.
    cap: u16,
}

/// Rule for the points of a full colony.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FullColonyBonus {
    /// Four points to the first, two to later ones.
    Thesis,
    /// Four points to everyone, as in the published program.
    PublishedCode,
}

/// A move of a seat, or a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance: removes a colonist for this round.
    Remove(Colonist),
    /// Chance: deals a card.
    Deal(ColonyModule),
    /// Picks a colonist.
    Pick(Colonist),
    /// Takes two omnium.
    Omnium,
    /// Draws two cards.
    Cards,
    /// Keeps this one of the two.
    Keep(ColonyModule),
    /// The Opportunist steals from the seat with this colonist.
    Steal(Colonist),
    /// The Spy swaps hands with the seat with this colonist.
    Swap(Colonist),
    /// Builds a module.
    Build(ColonyModule),
    /// Does not use the power, or does not build.
    Pass,
}

impl Colonizers {
    /// The default game.
    pub fn new() -> Colonizers {
        Colonizers {
            bonus: FullColonyBonus::Thesis,
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
    const ENDINGS: &'static [&'static str] =
        &["full-colony", "equal-points", "empty-deck", "move-cap"];

    fn params() -> Vec<Param> {
        vec![
            Param::choice(
                "bonus",
                "points for a full colony: 4 for the first and 2 for later ones, or 4 for all",
                ["thesis", "published-code"],
            ),
            Param::int(
                "cap",
                "moves and chance events after which the game is a draw",
                4000,
                (1, 10_000),
            ),
        ]
    }

    fn configure(params: &Params) -> Result<Colonizers, ParamError> {
        let bonus = match params.choice("bonus") {
            "published-code" => FullColonyBonus::PublishedCode,
            _ => FullColonyBonus::Thesis,
        };
        Ok(Colonizers {
            bonus,
            cap: params.int("cap") as u16,
        })
    }
}

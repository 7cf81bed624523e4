//! Colonizers: pick a colonist in secret, draw cards, build eight modules. A game of imperfect
//! information for four players.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters, moves |
//! | `modules.rs`, `colonists.rs` | the sixteen kinds of modules and the six colonists |
//! | `cards.rs`, `deck.rs` | cards and who has seen them, hands, the deck |
//! | `state.rs`, `turns.rs` | positions, and the effects of moves |
//! | `rules.rs` | legal moves, chance events, outcomes |
//! | `view.rs`, `inference.rs` | observations of a seat, and inference about colonists |
//! | `observation.rs` | observations of single moves |
//! | `notation.rs`, `refusal.rs` | moves as text, and reasons why they are illegal |
//! | `position.rs`, `position_parser.rs`, `position_check.rs` | positions printed, parsed and
//! checked |
//! | `draw.rs` | views as terminal text |
//! | `encode.rs`, `picture.rs` | tensor encoding and pictures |

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

pub use cards::{HAND_LIMIT, Hand, ModuleCard};
pub use colonists::{Colonist, ColonistSet};
pub use deck::Deck;
pub use modules::{ColonyModule, ModuleColour, ModuleCounts};
pub use state::{COLONY_LIMIT, ColonizersPhase, DrawPhaseChoice, SEATS, State};
pub use view::View;

/// The rules of Colonizers with a given bonus rule and game length.
#[derive(Clone, Copy, Debug)]
pub struct Colonizers {
    bonus: FullColonyBonus,
    /// Number of moves and chance events after which the game is a draw.
    cap: u16,
}

/// Rule for the bonus points of a full colony.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FullColonyBonus {
    /// Rule of the thesis: four points for the first full colony, two for later ones.
    Thesis,
    /// Rule of the published program: four points for every full colony.
    PublishedCode,
}

/// A player's move or a chance event of Colonizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance event: removes this colonist from the choice of this round.
    Remove(Colonist),
    /// Chance event: deals a card with this module to the seat to move.
    Deal(ColonyModule),
    /// Player's move: picks this colonist in secret.
    Pick(Colonist),
    /// Player's move: takes two omnium, the currency of the game.
    Omnium,
    /// Player's move: draws two cards, of which one will be kept.
    Cards,
    /// Player's move: keeps a card of this module from the two drawn.
    Keep(ColonyModule),
    /// Power of the Opportunist: steals omnium from the seat with the named colonist.
    Steal(Colonist),
    /// Power of the Spy: swaps hands with the seat that has the named colonist.
    Swap(Colonist),
    /// Player's move: builds this module from the hand.
    Build(ColonyModule),
    /// Player's move: declines to use the power of the colonist, or to build.
    Pass,
}

impl Colonizers {
    /// Creates Colonizers with the default parameters.
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

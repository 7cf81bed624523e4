//! What a game is, what an agent is, and the few types both speak.
//!
//! Start with [`Game`]: a handful of required methods. Everything a game *may* be able to do is a
//! trait of its own, so that an algorithm that needs it says so in its bounds and does not compile
//! for a game that lacks it:
//!
//! | capability | trait | who needs it |
//! |---|---|---|
//! | nothing is hidden | [`Open`] (automatic) | minimax, alpha-beta, MCTS |
//! | nothing is left to chance | [`Deterministic`] | minimax, alpha-beta |
//! | chance with known odds | [`Chance`] (automatic for deterministic games) | MCTS, expectiminimax, match runner |
//! | hidden information | [`Hidden`] (automatic for open games) | information-set search |
//! | moves that are safe to randomise | [`Randomisable`] | semi-random play |
//! | text forms and drawing | [`Notation`] | everything people or files see |
//! | a name and parameters | [`Configure`] | the catalog |
//! | moves and views as numbers | [`Encode`] | programs that learn |
//! | pictures | [`Picture`] | notebooks |
//!
//! A game that is another but for some of its rules is a [`Variation`] of it.
//!
//! This crate does no I/O and reads no clock.

mod agent;
mod budget;
mod configure;
mod encode;
mod evaluate;
mod game;
mod ink;
mod notation;
mod outcome;
mod palette;
mod params;
mod picture;
mod policy;
mod rng;
mod seat;
mod sign;
mod stop;
mod variation;
mod watcher;

pub use agent::{Agent, Branch, Candidate, Carried, Choice, Effort, Known, Turn};
pub use budget::Budget;
pub use configure::{Configure, SourceFile};
pub use encode::{Canvas, Encode, Planes};
pub use evaluate::{Blind, Evaluate, Points, Trend, WIN, points_at_end, squash, win_distance};
pub use game::{
    Chance, Deterministic, Game, Hidden, Listing, Node, Open, Randomisable, TooManyEvents, is_open,
    perft, perft_until,
};
pub use ink::Ink;
pub use notation::{Insight, Mishap, Notation, TextError, UNTOLD};
pub use outcome::Outcome;
pub use palette::{SEAT_COLOURS, SeatColour, seat_colour};
pub use params::{Kind, NamedFile, Param, ParamError, Params, parse_duration, print_duration};
pub use picture::{Picture, Svg};
pub use policy::Policy;
pub use rng::{Rng, Seed};
pub use seat::{MAX_SEATS, PerSeat, Seat};
pub use sign::sign_of;
pub use stop::{Gate, Stop};
pub use variation::{OfWhole, Variation};
pub use watcher::Watcher;

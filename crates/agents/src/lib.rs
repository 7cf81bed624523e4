//! Players: the generic searches as agents with parameters, and what we know about single games.
//!
//! A [`Roster`] lists everyone who can play a game. It begins with the standard agents the game's
//! capabilities allow, fed with [`Knowledge`] of the game where there is some; a game's own folder
//! adds its specialists, and what can be measured of its games.

mod files;
mod knowledge;
mod levels;
mod probe;
mod roster;
pub mod standard;

pub mod colonizers;
pub mod dicewars;
pub mod quoridor;
pub mod sector66;
pub mod tictactoe;
pub mod yinsh;

pub use files::Files;
pub use knowledge::Knowledge;
pub use ludorum_search::BusyThread;
pub use probe::{Count, MeasureKind, Probe, SetupNumbers};
pub use roster::{AgentKind, Hired, Roster};

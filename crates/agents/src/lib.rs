//! Agents: the generic searches with parameters, and agents written for a single game.
//!
//! A [`Roster`] lists the agents of a game: first the standard searches that the game's traits
//! allow, equipped with its [`GameKnowledge`] (evaluations, policies, move hints), then the agents
//! and statistics that the game's folder adds.

mod files;
mod knowledge;
mod levels;
mod probe;
mod roster;
pub mod standard;
mod win_model;

pub mod colonizers;
pub mod dicewars;
pub mod quoridor;
pub mod sector66;
pub mod tictactoe;
pub mod wall_game;
pub mod yinsh;

pub use files::AgentFileCache;
pub use knowledge::GameKnowledge;
pub use ludorum_search::BusyThreadGuard;
pub use probe::{GameStatisticProbe, ObservedExpectedCounts, SetupStatisticsFn, StatisticKind};
pub use roster::{AgentKind, BuiltAgent, Roster};
pub use win_model::{HiddenLayer, MAX_UNITS, WinModel, sigmoid};

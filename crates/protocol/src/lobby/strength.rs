//! Measured strength and speed of agents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Measured strength and speed of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Strength {
    /// The spec of the agent.
    pub spec: String,
    /// Elo rating; random play has 0.
    pub elo: i32,
    /// Lower end of the 95 % confidence interval.
    pub low: i32,
    /// Upper end of the 95 % confidence interval.
    pub high: i32,
    /// Number of games it is based on.
    pub games: u64,
    /// Average time for a move, in milliseconds, on the machine that measured it.
    pub time_ms: f64,
}

/// Source of measured strengths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct StrengthSource {
    /// The spec of the game that was played.
    pub game: String,
    /// Number of games of all agents together.
    pub games: u64,
    /// The program that played, with its version.
    pub program: String,
    /// The command that reproduces the games.
    pub command: String,
}

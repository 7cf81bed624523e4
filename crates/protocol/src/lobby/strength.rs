//! Measured strength and speed of agents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Measured strength and speed of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Strength {
    /// Spec of the agent.
    pub spec: String,
    /// Elo rating of the agent, on a scale where random play has 0.
    pub elo: i32,
    /// Lower end of the 95 % confidence interval of the rating.
    pub low: i32,
    /// Upper end of the 95 % confidence interval of the rating.
    pub high: i32,
    /// Number of games that the rating is based on.
    pub games: u64,
    /// Average thinking time per move in milliseconds, on the machine of the measurement.
    pub time_ms: f64,
}

/// Origin of measured strengths: the games that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct StrengthProvenance {
    /// Spec of the game that was played.
    pub game: String,
    /// Number of games of all agents together that the strengths are based on.
    pub games: u64,
    /// Name and version of the program that played the games.
    pub program: String,
    /// Command line that reproduces the games.
    pub command: String,
}

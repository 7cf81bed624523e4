//! How strong and how quick agents are.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The strength and the speed of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Strength {
    /// The spec of the agent.
    pub spec: String,
    /// On the scale of Elo; random play has 0, and 200 points more win about three games in four.
    pub elo: i32,
    /// The lower end of its 95 % interval.
    pub low: i32,
    /// The upper end.
    pub high: i32,
    /// The number of games it rests on.
    pub games: u64,
    /// The average time for a move, in milliseconds, on the machine where it was measured.
    pub time_ms: f64,
}

/// Where strengths come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Measured {
    /// The spec of the game that was played.
    pub game: String,
    /// The number of games, of all agents together.
    pub games: u64,
    /// The program that played, with its version.
    pub program: String,
    /// The command that plays the same games.
    pub command: String,
}

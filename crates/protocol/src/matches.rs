//! Matches between agents, played by the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Request to start a match between agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The spec of the game.
    pub game: String,
    /// The specs of the agents, one for each seat.
    pub agents: Vec<String>,
    /// Number of games, rounded up so that each agent plays each seat equally often.
    pub games: u32,
    /// The seed, as text; the same seed gives the same games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Openings, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of a
    /// built-in suite; none to start from the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// Status of the server's matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchStatus {
    /// True if the client may start and stop matches.
    pub allowed: bool,
    /// Most games in a match.
    pub most_games: u32,
    /// The running match, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<MatchInfo>,
}

/// Progress and results of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchInfo {
    /// The spec of the game.
    pub game: String,
    /// The seed, as text.
    pub seed: String,
    /// The full spec of the openings; none to start from the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The state.
    pub state: MatchState,
    /// Number of games planned.
    pub planned: u64,
    /// Number of games played.
    pub played: u64,
    /// Number of distinct games, as repeated games are no additional evidence; none if not known yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// Set if games repeat so often that more of them are of little use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// Average number of plies in a game.
    pub plies_per_game: f64,
    /// Results of each agent, in the given order.
    pub agents: Vec<MatchStanding>,
}

/// Degree of repetition among the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// The agents always play the same game from the same start.
    Always,
    /// At least half of the games are repetitions.
    Often,
}

/// State of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// Running.
    Running,
    /// Finished.
    Done,
    /// Stopped early.
    Stopped,
}

/// Results of one agent in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchStanding {
    /// The spec of the agent.
    pub spec: String,
    /// Games won outright.
    pub wins: u64,
    /// Games with a shared first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// Mean share of the win.
    pub rate: f64,
    /// Lower end of the 95 % confidence interval of the rate.
    pub low: f64,
    /// Upper end of the 95 % confidence interval of the rate.
    pub high: f64,
    /// Average time for a move, in milliseconds.
    pub time_per_move: f64,
    /// Average number of nodes for a move.
    pub nodes_per_move: f64,
}

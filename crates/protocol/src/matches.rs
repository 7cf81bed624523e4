//! Matches between agents, played by the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Request to start a match between agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// Spec of the game.
    pub game: String,
    /// Specs of the agents, one for each seat.
    pub agents: Vec<String>,
    /// Number of games; the server rounds it up so that each agent plays each seat equally often.
    pub games: u32,
    /// Seed of the match, as decimal text; the same seed gives the same games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Openings, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of a
    /// built-in suite; `None` to start all games from the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// Response with the running or last match of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ServerMatchStatus {
    /// True if the client may start and stop matches.
    pub allowed: bool,
    /// Largest number of games that a match may have.
    pub most_games: u32,
    /// Running match, or the last one; `None` before the first match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<MatchInfo>,
}

/// Progress and results of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchInfo {
    /// Spec of the game.
    pub game: String,
    /// Seed of the match, as decimal text.
    pub seed: String,
    /// Full spec of the openings; `None` if all games start from the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// State of the match.
    pub state: MatchState,
    /// Number of games planned.
    pub planned: u64,
    /// Number of games played.
    pub played: u64,
    /// Number of distinct games, as repeated games are no additional evidence; `None` if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// Degree of repetition; `None` unless games repeat so often that more games add little
    /// evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<MatchDuplicateLevel>,
    /// Average number of plies in a game.
    pub plies_per_game: f64,
    /// Results of each agent, in the order of the request.
    pub agents: Vec<MatchAgentResult>,
}

/// Degree of repetition among the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchDuplicateLevel {
    /// The agents always play the same game from the same start.
    Always,
    /// At least half of the games are repetitions.
    Often,
}

/// State of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// The match is running.
    Running,
    /// All games were played.
    Done,
    /// The match was stopped before all games were played.
    Stopped,
}

/// Results of one agent in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchAgentResult {
    /// Spec of the agent.
    pub spec: String,
    /// Number of games that the agent won alone.
    pub wins: u64,
    /// Number of games in which the agent shared the first place.
    pub draws: u64,
    /// Number of games that another agent won.
    pub losses: u64,
    /// Mean share of the win: 1 for a sole winner, 1/k for each of k tied winners, 0 for others.
    pub rate: f64,
    /// Lower end of the 95 % confidence interval of the mean share of the win.
    pub low: f64,
    /// Upper end of the 95 % confidence interval of the mean share of the win.
    pub high: f64,
    /// Average thinking time per move, in milliseconds.
    pub time_per_move: f64,
    /// Average number of nodes searched per move.
    pub nodes_per_move: f64,
}

//! Matches between agents, played by the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A match somebody wants to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The spec of the game.
    pub game: String,
    /// The specs of the agents, one for each seat.
    pub agents: Vec<String>,
    /// The number of games, rounded up so that each agent sits everywhere equally often.
    pub games: u32,
    /// The seed, as text; the same seed gives the same games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What games begin with, such as `random:plies=4`, `balanced:plies=6,by=AGENT,within=0.1` or the name of
    /// a suite of the program; none if they begin at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
}

/// Where matches are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchDesk {
    /// Whether who asks may start and end matches.
    pub allowed: bool,
    /// No match has more games.
    pub most_games: u32,
    /// The match being played, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<MatchInfo>,
}

/// A match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchInfo {
    /// The spec of the game.
    pub game: String,
    /// The seed, as text.
    pub seed: String,
    /// The openings with which games begin, in full; none if they begin at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// How far it is.
    pub state: MatchState,
    /// The number of games planned.
    pub planned: u64,
    /// The number of games played.
    pub played: u64,
    /// The number of different games; a game that is repeated is no more evidence. None while nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    /// Whether games were repeated so often that more of them are of little use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<Repetition>,
    /// The average number of moves in a game.
    pub plies_per_game: f64,
    /// What it says about each agent, in the order given.
    pub agents: Vec<Standing>,
}

/// How bad it is that games were repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// The agents play the same game from the same start every time.
    Always,
    /// At least half of the games had been played before.
    Often,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// Games are being played.
    Running,
    /// All games have been played.
    Done,
    /// It was ended before all games were played.
    Stopped,
}

/// What a match says about one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Standing {
    /// The spec of the agent.
    pub spec: String,
    /// Games in which it alone came first.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// The mean share of the win.
    pub rate: f64,
    /// The lower end of the 95 % interval of the rate.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// The average number of milliseconds it thought about a move.
    pub time_per_move: f64,
    /// The average number of positions it looked at for a move.
    pub nodes_per_move: f64,
}

//! Rating ladder of a game: strength and speed of its agents, at each level.
//!
//! Ratings are on the Elo scale, with random play at 0. The shipped ladders were measured by
//! `ludorum ladder` and are in `content/strength/`, one file per game.

mod entrants;
mod play;

pub use entrants::entrants;
pub use play::{LadderPlan, play_ladder};

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Rating ladder of a game, with what is needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingLadder {
    /// Program with its version.
    pub program: String,
    /// Spec of the game.
    pub game: String,
    /// Version of the rules.
    pub rules: u32,
    /// Files of the game besides the program, by name and hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Command line that plays the same games.
    pub command: String,
    /// Games played.
    pub games: u64,
    /// Rated agents, the strongest first.
    pub ratings: Vec<AgentRating>,
    /// Agents that were not rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrated: Vec<UnratedAgent>,
}

/// Rating of an agent: strength and speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRating {
    /// Spec of the agent.
    pub agent: String,
    /// Strength on the Elo scale; random play has 0.
    pub elo: f64,
    /// 95 % interval, with the mean of all agents held fixed.
    pub elo_95: (f64, f64),
    /// Games played, counted once for every seat.
    pub games: u64,
    /// Mean thinking time for a move, in milliseconds.
    pub time_per_move_ms: f64,
    /// Mean number of nodes for a move.
    pub nodes_per_move: f64,
}

/// Agent that is deliberately not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnratedAgent {
    /// Name of the agent, or spec of one of its levels.
    pub agent: String,
    /// Reason.
    pub reason: UnratedReason,
}

/// Reason why an agent is not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnratedReason {
    /// It plays the same moves as this other agent.
    PlaysAs(String),
    /// Its games take too long.
    TooSlow,
    /// Not measured yet.
    NotYet,
}

const SHIPPED: [(&str, &str); 6] = include_content!["strength", ".json";
    "colonizers",
    "dicewars",
    "quoridor",
    "sector66",
    "tictactoe",
    "yinsh",
];

impl RatingLadder {
    /// Shipped ladder of a game, by its name.
    pub fn of_game(name: &str) -> Option<&'static RatingLadder> {
        static LADDERS: OnceLock<Vec<RatingLadder>> = OnceLock::new();
        let ladders = LADDERS.get_or_init(|| {
            let read = |(_, text): &(&str, &str)| serde_json::from_str(text);
            let ladders = SHIPPED.iter().map(read).collect::<Result<_, _>>();
            ladders.expect("a test reads them all")
        });
        let place = SHIPPED.iter().position(|(known, _)| *known == name)?;
        ladders.get(place)
    }

    /// Ratings of an agent by its name, at each of its levels if it has some, the weakest first.
    pub fn ratings_of(&self, agent: &str) -> Vec<&AgentRating> {
        let is_of = |rating: &&AgentRating| rating.agent.split(':').next() == Some(agent);
        let mut ratings: Vec<&AgentRating> = self.ratings.iter().filter(is_of).collect();
        ratings.sort_by_key(|rating| rating.level().unwrap_or(u32::MAX));
        ratings
    }

    /// Reason why an agent is not rated, if it is not.
    pub fn unrated(&self, agent: &str) -> Option<&UnratedReason> {
        let is_it = |unrated: &&UnratedAgent| unrated.agent == agent;
        self.unrated
            .iter()
            .find(is_it)
            .map(|unrated| &unrated.reason)
    }
}

impl AgentRating {
    /// Level in the agent's spec, if any.
    pub fn level(&self) -> Option<u32> {
        let (_, params) = self.agent.split_once(':')?;
        params.strip_prefix("level=")?.parse().ok()
    }
}

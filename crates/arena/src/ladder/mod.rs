//! Rating ladder of a game: strength and speed of its agents, at each of their levels.
//!
//! Ratings are on the Elo scale, with random play at 0. The built-in ladders were measured by
//! `ludorum ladder` and are stored in `content/strength/`, one file per game.

mod entrants;
mod play;

pub use entrants::entrants;
pub use play::{LadderPlan, play_ladder};

use ludorum_catalog::RATING_LADDERS;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Rating list of the agents of a game, with the command line that reproduces it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingLadder {
    /// Name and version of the Ludorum program that played the games.
    pub program: String,
    /// Spec of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// Names and hashes of the game's content files, such as boards and plug-ins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Command line that plays the same games again.
    pub command: String,
    /// Number of games from which the ratings were estimated.
    pub games: u64,
    /// Rated agents, strongest first.
    pub ratings: Vec<AgentRating>,
    /// Agents that are not rated, with reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrated: Vec<UnratedAgent>,
}

/// Elo rating and speed of one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRating {
    /// Spec of the agent.
    pub agent: String,
    /// Elo rating of the agent, relative to random play at 0.
    pub elo: f64,
    /// 95 % interval of the Elo rating, with errors relative to the mean of all agents.
    pub elo_95: (f64, f64),
    /// Number of games that the agent played; a game counts once for every seat the agent had.
    pub games: u64,
    /// Mean thinking time per move, in milliseconds.
    pub time_per_move_ms: f64,
    /// Mean number of nodes searched per move.
    pub nodes_per_move: f64,
}

/// Agent of a game that has no rating in the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnratedAgent {
    /// Name of the unrated agent, or its spec if only one level is unrated.
    pub agent: String,
    /// Reason why the agent is not rated.
    pub reason: UnratedReason,
}

/// Reason why an agent is not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnratedReason {
    /// The agent plays the same moves as another agent; holds the other agent's name.
    PlaysAs(String),
    /// Games of the agent take too long.
    TooSlow,
    /// The agent has not played rating games yet.
    NotYet,
}

impl RatingLadder {
    /// Built-in rating ladder of the game called `name`; `None` if the game has no ladder.
    pub fn of_game(name: &str) -> Option<&'static RatingLadder> {
        static LADDERS: OnceLock<Vec<RatingLadder>> = OnceLock::new();
        let ladders = LADDERS.get_or_init(|| {
            let read = |(_, text): &(&str, &str)| serde_json::from_str(text);
            let ladders = RATING_LADDERS.iter().map(read).collect::<Result<_, _>>();
            ladders.expect("a test reads them all")
        });
        let place = RATING_LADDERS
            .iter()
            .position(|(known, _)| *known == name)?;
        ladders.get(place)
    }

    /// Ratings of the agent called `agent`, one for each of its levels, in ascending order of
    /// level.
    pub fn ratings_of(&self, agent: &str) -> Vec<&AgentRating> {
        let is_of = |rating: &&AgentRating| rating.agent.split(':').next() == Some(agent);
        let mut ratings: Vec<&AgentRating> = self.ratings.iter().filter(is_of).collect();
        ratings.sort_by_key(|rating| rating.level().unwrap_or(u32::MAX));
        ratings
    }

    /// Reason why the agent called `agent` is not rated; `None` if it is not listed.
    pub fn unrated(&self, agent: &str) -> Option<&UnratedReason> {
        let is_it = |unrated: &&UnratedAgent| unrated.agent == agent;
        self.unrated
            .iter()
            .find(is_it)
            .map(|unrated| &unrated.reason)
    }
}

impl AgentRating {
    /// Level given in the agent's spec; `None` if the agent has no levels.
    pub fn level(&self) -> Option<u32> {
        let (_, params) = self.agent.split_once(':')?;
        params.strip_prefix("level=")?.parse().ok()
    }
}

//! The ladder of a game: how strong and how quick its agents are, as they come and at each level.
//!
//! Ratings are on the scale of Elo, with random play at 0. What is shown where an agent is chosen was
//! measured by `ludorum ladder` and is kept in `content/strength/`, a file for each game.

mod entrants;
mod play;

pub use entrants::entrants;
pub use play::{LadderPlan, play_ladder};

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// What was measured for a game, with what it takes to measure it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// The program that played, with its version.
    pub program: String,
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The files the game is made of besides the program, by name and hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// The command that plays the same games.
    pub command: String,
    /// The number of games played.
    pub games: u64,
    /// The agents, the strongest first.
    pub ratings: Vec<Rating>,
    /// The agents that were not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrated: Vec<Unrated>,
}

/// The strength and the speed of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The spec of the agent.
    pub agent: String,
    /// Its strength on the scale of Elo; random play has 0.
    pub elo: f64,
    /// The 95 % interval, with the mean of all agents held fixed.
    pub elo_95: (f64, f64),
    /// The games it played; a game counts for every seat it had in it.
    pub games: u64,
    /// The average time it thought about a move, in milliseconds.
    pub time_per_move_ms: f64,
    /// The average number of nodes it visited for a move.
    pub nodes_per_move: f64,
}

/// An agent that is on no ladder, on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrated {
    /// The name of the agent, or the spec of one of its levels.
    pub agent: String,
    /// Why.
    pub reason: Reason,
}

/// Why an agent is not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It makes the moves of this other agent.
    PlaysAs(String),
    /// A game of it takes too long.
    TooSlow,
    /// Nobody has measured it yet.
    NotYet,
}

/// The ladders that the program ships with.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../../content/strength/", $name, ".json")))),*]
    };
}

const SHIPPED: [(&str, &str); 6] = shipped![
    "colonizers",
    "dicewars",
    "quoridor",
    "sector66",
    "tictactoe",
    "yinsh",
];

impl Ladder {
    /// What is known of the agents of a game, by its name.
    pub fn of_game(name: &str) -> Option<&'static Ladder> {
        static LADDERS: OnceLock<Vec<Ladder>> = OnceLock::new();
        let ladders = LADDERS.get_or_init(|| {
            let read = |(_, text): &(&str, &str)| serde_json::from_str(text);
            let ladders = SHIPPED.iter().map(read).collect::<Result<_, _>>();
            ladders.expect("a test reads them all")
        });
        let place = SHIPPED.iter().position(|(known, _)| *known == name)?;
        ladders.get(place)
    }

    /// The ratings of an agent by its name: as it comes, or at each of its levels, the weakest level
    /// first.
    pub fn ratings_of(&self, agent: &str) -> Vec<&Rating> {
        let is_of = |rating: &&Rating| rating.agent.split(':').next() == Some(agent);
        let mut ratings: Vec<&Rating> = self.ratings.iter().filter(is_of).collect();
        ratings.sort_by_key(|rating| rating.level().unwrap_or(u32::MAX));
        ratings
    }

    /// Why an agent is not measured, if it is not.
    pub fn unrated(&self, agent: &str) -> Option<&Reason> {
        let is_it = |unrated: &&Unrated| unrated.agent == agent;
        self.unrated
            .iter()
            .find(is_it)
            .map(|unrated| &unrated.reason)
    }
}

impl Rating {
    /// The level the agent was told to play at; none if it was told none.
    pub fn level(&self) -> Option<u32> {
        let (_, params) = self.agent.split_once(':')?;
        params.strip_prefix("level=")?.parse().ok()
    }
}

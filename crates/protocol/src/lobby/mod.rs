//! Tables as people find, make and join them.

mod agents;
mod message;
mod settings;
mod strength;

pub use agents::{AgentFile, Encoding, InstalledAgent, NewAgent, NewRunner, Runner};
pub use message::LobbyMessage;
pub use settings::{Clock, Failing, Settings, Visibility};
pub use strength::{Measured, Strength};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::Dropout;

/// Who someone is to the server: whoever has the token is this person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Session {
    /// The secret. Pages need not keep it: it comes as a cookie too.
    pub token: String,
}

/// How many tables of its last run a server that has just started has loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LoadProgress {
    /// The tables that are loaded, or cannot be.
    pub done: u32,
    /// All of them.
    pub total: u32,
}

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played and how.
    pub settings: Settings,
    /// Who wants to join or watch must know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Who sits where. If left out the host takes the first seat and the others are open.
    #[serde(default)]
    pub seats: Vec<Seating>,
    /// What the host is called.
    pub name: String,
}

/// Who shall sit at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Seating {
    /// Whoever comes.
    Open,
    /// The person who asks, or somebody with them at the same screen.
    Here {
        /// What they are called.
        name: String,
        /// Their colour, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
    /// An agent of the server.
    Agent {
        /// Its spec, `name:key=value,...`.
        spec: String,
        /// What it is called here; as the agent is called if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Its colour, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
}

/// A wish to sit down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Where; if left out the first open seat, unless the person sits already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What the person is called.
    pub name: String,
    /// Their colour, `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The password of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// A wish to watch a table that has a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// The password of the table.
    pub password: String,
}

/// A tick, or its removal, at all seats of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Whether the game may start.
    pub ready: bool,
}

/// Where a table is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Waiting for people and for the start.
    Open,
    /// A game is being played.
    Playing,
    /// The game has ended; there may be another.
    Over,
}

/// Who sits at a seat, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatInfo {
    /// Who sits there.
    pub kind: SeatKind,
    /// What they are called; empty if nobody sits there. An agent without a name is called by its spec.
    pub name: String,
    /// Whether an agent was given a name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Their colour, `#rrggbb`.
    pub colour: String,
    /// Whether they have ticked that the game may start. Agents always have.
    pub ready: bool,
    /// Whether they are connected. Agents always are.
    pub present: bool,
    /// The spec of the agent that plays: the agent itself, or one in the place of a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Person,
    /// A person who has left; an agent may be playing in their place until they return.
    Away,
    /// An agent.
    Agent,
}

/// A table, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableInfo {
    /// The address of the table. Who has it can find the table, so unlisted ones are secret.
    pub id: String,
    /// What is played and how.
    pub settings: Settings,
    /// Whether there is a password.
    pub locked: bool,
    /// Where it is in its life.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// What the host is called.
    pub host: String,
    /// How many watch.
    #[serde(default)]
    pub watching: u32,
}

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameInfo {
    /// The name in specs.
    pub name: String,
    /// What it is, in one line.
    pub summary: String,
    /// The seats of the variant with all parameters as they come.
    pub seats: u8,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The agents that play it.
    pub agents: Vec<AgentInfo>,
    /// The name of the strongest agent.
    pub strongest: String,
    /// How the strengths of its agents were measured, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// An agent that plays a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: String,
    /// What it does, in one line.
    pub summary: String,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// How strong and how quick it is in the plain game, as it comes or at each of its levels.
    #[serde(default)]
    pub strengths: Vec<Strength>,
    /// The agent whose moves it makes, if it was not measured for that reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_as: Option<String>,
}

/// A parameter of a game or an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ParamInfo {
    /// The name in specs.
    pub name: String,
    /// What it is, in one line.
    pub summary: String,
    /// What it may be.
    pub kind: ParamKind,
    /// Its value if a spec does not say; none if it then has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ParamKind {
    /// A whole number.
    Int {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A whole number, or a word in place of one.
    IntOr {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// The word.
        word: String,
    },
    /// A number.
    Real {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// A time such as `250ms`, `1.5s` or `2m`.
    Time,
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
    /// Words of lower case letters, digits and hyphens, with `+` between them.
    Words,
}

/// A variant of a game, with what depends on its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct VariantInfo {
    /// Its spec in the shortest form.
    pub game: String,
    /// The number of seats.
    pub seats: u8,
    /// Whether every seat sees everything.
    pub open: bool,
    /// The agents that play it.
    pub agents: Vec<AgentInfo>,
    /// The spec of an agent to play against when nobody else was named.
    pub opponent: String,
    /// How the strengths of its agents were measured, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// A language the page can be shown in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LocaleInfo {
    /// Its code, such as `cs`.
    pub code: String,
    /// What it calls itself.
    pub name: String,
    /// Whether it is part of the program; otherwise it lies in the server's content folder.
    #[serde(default = "yes")]
    pub shipped: bool,
}

fn yes() -> bool {
    true
}

/// A finished game that can be watched again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReplayInfo {
    /// The address of the replay.
    pub id: String,
    /// The spec of the game.
    pub game: String,
    /// Who played, in seat order.
    pub seats: Vec<String>,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
    /// Those who did not play to the end, with their places.
    #[serde(default)]
    pub dropouts: Vec<Dropout>,
    /// How often moves were taken back in it.
    #[serde(default)]
    pub take_backs: u32,
    /// Whether chance or hidden cards had been seen in what was taken back: it counts for no level.
    #[serde(default)]
    pub unrated: bool,
}

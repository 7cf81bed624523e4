//! The lobby: finding, opening and joining tables.

mod agents;
mod message;
mod settings;
mod strength;

pub use agents::{AgentFile, Encoding, InstalledAgent, NewAgent, NewRunner, Runner};
pub use message::LobbyMessage;
pub use settings::{Clock, FailurePolicy, Settings, Visibility};
pub use strength::{Strength, StrengthSource};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::DroppedPlayer;

/// A session: the token identifies the person to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Session {
    /// The secret token, which is also set as a cookie.
    pub token: String,
}

/// Progress of a restarted server in loading its stored tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LoadProgress {
    /// Tables that are loaded or cannot be loaded.
    pub done: u32,
    /// All stored tables.
    pub total: u32,
}

/// Request to open a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Game and settings.
    pub settings: Settings,
    /// Password for joining and watching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Initial seats. By default the host takes the first seat and the others are open.
    #[serde(default)]
    pub seats: Vec<SeatAssignment>,
    /// The name of the host.
    pub name: String,
}

/// Assignment of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatAssignment {
    /// Open to anyone.
    Open,
    /// The client itself, or another person at the same screen.
    Here {
        /// The name.
        name: String,
        /// The colour, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
    /// An agent of the server.
    Agent {
        /// Its spec, `name:key=value,...`.
        spec: String,
        /// Display name; the spec by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The colour, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
}

/// Request to take a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The seat; by default the first open one, unless the person already has a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The name of the person.
    pub name: String,
    /// The colour, `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The password of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// Request to watch a table that has a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WatchRequest {
    /// The password of the table.
    pub password: String,
}

/// Request to mark all seats of a person as ready, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// True if ready to start.
    pub ready: bool,
}

/// Phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Waiting for players and for the start.
    Open,
    /// A game is being played.
    Playing,
    /// The game has ended; a rematch is possible.
    Over,
}

/// Public information about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatInfo {
    /// Kind of occupant.
    pub kind: SeatKind,
    /// The name; empty for an open seat, the spec for an agent without a name.
    pub name: String,
    /// True if an agent was given a name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// The colour, `#rrggbb`.
    pub colour: String,
    /// True if ready to start. Agents always are.
    pub ready: bool,
    /// True if connected. Agents always are.
    pub present: bool,
    /// The spec of the agent that plays: the occupant, or the substitute of a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Kind of occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// No one yet.
    Open,
    /// A person.
    Person,
    /// A person who has left; a substitute agent may play until they return.
    Away,
    /// An agent.
    Agent,
}

/// Public information about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableInfo {
    /// The id of the table, which gives access to it; that of an unlisted table is secret.
    pub id: String,
    /// Game and settings.
    pub settings: Settings,
    /// True if there is a password.
    pub locked: bool,
    /// The phase.
    pub phase: Phase,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The name of the host.
    pub host: String,
    /// Number of spectators.
    #[serde(default)]
    pub watching: u32,
}

/// A game of the catalog.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameInfo {
    /// The name in specs.
    pub name: String,
    /// One-line description.
    pub summary: String,
    /// Number of seats with default parameters.
    pub seats: u8,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The agents that play it.
    pub agents: Vec<AgentInfo>,
    /// The name of the strongest agent.
    pub strongest: String,
    /// The source of the agents' strengths, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<StrengthSource>,
}

/// An agent that plays a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: String,
    /// One-line description.
    pub summary: String,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// Strength and speed in the default variant, with default parameters or at each level.
    #[serde(default)]
    pub strengths: Vec<Strength>,
    /// The agent that plays the same moves, if this one was not measured for that reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_as: Option<String>,
}

/// A parameter of a game or an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ParamInfo {
    /// The name in specs.
    pub name: String,
    /// One-line description.
    pub summary: String,
    /// Type and range.
    pub kind: ParamKind,
    /// The default value, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// Type and range of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ParamKind {
    /// A whole number.
    Int {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// A whole number, or a word instead.
    IntOr {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The word.
        word: String,
    },
    /// A number.
    Real {
        /// The minimum.
        min: f64,
        /// The maximum.
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
    /// Words of lower case letters, digits and hyphens, separated by `+`.
    Words,
}

/// A variant of a game: everything that depends on its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct VariantInfo {
    /// Its spec in the shortest form.
    pub game: String,
    /// The number of seats.
    pub seats: u8,
    /// True for perfect information: every seat sees everything.
    pub open: bool,
    /// The agents that play it.
    pub agents: Vec<AgentInfo>,
    /// The spec of the default opponent.
    pub opponent: String,
    /// The source of the agents' strengths, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<StrengthSource>,
}

/// A language the page can be shown in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LocaleInfo {
    /// Its code, such as `cs`.
    pub code: String,
    /// Its own name for itself.
    pub name: String,
    /// True if it is built in; otherwise it is in the server's content folder.
    #[serde(default = "yes")]
    pub shipped: bool,
}

fn yes() -> bool {
    true
}

/// A finished game that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReplayInfo {
    /// The id of the replay.
    pub id: String,
    /// The spec of the game.
    pub game: String,
    /// Names of the players, in seat order.
    pub seats: Vec<String>,
    /// End of the game, in seconds since 1970.
    pub ended: u64,
    /// Players who left before the end, with their places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayer>,
    /// Number of take-backs.
    #[serde(default)]
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card: the game does not count.
    #[serde(default)]
    pub unrated: bool,
}

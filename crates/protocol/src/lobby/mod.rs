//! The lobby: finding, opening and joining tables.

mod agents;
mod message;
mod settings;
mod strength;

pub use agents::{
    AgentInterpreter, AgentUploadFile, FileContentEncoding, InstallAgentRequest, InstalledAgent,
    SetInterpreterRequest,
};
pub use message::LobbyMessage;
pub use settings::{FailurePolicy, TableSettings, TimeControl, Visibility};
pub use strength::{Strength, StrengthProvenance};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::DroppedPlayerInfo;

/// Session of a client; its token identifies the person in all requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClientSession {
    /// Secret token, which the server also sets as a cookie.
    pub token: String,
}

/// Progress of a restarted server in loading its stored tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableLoadProgress {
    /// Number of stored tables that were loaded or could not be loaded.
    pub done: u32,
    /// Total number of stored tables.
    pub total: u32,
}

/// Request to open a game table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Game and settings of the table.
    pub settings: TableSettings,
    /// Password for joining and watching; `None` for a table without a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// Initial players of the seats. If empty, the host takes the first seat and the others are
    /// open.
    #[serde(default)]
    pub seats: Vec<SeatOccupantChoice>,
    /// Name of the person who opens the table and becomes its host.
    pub name: String,
}

/// Player that the host assigns to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatOccupantChoice {
    /// No player is assigned: anyone may take the seat.
    Open,
    /// The person who sends the request, or another person at the same screen.
    Here {
        /// Name of the player.
        name: String,
        /// Colour of the player, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
    /// Agent that runs on the server.
    Agent {
        /// Spec of the agent, `name:key=value,...`.
        spec: String,
        /// Display name of the agent; its spec if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Colour of the player, `#rrggbb`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
}

/// Request of a person to take a seat at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// Seat to take; if `None`, the first open one, unless the person already has a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Name of the person.
    pub name: String,
    /// Colour of the player, `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Password of the table; `None` for a table without a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// Request to watch a table that has a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WatchRequest {
    /// Password of the table.
    pub password: String,
}

/// Request to mark all seats of the person as ready to start, or as not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// True if the person is ready to start.
    pub ready: bool,
}

/// Phase of a table: before, during or after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TablePhase {
    /// The table waits for players and for the start.
    Open,
    /// A game is being played.
    Playing,
    /// The game has ended; a rematch is possible.
    Over,
}

/// Public state of a seat: its player and readiness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatInfo {
    /// Kind of player at the seat.
    pub kind: SeatKind,
    /// Name of the player; empty for an open seat, the spec for an agent without a name.
    pub name: String,
    /// True if the player is an agent with a display name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Colour of the player, `#rrggbb`.
    pub colour: String,
    /// True if the player is ready to start. Agents are always ready.
    pub ready: bool,
    /// True if the player is connected. Agents are always connected.
    pub present: bool,
    /// Spec of the agent that plays: the player itself, or the substitute of a person. `None` if a
    /// person plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Kind of player at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// No player: the seat is open.
    Open,
    /// A person who is at the table.
    Person,
    /// A person who has left; a substitute agent may play until they return.
    Away,
    /// An agent of the server.
    Agent,
}

/// Public state of a table: settings, phase and seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableInfo {
    /// Id of the table, which gives access to it. The id of an unlisted table is secret.
    pub id: String,
    /// Game and settings of the table.
    pub settings: TableSettings,
    /// True if the table has a password.
    pub locked: bool,
    /// Phase of the table.
    pub phase: TablePhase,
    /// Seats of the table, in seat order.
    pub seats: Vec<SeatInfo>,
    /// Name of the host.
    pub host: String,
    /// Number of connected spectators.
    #[serde(default)]
    pub watching: u32,
}

/// Description of a game: its parameters and agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameInfo {
    /// Name of the game in specs.
    pub name: String,
    /// One-line description of the game.
    pub summary: String,
    /// Number of seats of the game with default parameters.
    pub seats: u8,
    /// Parameters that a spec of the game may set.
    pub params: Vec<ParamInfo>,
    /// Agents that play the game.
    pub agents: Vec<AgentInfo>,
    /// Name of the strongest agent of the game.
    pub strongest: String,
    /// Source of the agents' measured strengths; `None` if they were not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<StrengthProvenance>,
}

/// Description of an agent of a game: its parameters and strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentInfo {
    /// Name of the agent in specs.
    pub name: String,
    /// One-line description of the agent.
    pub summary: String,
    /// Parameters that a spec of the agent may set.
    pub params: Vec<ParamInfo>,
    /// Measured strengths and speeds in the default variant of the game: with default parameters,
    /// or at each strength level of the agent.
    #[serde(default)]
    pub strengths: Vec<Strength>,
    /// Name of another agent that plays the same moves and was measured instead; `None` otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays_as: Option<String>,
}

/// Parameter of a game or an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ParamInfo {
    /// Name of the parameter in specs.
    pub name: String,
    /// One-line description of the parameter.
    pub summary: String,
    /// Type and range of the parameter.
    pub kind: ParamKind,
    /// Default value as written in specs; `None` if there is no default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// Type and range of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ParamKind {
    /// Whole number within a range.
    Int {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// Whole number within a range, or one special word.
    IntOr {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
        /// Special word that is allowed instead of a number.
        word: String,
    },
    /// Decimal number within a range.
    Real {
        /// Smallest allowed value.
        min: f64,
        /// Largest allowed value.
        max: f64,
    },
    /// Duration, such as `250ms`, `1.5s` or `2m`.
    Time,
    /// Boolean, written as `on` or `off`.
    Switch,
    /// One word of a fixed list.
    Choice {
        /// Allowed words.
        words: Vec<String>,
    },
    /// List of words separated by `+`, each of lower-case letters, digits and hyphens.
    Words,
}

/// Description of a variant, which is a game with chosen parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct VariantInfo {
    /// Spec of the variant in its shortest form.
    pub game: String,
    /// Number of seats of the variant.
    pub seats: u8,
    /// True for a game of perfect information.
    pub open: bool,
    /// Agents that play the game.
    pub agents: Vec<AgentInfo>,
    /// Spec of the agent that is the default opponent.
    pub opponent: String,
    /// Source of the agents' measured strengths; `None` if they were not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<StrengthProvenance>,
}

/// Language in which the web page can be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct LocaleInfo {
    /// Language code, such as `cs`.
    pub code: String,
    /// Name of the language in that language.
    pub name: String,
    /// True if the translation is built into the program, false if it is in the server's content
    /// folder.
    #[serde(default = "yes")]
    pub shipped: bool,
}

fn yes() -> bool {
    true
}

/// Summary of a finished game that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReplayInfo {
    /// Id of the replay.
    pub id: String,
    /// Spec of the game.
    pub game: String,
    /// Names of the players, in seat order.
    pub seats: Vec<String>,
    /// Time at which the game ended, in seconds since 1970.
    pub ended: u64,
    /// Players who left before the end, with their final places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayerInfo>,
    /// Number of take-backs in the game.
    #[serde(default)]
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card: the game is not rated.
    #[serde(default)]
    pub unrated: bool,
}

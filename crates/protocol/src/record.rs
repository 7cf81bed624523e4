//! Game records that the server replays and checks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::DroppedPlayerInfo;

/// Request to check a game record by replaying it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RecordCheckRequest {
    /// Text of the game record's file.
    pub text: String,
    /// Seat whose view the response shows; if `None`, the response hides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// Result of checking a game record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum RecordCheckResult {
    /// Result for a valid record: its replayed moves and positions.
    Good(RecordInfo),
    /// Result for an invalid record: its first error.
    Bad {
        /// Line of the first error, counted from 1.
        line: u32,
        /// Description of the error, in English.
        reason: String,
    },
}

/// Replayed game record with all moves and positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordInfo {
    /// Spec of the game.
    pub game: String,
    /// Name and version of the program that wrote the record.
    pub program: String,
    /// Seed of the setup and of chance events, as text: clients may lack 64-bit integers.
    pub seed: String,
    /// Number of take-backs in the game.
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card: the game is not rated.
    pub unrated: bool,
    /// Player at each seat: the spec of an agent, or the name of a person.
    pub seats: Vec<String>,
    /// True for a game of perfect information.
    pub open: bool,
    /// Moves of the game, including chance events.
    pub plies: Vec<RecordPlyInfo>,
    /// Initial position, then the position after each move, in text form.
    pub positions: Vec<String>,
    /// Players who left before the end, with their final places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayerInfo>,
    /// Rank of each seat, 1 is the best; `None` if the game is unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
}

/// Move or chance event of a game record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordPlyInfo {
    /// Seat that moved; `None` for a chance event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Move in text form, as observed by the requested seat.
    pub text: String,
    /// Utility that the moving agent expected for itself, from -1 to 1; `None` if not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Thinking time of the move in milliseconds; `None` if not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

//! Game records that the server replays and checks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::DroppedPlayer;

/// Request to check a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckRecord {
    /// The text of the record.
    pub text: String,
    /// The seat whose view is shown; by default nothing is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// Result of checking a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum RecordCheckResult {
    /// The record is valid.
    Good(RecordInfo),
    /// The record is invalid.
    Bad {
        /// The line, counted from 1.
        line: u32,
        /// The error, in English.
        reason: String,
    },
}

/// A replayed record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordInfo {
    /// The spec of the game.
    pub game: String,
    /// Name and version of the program that wrote it.
    pub program: String,
    /// The seed of setup and chance, as text: clients may lack 64-bit integers.
    pub seed: String,
    /// Number of take-backs.
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card.
    pub unrated: bool,
    /// The spec of the agent at each seat, or the name of a person.
    pub seats: Vec<String>,
    /// True for perfect information: every seat sees everything.
    pub open: bool,
    /// The moves.
    pub plies: Vec<RecordPly>,
    /// The initial position, then the position after each move.
    pub positions: Vec<String>,
    /// Players who left before the end, with their places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayer>,
    /// The rank of each seat, 1 is best; none if the game is unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordPly {
    /// The seat that moved; none for chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The move, as observed by the chosen seat.
    pub text: String,
    /// The utility the mover expected, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Time the mover took in milliseconds, if measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

//! Records of games, read and played again by the server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::table::Dropout;

/// A record somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CheckRecord {
    /// The file.
    pub text: String,
    /// The seat with whose eyes the game is looked at; nothing is hidden if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
}

/// What came of playing a record again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Checked {
    /// All of it is right.
    Good(RecordInfo),
    /// Something is wrong with it.
    Bad {
        /// The line, counted from 1.
        line: u32,
        /// What is wrong with it, in English.
        reason: String,
    },
}

/// A record that was played again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordInfo {
    /// The spec of the game.
    pub game: String,
    /// The program that wrote it.
    pub program: String,
    /// The seed of the setup and of chance, as text: not every client has such large numbers.
    pub seed: String,
    /// How often moves were taken back.
    pub take_backs: u32,
    /// Whether chance or hidden cards had been seen in what was taken back.
    pub unrated: bool,
    /// The spec of the agent at each seat, or the name of a person.
    pub seats: Vec<String>,
    /// Whether every seat sees everything.
    pub open: bool,
    /// The moves.
    pub plies: Vec<RecordPly>,
    /// The position before the first move, then that after each of them.
    pub positions: Vec<String>,
    /// Those who did not play to the end, with the places that are theirs.
    #[serde(default)]
    pub dropouts: Vec<Dropout>,
    /// The rank of each seat, 1 being the best; none if the game is not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RecordPly {
    /// Who moved; none is chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The move, as far as the eyes may know it.
    pub text: String,
    /// The utility the mover expected, if it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The milliseconds the mover took, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

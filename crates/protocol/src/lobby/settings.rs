//! What is played at a table and how. Only the host changes it, and only before the game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What is played at a table and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What the table is called.
    pub name: String,
    /// More about it.
    #[serde(default)]
    pub description: String,
    /// The spec of the game, `name:key=value,...`.
    pub game: String,
    /// Who can find the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether others may watch.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether players may ask for hints.
    #[serde(default = "yes")]
    pub hints: bool,
    /// Whether everyone sees what agents think. Never where something is hidden.
    #[serde(default = "yes")]
    pub thinking: bool,
    /// The seed of the game's chances and of its agents, known to all; a secret one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How long players may think; as long as they like if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The spec of the agent that plays for those who leave; the others wait if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
}

impl Settings {
    /// The settings of a table of this name and game, everything else as it comes.
    pub fn new(name: impl Into<String>, game: impl Into<String>) -> Settings {
        Settings {
            name: name.into(),
            description: String::new(),
            game: game.into(),
            visibility: Visibility::Listed,
            spectators: true,
            hints: true,
            thinking: true,
            seed: None,
            clock: None,
            substitute: None,
        }
    }
}

fn yes() -> bool {
    true
}

/// Who can find a table.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone, in the list.
    #[default]
    Listed,
    /// Those who were given its address.
    Unlisted,
}

/// Time for all moves together, and what is added for each (Fischer 1988).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Seconds for the game.
    #[schema(minimum = 1, maximum = 864000)]
    pub base: u32,
    /// Seconds added with each move.
    #[serde(default)]
    #[schema(maximum = 3600)]
    pub increment: u32,
}

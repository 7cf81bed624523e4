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
    /// Whether players may ask for hints. If left out, they may where one person plays and may not
    /// between several. With `true` everyone who ticks that the game may start agrees; whoever changes
    /// it takes the ticks away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether everyone sees what agents think. Where something is hidden, only who sees with their
    /// eyes does.
    #[serde(default = "yes")]
    pub thinking: bool,
    /// Whether everyone at the table sees what is hidden, those who watch too: for study. It is said
    /// when the table is opened and not later, and means nothing where nothing is hidden. Agents are
    /// still told only what their seat may know.
    #[serde(default)]
    pub reveal: bool,
    /// The seed of the game's chances and of its agents, known to all; a secret one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How long players may think; as long as they like if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Milliseconds between moves where only agents play, for those who watch; the game then waits
    /// while nobody does. As fast as they think if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 60000)]
    pub pace: Option<u32>,
    /// The spec of the agent that plays for those who leave; the others wait if left out. It is
    /// one of the server's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
    /// What becomes of an agent that fails.
    #[serde(default, skip_serializing_if = "Failing::is_usual")]
    pub failing: Failing,
}

/// What becomes of an agent that crashes, hangs, cheats or gives up.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Failing {
    /// The substitute plays on in its place, or the usual opponent if there is none.
    #[default]
    Replaced,
    /// It has lost. With more than two seats the others play on as if it were replaced.
    Loses,
}

impl Failing {
    fn is_usual(&self) -> bool {
        *self == Failing::default()
    }
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
            hints: None,
            thinking: true,
            reveal: false,
            seed: None,
            clock: None,
            pace: None,
            substitute: None,
            failing: Failing::default(),
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

//! Settings of a table. Only the host changes them, and only before the game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// Name of the table.
    pub name: String,
    /// Description of the table.
    #[serde(default)]
    pub description: String,
    /// Spec of the game, `name:key=value,...`.
    pub game: String,
    /// Visibility in the lobby.
    #[serde(default)]
    pub visibility: Visibility,
    /// True if spectators are allowed.
    #[serde(default = "super::yes")]
    pub spectators: bool,
    /// True if players may ask for hints; if `None`, only a single human player may. Players
    /// agree to it by marking themselves ready; a change resets the ready marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// True if all clients see the agents' analysis. With hidden information, only clients that
    /// view the agent's seat see it.
    #[serde(default = "super::yes")]
    pub thinking: bool,
    /// True if everyone, including spectators, sees hidden information: for study. Fixed when the
    /// table is opened; no effect without hidden information. Agents still get only their own view.
    #[serde(default)]
    pub reveal: bool,
    /// Public seed of chance events and agents; if `None`, a secret random seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Time control; `None` for unlimited time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Milliseconds between moves in games of agents only, for spectators; the game pauses while no
    /// one watches. No delay by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 60000)]
    pub pace: Option<u32>,
    /// Spec of the built-in agent that plays for people who leave; if `None`, the others wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
    /// Policy for agents that crash, hang, cheat or resign.
    #[serde(default, skip_serializing_if = "is_default_policy")]
    pub failing: FailurePolicy,
}

/// Policy for an agent that crashes, hangs, cheats or gives up.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum FailurePolicy {
    /// The table's substitute agent, or else the game's default opponent, replaces the failed
    /// agent.
    #[default]
    Replaced,
    /// The failed agent loses. With more than two seats the game continues with a replacement
    /// agent.
    Loses,
}

fn is_default_policy(policy: &FailurePolicy) -> bool {
    *policy == FailurePolicy::default()
}

impl TableSettings {
    /// Default settings for a table with this name and game.
    pub fn new(name: impl Into<String>, game: impl Into<String>) -> TableSettings {
        TableSettings {
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
            failing: FailurePolicy::default(),
        }
    }
}

/// Visibility of a table in the lobby.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// The table is shown to everyone in the lobby.
    #[default]
    Listed,
    /// The table is not shown in the lobby and is reachable by its address only.
    Unlisted,
}

/// Time control: base time and Fischer increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Base time of each player in seconds.
    #[schema(minimum = 1, maximum = 864000)]
    pub base: u32,
    /// Seconds added to the clock after each move.
    #[serde(default)]
    #[schema(maximum = 3600)]
    pub increment: u32,
}

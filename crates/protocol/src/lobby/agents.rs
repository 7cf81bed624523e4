//! External agents that are installed at a server, and how they are added from a page.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An external agent that is installed at the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct InstalledAgent {
    /// Its spec: `@` and its name.
    pub spec: String,
    /// The games it plays; all if there are none.
    pub games: Vec<String>,
    /// What it is, in one line.
    pub summary: String,
}

/// What runs agents that are files with an ending, at the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Runner {
    /// The ending, such as `py`.
    pub ending: String,
    /// The command that somebody has set; the usual one if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The usual command.
    pub usual: String,
}

/// What is to run agents that are files with an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewRunner {
    /// The command; the usual one if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// An agent to be installed: a file, or a folder of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewAgent {
    /// The name of the folder; without one there is a single file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The files.
    pub files: Vec<AgentFile>,
    /// Whether it takes the place of an installed agent of the same name.
    #[serde(default)]
    pub replace: bool,
}

/// A file of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentFile {
    /// Its name, with `/` between folders.
    pub path: String,
    /// What is in it.
    pub content: String,
    /// How the content is written here.
    #[serde(default)]
    pub encoding: Encoding,
}

/// How the content of a file is written.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// As it is.
    #[default]
    Text,
    /// In base 64.
    Base64,
}

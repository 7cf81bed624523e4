//! External agents installed on a server, and requests to install them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An external agent installed on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct InstalledAgent {
    /// Its spec: `@` and its name.
    pub spec: String,
    /// The games it plays; empty for all.
    pub games: Vec<String>,
    /// One-line description.
    pub summary: String,
}

/// The command that runs agent files with a given extension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Runner {
    /// The file extension, such as `py`.
    pub ending: String,
    /// The configured command; none for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The default command.
    pub usual: String,
}

/// Request to set the command that runs agent files with a given extension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewRunner {
    /// The command; none for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// Request to install an agent: a file, or a folder of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewAgent {
    /// The name of the folder; none for a single file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The files.
    pub files: Vec<AgentFile>,
    /// True to replace an installed agent of the same name.
    #[serde(default)]
    pub replace: bool,
}

/// A file of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentFile {
    /// The path, with `/` between folders.
    pub path: String,
    /// The content.
    pub content: String,
    /// Encoding of the content.
    #[serde(default)]
    pub encoding: Encoding,
}

/// Encoding of the content of a file.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Plain text.
    #[default]
    Text,
    /// Base64.
    Base64,
}

//! External agents installed on a server, and requests to install them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An external agent installed on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct InstalledAgent {
    /// Spec of the agent: `@` and its name.
    pub spec: String,
    /// Names of the games that the agent plays; empty for all games.
    pub games: Vec<String>,
    /// One-line description of the agent.
    pub summary: String,
}

/// The command that runs agent files with a given extension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentInterpreter {
    /// File extension, such as `py`.
    pub ending: String,
    /// Command that the user configured; `None` if the default applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Default command for this extension.
    pub usual: String,
}

/// Request to set the command that runs agent files with a given extension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SetInterpreterRequest {
    /// New command; `None` to restore the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// Request to install an agent: a file, or a folder of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct InstallAgentRequest {
    /// Name of the agent's folder; `None` for an agent that is a single file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Files of the agent.
    pub files: Vec<AgentUploadFile>,
    /// True to replace an installed agent of the same name.
    #[serde(default)]
    pub replace: bool,
}

/// File of an agent to be installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AgentUploadFile {
    /// Path within the agent's folder, with `/` between folders.
    pub path: String,
    /// Content of the file, in the given encoding.
    pub content: String,
    /// Encoding of the content.
    #[serde(default)]
    pub encoding: FileContentEncoding,
}

/// Encoding of the content of an uploaded file.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum FileContentEncoding {
    /// File content as UTF-8 text.
    #[default]
    Text,
    /// File content of arbitrary bytes, encoded in Base64.
    Base64,
}

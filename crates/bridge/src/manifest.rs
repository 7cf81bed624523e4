//! The manifest of an agent, `agent.toml`: its name, command and games.

use std::path::Path;

use ludorum_protocol::engine::VERSION;
use serde::Deserialize;

/// File name of an agent's manifest.
pub(crate) const FILE: &str = "agent.toml";

/// Manifest of an agent, read from `agent.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentManifest {
    /// Name of the agent: lower-case letters, digits, hyphens and underscores.
    pub name: String,
    /// Protocol version that the agent speaks.
    pub protocol: u32,
    /// Command and arguments that start the agent, run in its folder; empty if `file` is set.
    #[serde(default)]
    pub command: Vec<String>,
    /// File that the interpreter for its extension runs; `None` if `command` is set.
    pub file: Option<String>,
    /// Names of the games that the agent plays; empty for all games.
    #[serde(default)]
    pub games: Vec<String>,
    /// One-line description of the agent.
    #[serde(default)]
    pub summary: String,
}

impl AgentManifest {
    /// Parses and checks the manifest of an agent.
    ///
    /// # Errors
    /// If the manifest is invalid or names another protocol version.
    pub fn parse(text: &str) -> Result<AgentManifest, AgentManifestError> {
        let manifest: AgentManifest = toml::from_str(text)
            .map_err(|error| AgentManifestError(error.to_string().trim().replace('\n', " ")))?;
        if !is_agent_name(&manifest.name) {
            return Err(AgentManifestError(agent_name_error(&manifest.name)));
        }
        if manifest.protocol != VERSION {
            return Err(AgentManifestError(format!(
                "protocol {} is not supported; this program speaks version {VERSION}",
                manifest.protocol
            )));
        }
        if manifest.command.is_empty() == manifest.file.is_none() {
            return Err(AgentManifestError(
                "it must say how it is run: either command = [\"python3\", \"bot.py\"] or file = \"bot.py\""
                    .to_owned(),
            ));
        }
        if let Some(file) = &manifest.file
            && (Path::new(file).is_absolute() || file.split('/').any(|part| part == ".."))
        {
            return Err(AgentManifestError(format!(
                "file = \"{file}\" must be inside the agent's folder"
            )));
        }
        Ok(manifest)
    }
}

/// True if `name` is a valid agent name.
pub fn is_agent_name(name: &str) -> bool {
    let is_good = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_');
    (1..=40).contains(&name.len()) && name.chars().all(is_good) && !name.starts_with(['-', '_'])
}

/// Returns the error text for an invalid agent name.
pub fn agent_name_error(name: &str) -> String {
    format!(
        "'{name}' is not a valid name: up to 40 lower-case letters, digits, hyphens and underscores, \
         beginning with a letter or digit"
    )
}

/// Reason why an agent's manifest is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentManifestError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, reason: &str) {
        let error = AgentManifest::parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn a_manifest_says_how_an_agent_is_run() {
        let text = "name = \"bot\"\nprotocol = 1\ncommand = [\"python3\", \"a.py\"]";
        let manifest = AgentManifest::parse(text).unwrap();
        assert_eq!(manifest.command, ["python3", "a.py"]);
        assert!(manifest.games.is_empty());
    }

    #[test]
    fn other_manifests_are_refused() {
        refused("name = 3", "invalid type");
        refused("protocol = 1\nfile = \"x\"", "name");
        refused(
            "name = \"../x\"\nprotocol = 1\nfile = \"x\"",
            "not a valid name",
        );
        refused("name = \"x\"\nprotocol = 2\nfile = \"x\"", "protocol 2");
        refused("name = \"x\"\nprotocol = 1", "how it is run");
        refused("name = \"x\"\nprotocol = 1\nfile = \"../y\"", "folder");
        refused("name = \"x\"\nprotocol = 1\nfiel = \"y\"", "unknown field");
    }
}

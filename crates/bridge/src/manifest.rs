//! The manifest of an agent, `agent.toml`: what it is called, how it is run, what it plays.

use std::fmt;
use std::path::Path;

use ludorum_protocol::engine::VERSION;
use serde::Deserialize;

/// The name of the file.
pub(crate) const FILE: &str = "agent.toml";

/// What a manifest says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name of the agent: lower-case letters, digits, hyphens and underscores.
    pub name: String,
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// The command that runs it, word by word, in its folder.
    #[serde(default)]
    pub command: Vec<String>,
    /// Or a file that is run as its ending says.
    pub file: Option<String>,
    /// The games it plays; all if there are none.
    #[serde(default)]
    pub games: Vec<String>,
    /// What it is, in one line.
    #[serde(default)]
    pub summary: String,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is not one this program understands.
    pub fn parse(text: &str) -> Result<Manifest, ManifestError> {
        let manifest: Manifest = toml::from_str(text)
            .map_err(|error| ManifestError(error.to_string().trim().replace('\n', " ")))?;
        if !is_name(&manifest.name) {
            return Err(ManifestError(name_rule(&manifest.name)));
        }
        if manifest.protocol != VERSION {
            return Err(ManifestError(format!(
                "protocol {} is not known; this program speaks version {VERSION}",
                manifest.protocol
            )));
        }
        if manifest.command.is_empty() == manifest.file.is_none() {
            return Err(ManifestError(
                "say how it is run: either command = [\"python3\", \"bot.py\"] or file = \"bot.py\""
                    .to_owned(),
            ));
        }
        if let Some(file) = &manifest.file
            && (Path::new(file).is_absolute() || file.split('/').any(|part| part == ".."))
        {
            return Err(ManifestError(format!(
                "file = \"{file}\" must be in the folder of the agent"
            )));
        }
        Ok(manifest)
    }
}

/// Whether an agent may be called this.
/// Whether an agent may be called so.
pub fn is_name(name: &str) -> bool {
    let is_good = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_');
    (1..=40).contains(&name.len()) && name.chars().all(is_good) && !name.starts_with(['-', '_'])
}

/// Why an agent may not be called so.
pub fn name_rule(name: &str) -> String {
    format!(
        "'{name}' is not a name: up to 40 lower-case letters, digits, hyphens and underscores, \
         beginning with a letter or digit"
    )
}

/// Why a manifest was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError(String);

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ManifestError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, reason: &str) {
        let error = Manifest::parse(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn a_manifest_says_how_an_agent_is_run() {
        let text = "name = \"bot\"\nprotocol = 1\ncommand = [\"python3\", \"a.py\"]";
        let manifest = Manifest::parse(text).unwrap();
        assert_eq!(manifest.command, ["python3", "a.py"]);
        assert!(manifest.games.is_empty());
    }

    #[test]
    fn other_manifests_are_refused() {
        refused("name = 3", "invalid type");
        refused("protocol = 1\nfile = \"x\"", "name");
        refused("name = \"../x\"\nprotocol = 1\nfile = \"x\"", "not a name");
        refused("name = \"x\"\nprotocol = 2\nfile = \"x\"", "protocol 2");
        refused("name = \"x\"\nprotocol = 1", "how it is run");
        refused("name = \"x\"\nprotocol = 1\nfile = \"../y\"", "folder");
        refused("name = \"x\"\nprotocol = 1\nfiel = \"y\"", "unknown field");
    }
}

//! The folder of installed agents: single files, and folders with a manifest or a `main` file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::AgentInterpreterCommands;
use crate::base_class;
use crate::interpreters::user_folder;
use crate::launch_spec::{self, LaunchSpec};
use crate::manifest::{self, AgentManifest, FILE};

/// File name, without extension, of the program in a folder that has no manifest.
const MAIN: &str = "main";

/// Folder of installed agents. It is created when the first agent is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRegistry {
    folder: PathBuf,
    interpreters: AgentInterpreterCommands,
}

/// Agent in the registry, or a file or folder that could be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredAgent {
    /// Name of the agent; its spec is `@NAME`.
    pub name: String,
    /// File or folder of the agent.
    pub path: PathBuf,
    /// Command and working folder of the agent.
    pub launch_spec: LaunchSpec,
    /// Names of the games that the agent plays; empty for all games.
    pub games: Vec<String>,
    /// One-line description of the agent.
    pub summary: String,
}

/// Policy for adding an agent whose name is already taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameConflictPolicy {
    /// The installed agent stays, and the new one is refused.
    #[default]
    Refuse,
    /// The new agent replaces the installed one.
    Replace,
}

impl RegisteredAgent {
    /// True if the agent plays the game of a spec, according to its manifest.
    pub fn plays(&self, spec: &str) -> bool {
        launch_spec::plays(&self.games, spec)
    }
}

impl AgentRegistry {
    /// Opens the registry in `$LUDORUM_AGENTS`, or else in the XDG data folder.
    pub fn from_environment() -> AgentRegistry {
        let folder = user_folder(
            "LUDORUM_AGENTS",
            ("XDG_DATA_HOME", ".local/share"),
            "ludorum/agents",
        );
        let folder = folder.unwrap_or_else(|| PathBuf::from("ludorum/agents"));
        AgentRegistry::new(folder).with_interpreters(AgentInterpreterCommands::from_environment())
    }

    /// Opens the registry in a folder, with the default interpreters.
    pub fn new(folder: PathBuf) -> AgentRegistry {
        let interpreters = AgentInterpreterCommands::default();
        AgentRegistry {
            folder,
            interpreters,
        }
    }

    /// Sets the interpreters that run the agents.
    #[must_use]
    pub fn with_interpreters(mut self, interpreters: AgentInterpreterCommands) -> AgentRegistry {
        self.interpreters = interpreters;
        self
    }

    /// Returns the interpreters that run the agents.
    pub fn interpreters(&self) -> &AgentInterpreterCommands {
        &self.interpreters
    }

    /// Returns the folder of the registry.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns all usable agents, sorted by name, and the errors of the others.
    pub fn list(&self) -> (Vec<RegisteredAgent>, Vec<AgentRegistryError>) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| !is_hidden(path));
        paths.sort();
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for path in paths {
            match self.inspect(&path) {
                Ok(agent) => good.push(agent),
                Err(error) => bad.push(error),
            }
        }
        (good, bad)
    }

    /// Finds the agent with this name, ignoring case.
    ///
    /// # Errors
    /// If there is no such agent, or it cannot be used.
    pub fn find(&self, name: &str) -> Result<RegisteredAgent, AgentRegistryError> {
        let (good, bad) = self.list();
        let lowered = name.to_lowercase();
        let known: Vec<String> = good
            .iter()
            .map(|agent| format!("@{}", agent.name))
            .collect();
        if let Some(agent) = good.into_iter().find(|agent| agent.name == lowered) {
            return Ok(agent);
        }
        let broken = bad.into_iter().find(|error| error.is_about(name));
        Err(broken.unwrap_or_else(|| AgentRegistryError::Unknown {
            name: name.to_owned(),
            known,
        }))
    }

    /// Reads a file or folder as an agent, installed or not.
    ///
    /// # Errors
    /// If the file or folder is not an agent.
    pub fn inspect(&self, path: &Path) -> Result<RegisteredAgent, AgentRegistryError> {
        let bad = |reason: String| AgentRegistryError::Bad {
            path: path.to_owned(),
            reason,
        };
        let name = || {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = stem.to_lowercase();
            if manifest::is_agent_name(&name) {
                Ok(name)
            } else {
                Err(bad(manifest::agent_name_error(&name)))
            }
        };
        let (name, launch_spec, games, summary) = if path.is_dir() {
            let file = path.join(FILE);
            if file.is_file() {
                let text = fs::read_to_string(&file).map_err(|error| bad(error.to_string()))?;
                let manifest =
                    AgentManifest::parse(&text).map_err(|error| bad(format!("{FILE}: {error}")))?;
                let launch_spec = match &manifest.file {
                    Some(file) => LaunchSpec::file(&path.join(file), &self.interpreters),
                    None => LaunchSpec::command(&manifest.command, path),
                };
                (manifest.name, launch_spec, manifest.games, manifest.summary)
            } else {
                let main = main_file(path)
                    .ok_or_else(|| bad(format!("there is no {FILE} and no {MAIN} file in it")))?;
                (
                    name()?,
                    LaunchSpec::file(&main, &self.interpreters),
                    vec![],
                    String::new(),
                )
            }
        } else {
            let launch_spec = LaunchSpec::file(path, &self.interpreters);
            (name()?, launch_spec, vec![], String::new())
        };
        let launch_spec = launch_spec.map_err(|error| bad(error.to_string()))?;
        Ok(RegisteredAgent {
            launch_spec: launch_spec.named(&name).with_base_class(&self.folder),
            path: path.to_owned(),
            name,
            games,
            summary,
        })
    }

    /// Installs a copy of an agent's file or folder.
    ///
    /// # Errors
    /// If it is not an agent, its name is taken and `same_name` refuses to replace it, or it cannot
    /// be copied.
    pub fn add(
        &self,
        path: &Path,
        same_name: NameConflictPolicy,
    ) -> Result<RegisteredAgent, AgentRegistryError> {
        let agent = self.inspect(path)?;
        let (good, _) = self.list();
        let other = good.into_iter().find(|other| other.name == agent.name);
        if let Some(other) = &other
            && same_name == NameConflictPolicy::Refuse
        {
            return Err(AgentRegistryError::Taken {
                name: agent.name,
                path: other.path.clone(),
            });
        }
        let to = match (path.is_dir(), path.extension()) {
            (false, Some(ending)) => self.folder.join(&agent.name).with_extension(ending),
            _ => self.folder.join(&agent.name),
        };
        let failed = |error: io::Error| AgentRegistryError::Bad {
            path: to.clone(),
            reason: error.to_string(),
        };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        // An incomplete copy must not be listed as an agent.
        let staging = self
            .folder
            .join(format!(".{}.{}", agent.name, std::process::id()));
        let copied = copy(path, &staging)
            .and_then(|()| base_class::replace_bundled(&staging))
            .and_then(|()| match &other {
                Some(other) => replace(&staging, &to, &other.path),
                None => fs::rename(&staging, &to),
            });
        if let Err(error) = copied {
            let _ = remove(&staging);
            return Err(failed(error));
        }
        self.find(&agent.name)
    }

    /// Removes the agent with this name and returns its former path.
    ///
    /// # Errors
    /// If there is no such agent, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<PathBuf, AgentRegistryError> {
        let path = match self.find(name) {
            Ok(agent) => agent.path,
            // An unusable agent can still be removed.
            Err(AgentRegistryError::Bad { path, .. }) => path,
            Err(error) => return Err(error),
        };
        remove(&path).map_err(|error| AgentRegistryError::Bad {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        Ok(path)
    }
}

/// Replaces the file or folder of an agent by a new one. The old one stays if that fails.
fn replace(new: &Path, to: &Path, old: &Path) -> io::Result<()> {
    let mut backup = new.as_os_str().to_owned();
    backup.push(".old");
    let backup = PathBuf::from(backup);
    fs::rename(old, &backup)?;
    if let Err(error) = fs::rename(new, to) {
        fs::rename(&backup, old)?;
        return Err(error);
    }
    remove(&backup)
}

pub(crate) fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with('.')
}

fn main_file(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let is_main = |path: &&PathBuf| path.is_file() && path.file_stem().is_some_and(|s| s == MAIN);
    files.iter().find(is_main).cloned()
}

/// Copies a file or a folder. Symbolic links are skipped: their targets are not part of the agent.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if !kind.is_symlink() && !is_hidden(&entry.path()) {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() && !path.is_symlink() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
}

/// Error of a registry operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentRegistryError {
    /// There is no agent with this name.
    #[error(
        "agent '{name}' is not installed; {}; add one with: ludorum agent add PATH",
        installed(.known)
    )]
    Unknown {
        /// Name of the agent.
        name: String,
        /// Specs of all installed agents.
        known: Vec<String>,
    },
    /// An agent with this name is already installed.
    #[error(
        "agent '{name}' is already installed ({}); replace it with: ludorum agent add --replace PATH",
        .path.display()
    )]
    Taken {
        /// Name of the agent.
        name: String,
        /// Path of the installed agent.
        path: PathBuf,
    },
    /// A file or folder cannot be used as an agent, or cannot be written.
    #[error("{}: {reason}", .path.display())]
    Bad {
        /// Path of the file or folder.
        path: PathBuf,
        /// Reason of the failure.
        reason: String,
    },
}

impl AgentRegistryError {
    fn is_about(&self, name: &str) -> bool {
        match self {
            AgentRegistryError::Bad { path, .. } => {
                path.file_stem().is_some_and(|stem| stem == name)
            }
            AgentRegistryError::Unknown { .. } | AgentRegistryError::Taken { .. } => false,
        }
    }
}

fn installed(specs: &[String]) -> String {
    if specs.is_empty() {
        "none is installed yet".to_owned()
    } else {
        format!("installed are {}", specs.join(", "))
    }
}

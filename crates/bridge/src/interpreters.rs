//! The interpreters of agent files by file extension: from the command line, the environment, a
//! configuration file, or the defaults, in this order.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::launch_spec::{self, LaunchError};

/// Commands that run agent files, by file extension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentInterpreterCommands {
    overrides: BTreeMap<String, String>,
    file: Option<PathBuf>,
}

impl AgentInterpreterCommands {
    /// Returns the interpreters in the user's configuration file: `runners.toml` in
    /// `$LUDORUM_CONFIG` or in the XDG configuration folder.
    pub fn from_environment() -> AgentInterpreterCommands {
        let folder = user_folder("LUDORUM_CONFIG", ("XDG_CONFIG_HOME", ".config"), "ludorum");
        AgentInterpreterCommands {
            overrides: BTreeMap::new(),
            file: folder.map(|folder| folder.join("runners.toml")),
        }
    }

    /// Returns the interpreters in a configuration file, which has one line per extension:
    /// `py = "/opt/python3.13/bin/python3 -X utf8"`.
    pub fn from_file(file: PathBuf) -> AgentInterpreterCommands {
        AgentInterpreterCommands {
            overrides: BTreeMap::new(),
            file: Some(file),
        }
    }

    /// Overrides the command that runs agent files with the extension `ending`.
    #[must_use]
    pub fn with_override(mut self, ending: &str, command: &str) -> AgentInterpreterCommands {
        self.overrides.insert(ending.to_owned(), command.to_owned());
        self
    }

    /// Returns the configured command for files with this extension; `None` if the default applies.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn command_for(&self, ending: &str) -> Result<Option<String>, LaunchError> {
        let overridden = self.overrides.get(ending).cloned();
        let variable = || std::env::var(launch_spec::variable(ending)).ok();
        match overridden.or_else(variable) {
            Some(command) => Ok(Some(command)),
            None => Ok(self.read()?.remove(ending)),
        }
    }

    /// Returns the supported file extensions with their default interpreters.
    pub fn defaults() -> impl Iterator<Item = (&'static str, &'static str)> {
        launch_spec::DEFAULT_INTERPRETERS.into_iter()
    }

    /// Reads the commands of the configuration file, by extension.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self) -> Result<BTreeMap<String, String>, LaunchError> {
        let Some(file) = self.file.as_deref().filter(|file| file.is_file()) else {
            return Ok(BTreeMap::new());
        };
        let failed = |reason: String| LaunchError(format!("{}: {reason}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        toml::from_str(&text).map_err(|error| failed(error.to_string()))
    }

    /// Saves the command for an extension to the configuration file; `None` restores the default.
    ///
    /// # Errors
    /// If the extension or the program does not exist, or the file cannot be written.
    pub fn save(&self, ending: &str, command: Option<&str>) -> Result<(), LaunchError> {
        let Some(file) = &self.file else {
            return Err(LaunchError(
                "there is no configuration folder to save it in".to_owned(),
            ));
        };
        if launch_spec::default_interpreter(ending).is_none() {
            return Err(LaunchError(format!(
                "agents cannot have the extension .{ending}"
            )));
        }
        let mut all = self.read()?;
        match command.map(str::trim).filter(|command| !command.is_empty()) {
            Some(command) => {
                check(command)?;
                all.insert(ending.to_owned(), command.to_owned());
            }
            None => {
                all.remove(ending);
            }
        }
        let lines = all
            .iter()
            .map(|(ending, command)| format!("{ending} = {}\n", quoted(command)));
        let text: String = lines.collect();
        let failed = |error| LaunchError(format!("{}: {error}", file.display()));
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(file, text).map_err(failed)
    }
}

/// Returns the folder in the environment variable `own`, or else `name` in an XDG folder: the value
/// of the variable `xdg`, or `default` in the home folder.
pub(crate) fn user_folder(own: &str, (xdg, default): (&str, &str), name: &str) -> Option<PathBuf> {
    let set = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let xdg = || set(xdg).or_else(|| set("HOME").map(|home| home.join(default)));
    set(own).or_else(|| xdg().map(|folder| folder.join(name)))
}

/// Rejects a command whose program does not exist.
fn check(command: &str) -> Result<(), LaunchError> {
    let program = command.split_whitespace().next().unwrap_or_default();
    let is_there = if program.contains(std::path::MAIN_SEPARATOR) {
        Path::new(program).is_file()
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let exe = std::env::consts::EXE_SUFFIX;
        let name = format!("{program}{exe}");
        std::env::split_paths(&path).any(|folder| folder.join(&name).is_file())
    };
    if is_there && !command.contains(char::is_control) {
        Ok(())
    } else {
        Err(LaunchError(format!("there is no program {program}")))
    }
}

/// Quotes a command as a TOML basic string. Commands have no control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

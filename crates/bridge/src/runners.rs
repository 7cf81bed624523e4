//! What runs files by their ending, such as which Python runs agents: as said on the command line, in
//! the environment, in a file, or else as usual.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::recipe::{self, RecipeError};

/// What runs files by their ending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runners {
    said: BTreeMap<String, String>,
    file: Option<PathBuf>,
}

impl Runners {
    /// What the user's file says: `$LUDORUM_CONFIG/runners.toml`, or the place for such things.
    pub fn usual() -> Runners {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = set("LUDORUM_CONFIG").map(PathBuf::from).or_else(|| {
            let own = set("XDG_CONFIG_HOME").map(PathBuf::from);
            let own = own.or(set("HOME").map(|home| PathBuf::from(home).join(".config")));
            own.map(|folder| folder.join("ludorum"))
        });
        Runners {
            said: BTreeMap::new(),
            file: folder.map(|folder| folder.join("runners.toml")),
        }
    }

    /// What a file says: one line for each ending, `py = "/opt/python3.13/bin/python3 -X utf8"`.
    pub fn kept_in(file: PathBuf) -> Runners {
        Runners {
            said: BTreeMap::new(),
            file: Some(file),
        }
    }

    /// The same, but files with this ending are run by this command.
    #[must_use]
    pub fn saying(mut self, ending: &str, command: &str) -> Runners {
        self.said.insert(ending.to_owned(), command.to_owned());
        self
    }

    /// What somebody has said runs files with an ending; none if nobody has.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn of(&self, ending: &str) -> Result<Option<String>, RecipeError> {
        let said = self.said.get(ending).cloned();
        let set = || std::env::var(recipe::variable(ending)).ok();
        match said.or_else(set) {
            Some(command) => Ok(Some(command)),
            None => Ok(self.kept()?.remove(ending)),
        }
    }

    /// The endings that agents have, with what usually runs them.
    pub fn endings() -> impl Iterator<Item = (&'static str, &'static str)> {
        recipe::RUNNERS.into_iter()
    }

    /// What the file says, by ending.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn kept(&self) -> Result<BTreeMap<String, String>, RecipeError> {
        let Some(file) = self.file.as_deref().filter(|file| file.is_file()) else {
            return Ok(BTreeMap::new());
        };
        let failed = |reason: String| RecipeError(format!("{}: {reason}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        toml::from_str(&text).map_err(|error| failed(error.to_string()))
    }

    /// Writes into the file what runs files with an ending from now on; the usual if nothing is said.
    ///
    /// # Errors
    /// When there is no such ending or program, or the file cannot be written.
    pub fn keep(&self, ending: &str, command: Option<&str>) -> Result<(), RecipeError> {
        let Some(file) = &self.file else {
            return Err(RecipeError("there is no place to keep it".to_owned()));
        };
        if recipe::usual_runner(ending).is_none() {
            return Err(RecipeError(format!("agents do not end in .{ending}")));
        }
        let mut all = self.kept()?;
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
        let failed = |error| RecipeError(format!("{}: {error}", file.display()));
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(file, text).map_err(failed)
    }
}

/// Refuses a command whose program is not there.
fn check(command: &str) -> Result<(), RecipeError> {
    let program = command.split_whitespace().next().unwrap_or_default();
    let is_there = match program.contains(std::path::MAIN_SEPARATOR) {
        true => Path::new(program).is_file(),
        false => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let exe = std::env::consts::EXE_SUFFIX;
            let name = format!("{program}{exe}");
            std::env::split_paths(&path).any(|folder| folder.join(&name).is_file())
        }
    };
    match is_there && !command.contains(char::is_control) {
        true => Ok(()),
        false => Err(RecipeError(format!("there is no program {program}"))),
    }
}

/// A basic string of TOML. Commands have no control characters.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

//! The folder of installed agents: single files, and folders with a manifest or a `main` file.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Runners;
use crate::base_class;
use crate::manifest::{self, FILE, Manifest};
use crate::recipe::{self, Recipe};

/// A folder with a manifest that says so, or with a file of this name, is an agent.
const MAIN: &str = "main";

/// A folder of installed agents. It need not be there before the first is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: PathBuf,
    runners: Runners,
}

/// An installed agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its name; the spec is `@` and this.
    pub name: String,
    /// The file or folder it is.
    pub path: PathBuf,
    /// How it is run.
    pub recipe: Recipe,
    /// The games it plays; all if there are none.
    pub games: Vec<String>,
    /// What it is, in one line.
    pub summary: String,
}

/// What happens to an installed agent when another of its name is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SameName {
    /// It stays, and the new one is refused.
    #[default]
    Refuse,
    /// The new one takes its place.
    Replace,
}

impl Installed {
    /// Whether it says that it plays the game of a spec.
    pub fn plays(&self, spec: &str) -> bool {
        recipe::plays(&self.games, spec)
    }
}

impl Shelf {
    /// The agents in the usual folder: `$LUDORUM_AGENTS`, or the place for such things.
    pub fn usual() -> Shelf {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = match set("LUDORUM_AGENTS") {
            Some(folder) => PathBuf::from(folder),
            None => set("XDG_DATA_HOME")
                .map(PathBuf::from)
                .or(set("HOME").map(|home| PathBuf::from(home).join(".local/share")))
                .unwrap_or_default()
                .join("ludorum/agents"),
        };
        Shelf::new(folder).run_by(Runners::usual())
    }

    /// The agents in a folder.
    pub fn new(folder: PathBuf) -> Shelf {
        let runners = Runners::default();
        Shelf { folder, runners }
    }

    /// The same agents, run by these programs.
    #[must_use]
    pub fn run_by(mut self, runners: Runners) -> Shelf {
        self.runners = runners;
        self
    }

    /// What runs them.
    pub fn runners(&self) -> &Runners {
        &self.runners
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All installed agents by name, and what is wrong with those that cannot be used.
    pub fn list(&self) -> (Vec<Installed>, Vec<ShelfError>) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| !is_hidden(path));
        paths.sort();
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        for path in paths {
            match self.look(&path) {
                Ok(agent) => good.push(agent),
                Err(error) => bad.push(error),
            }
        }
        (good, bad)
    }

    /// The agent of this name, which may be written with capitals as its file was.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub fn find(&self, name: &str) -> Result<Installed, ShelfError> {
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
        Err(broken.unwrap_or_else(|| ShelfError::Unknown {
            name: name.to_owned(),
            known,
        }))
    }

    /// What a file or folder is as an agent, installed or not.
    ///
    /// # Errors
    /// When it is none.
    pub fn look(&self, path: &Path) -> Result<Installed, ShelfError> {
        let bad = |reason: String| ShelfError::Bad {
            path: path.to_owned(),
            reason,
        };
        let name = || {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = stem.to_lowercase();
            match manifest::is_name(&name) {
                true => Ok(name),
                false => Err(bad(manifest::name_rule(&name))),
            }
        };
        let (name, recipe, games, summary) = if path.is_dir() {
            let file = path.join(FILE);
            if file.is_file() {
                let text = fs::read_to_string(&file).map_err(|error| bad(error.to_string()))?;
                let manifest =
                    Manifest::parse(&text).map_err(|error| bad(format!("{FILE}: {error}")))?;
                let recipe = match &manifest.file {
                    Some(file) => Recipe::file(&path.join(file), &self.runners),
                    None => Recipe::command(&manifest.command, path),
                };
                (manifest.name, recipe, manifest.games, manifest.summary)
            } else {
                let main = main_file(path)
                    .ok_or_else(|| bad(format!("there is no {FILE} and no {MAIN} file in it")))?;
                (
                    name()?,
                    Recipe::file(&main, &self.runners),
                    vec![],
                    String::new(),
                )
            }
        } else {
            let recipe = Recipe::file(path, &self.runners);
            (name()?, recipe, vec![], String::new())
        };
        let recipe = recipe.map_err(|error| bad(error.to_string()))?;
        Ok(Installed {
            recipe: recipe.named(&name).with_base_class(&self.folder),
            path: path.to_owned(),
            name,
            games,
            summary,
        })
    }

    /// Copies a file or a folder onto the shelf.
    ///
    /// # Errors
    /// When it is no agent, its name is taken and not to be taken over, or it cannot be copied.
    pub fn add(&self, path: &Path, same_name: SameName) -> Result<Installed, ShelfError> {
        let agent = self.look(path)?;
        let (good, _) = self.list();
        let other = good.into_iter().find(|other| other.name == agent.name);
        if let Some(other) = &other
            && same_name == SameName::Refuse
        {
            return Err(ShelfError::Taken {
                name: agent.name,
                path: other.path.clone(),
            });
        }
        let to = match (path.is_dir(), path.extension()) {
            (false, Some(ending)) => self.folder.join(&agent.name).with_extension(ending),
            _ => self.folder.join(&agent.name),
        };
        let failed = |error: io::Error| ShelfError::Bad {
            path: to.clone(),
            reason: error.to_string(),
        };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        // Half a copy must not look like an agent.
        let half = self
            .folder
            .join(format!(".{}.{}", agent.name, std::process::id()));
        let copied = copy(path, &half)
            .and_then(|()| base_class::put_in_place_of_another(&half))
            .and_then(|()| match &other {
                Some(other) => take_over(&half, &to, &other.path),
                None => fs::rename(&half, &to),
            });
        if let Err(error) = copied {
            let _ = remove(&half);
            return Err(failed(error));
        }
        self.find(&agent.name)
    }

    /// Removes the agent of this name; returns where it was.
    ///
    /// # Errors
    /// When there is none, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<PathBuf, ShelfError> {
        let path = match self.find(name) {
            Ok(agent) => agent.path,
            // What cannot be used can still be removed.
            Err(ShelfError::Bad { path, .. }) => path,
            Err(error) => return Err(error),
        };
        remove(&path).map_err(|error| ShelfError::Bad {
            path: path.clone(),
            reason: error.to_string(),
        })?;
        Ok(path)
    }
}

/// Puts a new agent in the place of an old one, which stays if that fails.
fn take_over(new: &Path, to: &Path, old: &Path) -> io::Result<()> {
    let mut aside = new.as_os_str().to_owned();
    aside.push(".old");
    let aside = PathBuf::from(aside);
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, to) {
        fs::rename(&aside, old)?;
        return Err(error);
    }
    remove(&aside)
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

/// Copies a file or a folder. Links are not followed: what they lead to is not part of the agent.
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
    match path.is_dir() && !path.is_symlink() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    }
}

/// What is wrong with an agent, or with asking for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShelfError {
    /// There is no agent of this name.
    Unknown {
        /// The name.
        name: String,
        /// The specs of those there are.
        known: Vec<String>,
    },
    /// There is an agent of this name already.
    Taken {
        /// The name.
        name: String,
        /// Where it is.
        path: PathBuf,
    },
    /// A file or folder cannot be used.
    Bad {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
}

impl ShelfError {
    fn is_about(&self, name: &str) -> bool {
        match self {
            ShelfError::Bad { path, .. } => path.file_stem().is_some_and(|stem| stem == name),
            ShelfError::Unknown { .. } | ShelfError::Taken { .. } => false,
        }
    }
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShelfError::Unknown { name, known } => {
                let known = match known.is_empty() {
                    true => "there is none yet".to_owned(),
                    false => format!("there are {}", known.join(", ")),
                };
                write!(
                    f,
                    "no agent '{name}' is installed; {known}; add one with: ludorum agent add PATH"
                )
            }
            ShelfError::Taken { name, path } => write!(
                f,
                "there is an agent '{name}' already ({}); replace it with: \
                 ludorum agent add --replace PATH",
                path.display()
            ),
            ShelfError::Bad { path, reason } => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for ShelfError {}

//! How an agent is started or reached, and what it may be asked.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Runners, base_class};

/// How to get an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name it must say it has; none if nothing is known about it.
    name: Option<String>,
    source: Source,
    /// The folder below which Python finds the base class of agents, if it may be put there.
    agents: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Program {
        command: Vec<String>,
        folder: PathBuf,
    },
    /// A host and a port.
    Address(String),
    /// A host and a port at which the table waits for the agent.
    Listening(String),
    /// The URL of a WebSocket, and the host and port in it.
    Socket { url: String, address: String },
}

/// What runs files by their ending, if nothing else is said.
pub(crate) const RUNNERS: [(&str, &str); 9] = [
    ("bash", "bash"),
    ("js", "node"),
    ("jl", "julia"),
    ("lua", "lua"),
    ("mjs", "node"),
    ("pl", "perl"),
    ("py", "python3"),
    ("rb", "ruby"),
    ("sh", "bash"),
];

/// What agents of the published Colonizers are called, alone or as a folder.
const INTELLIGENCE: &str = "intelligence";

/// The argument they are started with: the name of their connection. There is only one.
const CONNECTION: &str = "stdio";

impl Recipe {
    /// A command run in a folder. A first word that is a file there is that file.
    ///
    /// # Errors
    /// When the command is empty.
    pub fn command(command: &[String], folder: &Path) -> Result<Recipe, RecipeError> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(RecipeError("the command is empty".to_owned()));
        };
        let local = folder.join(program);
        let program = match local.is_file() {
            true => absolute(&local)?.to_string_lossy().into_owned(),
            false => program.clone(),
        };
        let mut command = vec![program];
        command.extend_from_slice(arguments);
        let folder = absolute(folder)?;
        Ok(Recipe::new(Source::Program { command, folder }))
    }

    /// A file, run in its folder by what `runners`, its ending or itself says.
    ///
    /// # Errors
    /// When there is no such file or it is not known how to run it.
    pub fn file(path: &Path, runners: &Runners) -> Result<Recipe, RecipeError> {
        let shown = path.display();
        if !path.is_file() {
            return Err(RecipeError(format!("there is no file {shown}")));
        }
        let path = absolute(path)?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_lowercase();
        let file = path.to_string_lossy().into_owned();
        let mut command: Vec<String> = match (runners.of(&ending)?, usual_runner(&ending)) {
            (Some(runner), _) if !runner.trim().is_empty() => {
                runner.split_whitespace().map(str::to_owned).collect()
            }
            _ if is_program(&path) => Vec::new(),
            (_, Some(runner)) => vec![runner.to_owned()],
            _ => {
                return Err(RecipeError(format!(
                    "it is not known what runs {shown}; make it executable (chmod +x), or set \
                     {} to the program that does",
                    variable(&ending)
                )));
            }
        };
        command.push(file);
        if is_intelligence(&path) {
            command.push(CONNECTION.to_owned());
        }
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(Recipe::new(Source::Program { command, folder }))
    }

    /// An agent that listens at a host and a port.
    ///
    /// # Errors
    /// When the text is not HOST:PORT.
    pub fn address(address: &str) -> Result<Recipe, RecipeError> {
        let port = address
            .rsplit_once(':')
            .map(|(_, port)| port.parse::<u16>());
        match port {
            Some(Ok(1..)) => Ok(Recipe::new(Source::Address(address.to_owned()))),
            _ => Err(RecipeError(format!(
                "'{address}' is not HOST:PORT, such as localhost:4567"
            ))),
        }
    }

    /// An agent that connects to the table, which waits for it at a host and a port. Port 0 is any that
    /// is free.
    ///
    /// # Errors
    /// When the text is not HOST:PORT.
    pub fn listening(address: &str) -> Result<Recipe, RecipeError> {
        let port = address
            .rsplit_once(':')
            .map(|(_, port)| port.parse::<u16>());
        match port {
            Some(Ok(_)) => Ok(Recipe::new(Source::Listening(address.to_owned()))),
            _ => Err(RecipeError(format!(
                "'{address}' is not HOST:PORT, such as 127.0.0.1:4567"
            ))),
        }
    }

    /// An agent that listens at a WebSocket.
    ///
    /// # Errors
    /// When the text is not `ws://HOST:PORT/PATH`; the path may be missing.
    pub fn socket(url: &str) -> Result<Recipe, RecipeError> {
        let refuse = || {
            let example = "such as ws://localhost:4567/agent";
            RecipeError(format!("'{url}' is not ws://HOST:PORT/PATH, {example}"))
        };
        let rest = url.strip_prefix("ws://").ok_or_else(refuse)?;
        let authority = rest.split('/').next().unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '@' | '?' | '#');
        if !rest.chars().all(is_plain) {
            return Err(refuse());
        }
        Recipe::address(authority).map_err(|_| refuse())?;
        Ok(Recipe::new(Source::Socket {
            url: url.to_owned(),
            address: authority.to_owned(),
        }))
    }

    /// The same recipe for an agent that must say it has this name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Recipe {
        self.name = Some(name.to_owned());
        self
    }

    /// The same recipe for an agent that finds the base class below the folder of installed agents,
    /// should it be in Python.
    #[must_use]
    pub fn with_base_class(mut self, agents: &Path) -> Recipe {
        self.agents = Some(agents.to_owned());
        self
    }

    fn new(source: Source) -> Recipe {
        Recipe {
            name: None,
            source,
            agents: None,
        }
    }

    /// The folder with the Python base class, if the agent is a Python program. One that cannot be
    /// written is none: the interpreter may have the package.
    pub(crate) fn base_class(&self) -> Option<PathBuf> {
        let Source::Program { command, .. } = &self.source else {
            return None;
        };
        let mut words = command.iter();
        let is_python = words.any(|word| word.ends_with(".py"));
        let agents = self.agents.as_ref().filter(|_| is_python)?;
        base_class::folder(agents).ok()
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Program { command, .. } => f.write_str(&command.join(" ")),
            Source::Address(address) | Source::Listening(address) => f.write_str(address),
            Source::Socket { url, .. } => f.write_str(url),
        }
    }
}

/// What runs files with an ending if nothing else is said; none if nobody knows.
pub(crate) fn usual_runner(ending: &str) -> Option<&'static str> {
    let known = RUNNERS.iter().find(|(known, _)| *known == ending);
    known.map(|(_, runner)| *runner)
}

/// The variable of the environment that says what runs files with an ending: `LUDORUM_RUN_PY`.
pub(crate) fn variable(ending: &str) -> String {
    format!("LUDORUM_RUN_{}", ending.to_uppercase())
}

/// Whether one of these games is the one of the spec; an empty list means all.
pub(crate) fn plays(games: &[String], spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or(spec);
    games.is_empty() || games.iter().any(|game| game == name || game == spec)
}

/// Whether a Python file was written for the interface of the published Colonizers.
fn is_intelligence(path: &Path) -> bool {
    let named = |name: Option<&std::ffi::OsStr>| {
        let name = name.unwrap_or_default().to_string_lossy().to_lowercase();
        name.ends_with(INTELLIGENCE)
    };
    let is_main = path.file_name().is_some_and(|name| name == "main.py");
    let is_python = path.extension().is_some_and(|ending| ending == "py");
    let folder = path.parent().and_then(Path::file_name);
    is_python && (named(path.file_stem()) || is_main && named(folder))
}

fn absolute(path: &Path) -> Result<PathBuf, RecipeError> {
    std::fs::canonicalize(path)
        .map_err(|error| RecipeError(format!("cannot find {}: {error}", path.display())))
}

/// Whether the system itself knows how to run a file: it may be run, and is a program or says by
/// what it is run.
#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let may_run = path
        .metadata()
        .is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0);
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let known: [&[u8]; 4] = [b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    may_run && read.is_ok() && known.iter().any(|start| head.starts_with(start))
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// Why an agent cannot be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeError(pub(crate) String);

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecipeError {}

//! Launch specs: the command, folder or address of an external agent.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ludorum_catalog::PublishedPrograms;

use crate::{Interpreters, base_class};

/// Describes how to start an external agent or connect to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchSpec {
    /// Name that the agent must report, if it is known.
    name: Option<String>,
    source: AgentSource,
    /// Registry folder that may hold the Python base class.
    agents: Option<PathBuf>,
}

/// Program or address of an external agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AgentSource {
    Program {
        command: Vec<String>,
        folder: PathBuf,
    },
    /// Host and port of an agent that listens.
    Address(String),
    /// Host and port at which the table waits for the agent.
    Listening(String),
    /// URL of a WebSocket, and its host and port.
    Socket { url: String, address: String },
}

/// Default interpreters by file extension.
pub(crate) const DEFAULT_INTERPRETERS: [(&str, &str); 9] = [
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

impl LaunchSpec {
    /// A command run in a folder. A program of that folder takes precedence over `PATH`.
    ///
    /// # Errors
    /// If the command is empty.
    pub fn command(command: &[String], folder: &Path) -> Result<LaunchSpec, LaunchError> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(LaunchError("the command is empty".to_owned()));
        };
        let local = folder.join(program);
        let program = if local.is_file() {
            absolute(&local)?.to_string_lossy().into_owned()
        } else {
            program.clone()
        };
        let mut command = vec![program];
        command.extend_from_slice(arguments);
        let folder = absolute(folder)?;
        Ok(LaunchSpec::new(AgentSource::Program { command, folder }))
    }

    /// A file, run in its folder: by the configured interpreter, directly if it is executable, or by the
    /// default interpreter.
    ///
    /// # Errors
    /// If there is no such file, or no interpreter is known for it.
    pub fn file(path: &Path, interpreters: &Interpreters) -> Result<LaunchSpec, LaunchError> {
        let shown = path.display();
        if !path.is_file() {
            return Err(LaunchError(format!("file {shown} does not exist")));
        }
        let path = absolute(path)?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_lowercase();
        let file = path.to_string_lossy().into_owned();
        let mut command: Vec<String> = match (
            interpreters.command_for(&ending)?,
            default_interpreter(&ending),
        ) {
            (Some(interpreter), _) if !interpreter.trim().is_empty() => {
                interpreter.split_whitespace().map(str::to_owned).collect()
            }
            _ if is_executable(&path) => Vec::new(),
            (_, Some(interpreter)) => vec![interpreter.to_owned()],
            _ => {
                return Err(LaunchError(format!(
                    "no interpreter is known for {shown}; make it executable (chmod +x), or set \
                     {} to its interpreter",
                    variable(&ending)
                )));
            }
        };
        command.push(file);
        if let Some(programs) = PublishedPrograms::of_file(&path) {
            command.push(programs.argument.to_owned());
        }
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(LaunchSpec::new(AgentSource::Program { command, folder }))
    }

    /// An agent that listens at a host and a port.
    ///
    /// # Errors
    /// If the text is not HOST:PORT.
    pub fn address(address: &str) -> Result<LaunchSpec, LaunchError> {
        check_host_and_port(address, 1, "localhost:4567")?;
        Ok(LaunchSpec::new(AgentSource::Address(address.to_owned())))
    }

    /// An agent that connects to the table, which listens at a host and a port. Port 0 picks a free
    /// one.
    ///
    /// # Errors
    /// If the text is not HOST:PORT.
    pub fn listening(address: &str) -> Result<LaunchSpec, LaunchError> {
        check_host_and_port(address, 0, "127.0.0.1:4567")?;
        Ok(LaunchSpec::new(AgentSource::Listening(address.to_owned())))
    }

    /// An agent that serves a WebSocket.
    ///
    /// # Errors
    /// If the text is not `ws://HOST:PORT` with an optional path.
    pub fn socket(url: &str) -> Result<LaunchSpec, LaunchError> {
        let refuse = || {
            let example = "such as ws://localhost:4567/agent";
            LaunchError(format!("'{url}' is not ws://HOST:PORT/PATH, {example}"))
        };
        let rest = url.strip_prefix("ws://").ok_or_else(refuse)?;
        let authority = rest.split('/').next().unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '@' | '?' | '#');
        if !rest.chars().all(is_plain) {
            return Err(refuse());
        }
        LaunchSpec::address(authority).map_err(|_| refuse())?;
        Ok(LaunchSpec::new(AgentSource::Socket {
            url: url.to_owned(),
            address: authority.to_owned(),
        }))
    }

    /// Requires the agent to report this name.
    #[must_use]
    pub fn named(mut self, name: &str) -> LaunchSpec {
        self.name = Some(name.to_owned());
        self
    }

    /// Lets a Python agent import the base class from the registry folder.
    #[must_use]
    pub fn with_base_class(mut self, agents: &Path) -> LaunchSpec {
        self.agents = Some(agents.to_owned());
        self
    }

    fn new(source: AgentSource) -> LaunchSpec {
        LaunchSpec {
            name: None,
            source,
            agents: None,
        }
    }

    /// The folder with the Python base class, if the agent is a Python program. Write errors are ignored:
    /// the interpreter may have the package.
    pub(crate) fn base_class(&self) -> Option<PathBuf> {
        let AgentSource::Program { command, .. } = &self.source else {
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

    pub(crate) fn source(&self) -> &AgentSource {
        &self.source
    }
}

impl fmt::Display for LaunchSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            AgentSource::Program { command, .. } => f.write_str(&command.join(" ")),
            AgentSource::Address(address) | AgentSource::Listening(address) => f.write_str(address),
            AgentSource::Socket { url, .. } => f.write_str(url),
        }
    }
}

/// The default interpreter for a file extension, if there is one.
pub(crate) fn default_interpreter(ending: &str) -> Option<&'static str> {
    let known = DEFAULT_INTERPRETERS
        .iter()
        .find(|(known, _)| *known == ending);
    known.map(|(_, interpreter)| *interpreter)
}

/// Environment variable that sets the interpreter for a file extension, such as `LUDORUM_RUN_PY`.
pub(crate) fn variable(ending: &str) -> String {
    format!("LUDORUM_RUN_{}", ending.to_uppercase())
}

/// True if the game of a spec is in the list; an empty list means all games.
pub(crate) fn plays(games: &[String], spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or(spec);
    games.is_empty() || games.iter().any(|game| game == name || game == spec)
}

/// Refuses a text that is not a host and a port from `min_port` on.
fn check_host_and_port(text: &str, min_port: u16, example: &str) -> Result<(), LaunchError> {
    let port = text
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse::<u16>().ok());
    match port {
        Some(port) if port >= min_port => Ok(()),
        _ => Err(LaunchError(format!(
            "'{text}' is not HOST:PORT, such as {example}"
        ))),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, LaunchError> {
    std::fs::canonicalize(path)
        .map_err(|error| LaunchError(format!("cannot find {}: {error}", path.display())))
}

/// True if the system can execute a file: it has the permission, and is a binary or has a `#!` line.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let is_permitted = path
        .metadata()
        .is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0);
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut head));
    let known: [&[u8]; 4] = [b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    is_permitted && read.is_ok() && known.iter().any(|start| head.starts_with(start))
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

/// Reason why an agent cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LaunchError(pub(crate) String);

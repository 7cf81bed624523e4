//! Launch specs: the command, folder or address of an external agent.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ludorum_catalog::PublishedProgramAdapter;

use crate::{AgentAddress, AgentInterpreterCommands, PlainConnections, base_class};

/// Command that starts an external agent, or address that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchSpec {
    /// Name that the agent must send in its hello; `None` accepts any name.
    name: Option<String>,
    source: AgentSource,
    /// Registry folder from which a Python agent imports the base class; `None` without the base
    /// class.
    agents: Option<PathBuf>,
}

/// Program or address of an external agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AgentSource {
    Program {
        command: Vec<String>,
        folder: PathBuf,
    },
    /// Address at which the agent listens.
    Address(AgentAddress),
    /// Address at which the table waits for the agent to connect.
    Listening(AgentAddress),
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
    /// Creates the launch spec of a command that runs in a folder. A program of that folder takes
    /// precedence over `PATH`.
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

    /// Creates the launch spec of a file that runs in its folder: by the configured interpreter,
    /// directly if it is executable, or by the default interpreter.
    ///
    /// # Errors
    /// If there is no such file, or no interpreter is known for it.
    pub fn file(
        path: &Path,
        interpreters: &AgentInterpreterCommands,
    ) -> Result<LaunchSpec, LaunchError> {
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
        if let Some(programs) = PublishedProgramAdapter::of_file(&path) {
            command.push(programs.argument.to_owned());
        }
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(LaunchSpec::new(AgentSource::Program { command, folder }))
    }

    /// Creates the launch spec of an agent that listens at an address.
    ///
    /// # Errors
    /// If the text is no address, or `plain` forbids an unencrypted connection to it.
    pub fn address(address: &str, plain: PlainConnections) -> Result<LaunchSpec, LaunchError> {
        let address = AgentAddress::parse(address, plain)?;
        Ok(LaunchSpec::new(AgentSource::Address(address)))
    }

    /// Creates the launch spec of an agent that connects to the table over TCP. The table listens
    /// at a host and a port; port 0 picks a free one.
    ///
    /// # Errors
    /// If the text is not HOST:PORT, or `plain` forbids unencrypted connections to it.
    pub fn listening(address: &str, plain: PlainConnections) -> Result<LaunchSpec, LaunchError> {
        let address = AgentAddress::parse_listening(&format!("tcp:{address}"), plain)?;
        Ok(LaunchSpec::new(AgentSource::Listening(address)))
    }

    /// Requires that the agent sends this name in its hello.
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

    /// Returns the folder with the Python base class, if the agent is a Python program. Write
    /// errors are ignored: the interpreter may have the package.
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
            AgentSource::Address(address) | AgentSource::Listening(address) => address.fmt(f),
        }
    }
}

/// Returns the default interpreter for a file extension; `None` if the extension is unknown.
pub(crate) fn default_interpreter(ending: &str) -> Option<&'static str> {
    let known = DEFAULT_INTERPRETERS
        .iter()
        .find(|(known, _)| *known == ending);
    known.map(|(_, interpreter)| *interpreter)
}

/// Name of the environment variable with the interpreter for a file extension, such as
/// `LUDORUM_RUN_PY`.
pub(crate) fn variable(ending: &str) -> String {
    format!("LUDORUM_RUN_{}", ending.to_uppercase())
}

/// True if `games` contains the game of `spec`; an empty list means all games.
pub(crate) fn plays(games: &[String], spec: &str) -> bool {
    let name = spec.split(':').next().unwrap_or(spec);
    games.is_empty() || games.iter().any(|game| game == name || game == spec)
}

fn absolute(path: &Path) -> Result<PathBuf, LaunchError> {
    std::fs::canonicalize(path)
        .map_err(|error| LaunchError(format!("cannot find {}: {error}", path.display())))
}

/// True if the system can execute a file: it has the permission, and is a binary or has a `#!`
/// line.
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

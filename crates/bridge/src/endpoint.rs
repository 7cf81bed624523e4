//! The other end of a transport: a child process or a remote agent. Dropping it ends it.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::StopFlag;
use ludorum_protocol::engine::AgentFault;

use crate::AgentLimits;
use crate::address::AgentAddress;
use crate::agent_error::{AgentError, excerpt};
use crate::launch_spec::{AgentSource, LaunchSpec};
use crate::line_connection::{ConnectionCloser, LineConnection};
use crate::network_stream::NetworkStream;
use crate::process::AgentProcess;
use crate::traffic::{AgentTrafficEvent, TrafficTap};
use crate::transport::{IncomingLine, Transport};

/// Time to wait for the exit status and the last output of a program that closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Polling interval while waiting for an agent to connect.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Process or network connection of an agent.
pub(crate) enum Endpoint {
    Program(AgentProcess),
    Remote(ConnectionCloser),
}

impl Endpoint {
    /// Starts the agent's program or connects to its address.
    pub(crate) fn start(
        launch_spec: &LaunchSpec,
        limits: &AgentLimits,
        tap: Option<&TrafficTap>,
        stop: &StopFlag,
    ) -> Result<(Endpoint, Transport), AgentError> {
        let failed = |error: io::Error| AgentError::new(AgentFault::NotStarted, error.to_string());
        match launch_spec.source() {
            AgentSource::Program { command, folder } => {
                let library = launch_spec.base_class();
                let (process, stdout, stdin) =
                    AgentProcess::start(command, folder, library.as_deref(), limits, tap.cloned())
                        .map_err(|error| {
                            failed(io::Error::other(format!("cannot start it: {error}")))
                        })?;
                let transport = Transport::new(stdout, stdin, limits.line_bytes, tap.cloned());
                Ok((Endpoint::Program(process), transport))
            }
            AgentSource::Address(address) => {
                let connection = address.connect(limits.start).map_err(failed)?;
                Ok(over_network(connection, limits, tap))
            }
            AgentSource::Listening(address) => {
                let stream = accept(address, limits.start, tap, stop).map_err(failed)?;
                let connection = LineConnection::over_lines(NetworkStream::plain(stream));
                Ok(over_network(connection, limits, tap))
            }
        }
    }

    /// Creates the error for an agent whose output has ended, with its exit status and last output.
    pub(crate) fn disconnected(&mut self) -> AgentError {
        let Endpoint::Program(process) = self else {
            return AgentError::new(AgentFault::Gone, "it closed the connection");
        };
        let mut reason = match process.wait(EXIT_TIMEOUT) {
            Some(status) => describe_exit(status),
            None => "it closed its output".to_owned(),
        };
        let stderr = process.stderr_tail(EXIT_TIMEOUT);
        if let Some(last) = stderr.lines().rfind(|line| !line.trim().is_empty()) {
            reason.push_str(&format!("; its last output: {}", excerpt(last.as_bytes())));
        }
        AgentError::new(AgentFault::Gone, reason)
    }

    /// Waits up to `timeout` for the agent to exit after `bye`, then kills or disconnects it.
    pub(crate) fn close(self, mut transport: Transport, timeout: Duration) {
        transport.close();
        match self {
            Endpoint::Program(mut process) => {
                process.wait(timeout);
                process.kill();
            }
            Endpoint::Remote(connection) => {
                let deadline = Instant::now() + timeout;
                while let Ok(IncomingLine::Line(_)) = transport.receive(deadline, &StopFlag::new())
                {
                }
                drop(connection);
            }
        }
    }
}

fn describe_exit(status: ExitStatus) -> String {
    match status.code() {
        Some(127) => "its program or interpreter was not found".to_owned(),
        Some(code) => format!("it exited with code {code}"),
        None => format!("it was killed by a signal ({status})"),
    }
}

/// Creates the endpoint and transport of an agent over a network connection.
fn over_network(
    connection: LineConnection,
    limits: &AgentLimits,
    tap: Option<&TrafficTap>,
) -> (Endpoint, Transport) {
    let (closer, transport) = connection.into_transport(limits.line_bytes, tap.cloned());
    (Endpoint::Remote(closer), transport)
}

/// Listens at an address and waits up to `timeout` for an agent to connect.
fn accept(
    address: &AgentAddress,
    timeout: Duration,
    tap: Option<&TrafficTap>,
    stop: &StopFlag,
) -> io::Result<TcpStream> {
    let listener = TcpListener::bind(&address.host_and_port)?;
    listener.set_nonblocking(true)?;
    if let Some(tap) = tap {
        tap.notify(AgentTrafficEvent::Listening(
            &listener.local_addr()?.to_string(),
        ));
    }
    let began = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
            Err(_) if stop.is_raised() || began.elapsed() >= timeout => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    format!("no agent connected to {address}"),
                ));
            }
            Err(_) => thread::sleep(POLL_INTERVAL),
        }
    }
}

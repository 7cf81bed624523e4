//! The other end of a transport: a child process or a remote agent. Dropping it ends it.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::{StopFlag, print_duration};
use ludorum_protocol::engine::AgentFault;

use crate::AgentLimits;
use crate::agent_error::{AgentError, excerpt};
use crate::launch_spec::{AgentSource, LaunchSpec};
use crate::process::AgentProcess;
use crate::traffic::{TrafficEvent, TrafficTap};
use crate::transport::{IncomingLine, Transport};
use crate::websocket;

/// Time to wait for the exit status and the last output of a program that closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// Polling interval while waiting for a connection.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The process or connection of an agent.
pub(crate) enum Endpoint {
    Program(AgentProcess),
    Remote(TcpConnection),
}

/// A TCP connection that is shut down on drop, which ends its I/O threads.
pub(crate) struct TcpConnection(TcpStream);

impl TcpConnection {
    fn shut_down(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

impl Drop for TcpConnection {
    fn drop(&mut self) {
        self.shut_down();
    }
}

impl Endpoint {
    /// Starts the agent or connects to it.
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
            AgentSource::Address(address) => connect(address, limits.start)
                .and_then(|stream| over_tcp(stream, limits, tap))
                .map_err(failed),
            AgentSource::Listening(address) => accept(address, limits.start, tap, stop)
                .and_then(|stream| over_tcp(stream, limits, tap))
                .map_err(failed),
            AgentSource::Socket { url, address } => {
                let stream = connect(address, limits.start).map_err(failed)?;
                let (reader, writer) =
                    websocket::connect(url, &stream, limits.start).map_err(failed)?;
                let transport = Transport::new(reader, writer, limits.line_bytes, tap.cloned());
                Ok((Endpoint::Remote(TcpConnection(stream)), transport))
            }
        }
    }

    /// The error for an agent whose output has ended.
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

    /// Gives the agent up to `timeout` to exit after `bye`, then kills or disconnects it.
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
                connection.shut_down();
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

/// The endpoint and transport of an agent over a TCP connection.
fn over_tcp(
    stream: TcpStream,
    limits: &AgentLimits,
    tap: Option<&TrafficTap>,
) -> io::Result<(Endpoint, Transport)> {
    let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
    let transport = Transport::new(reader, writer, limits.line_bytes, tap.cloned());
    Ok((Endpoint::Remote(TcpConnection(stream)), transport))
}

/// Waits up to `timeout` for an agent to connect.
fn accept(
    address: &str,
    timeout: Duration,
    tap: Option<&TrafficTap>,
    stop: &StopFlag,
) -> io::Result<TcpStream> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    if let Some(tap) = tap {
        tap.notify(TrafficEvent::Listening(&listener.local_addr()?.to_string()));
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

fn connect(address: &str, timeout: Duration) -> io::Result<TcpStream> {
    let addresses = address.to_socket_addrs()?;
    let stream = connect_to_any(addresses, timeout).map_err(|last| {
        let timeout = print_duration(timeout);
        let message = format!("cannot reach {address} within {timeout}: {last}");
        io::Error::new(last.kind(), message)
    })?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Connects to the first address that answers within `timeout`.
pub(crate) fn connect_to_any(
    addresses: impl Iterator<Item = SocketAddr>,
    timeout: Duration,
) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the address does not exist");
    for address in addresses {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

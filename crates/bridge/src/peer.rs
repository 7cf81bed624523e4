//! Who is at the other end of a link: a program of ours or one elsewhere. Dropping it ends it.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use ludorum_core::{Stop, print_duration};
use ludorum_protocol::engine::Fault;

use crate::Limits;
use crate::link::{Incoming, Link};
use crate::process::Process;
use crate::recipe::{Recipe, Source};
use crate::socket;
use crate::tap::{Tap, Traffic};
use crate::trouble::{Trouble, excerpt};

/// A program that has ended is given this long to be seen to have ended.
const ENDING: Duration = Duration::from_millis(300);

/// How often somebody who waits for a connection looks for it.
const GLANCE: Duration = Duration::from_millis(20);

pub(crate) enum Peer {
    Program(Process),
    Remote(Connection),
}

/// A connection whose threads end with it.
pub(crate) struct Connection(TcpStream);

impl Connection {
    fn end(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.end();
    }
}

impl Peer {
    /// Starts or reaches the agent.
    pub(crate) fn start(
        recipe: &Recipe,
        limits: &Limits,
        tap: Option<&Tap>,
        stop: &Stop,
    ) -> Result<(Peer, Link), Trouble> {
        let failed = |error: io::Error| Trouble::new(Fault::NotStarted, error.to_string());
        match recipe.source() {
            Source::Program { command, folder } => {
                let library = recipe.base_class();
                let (process, stdout, stdin) =
                    Process::start(command, folder, library.as_deref(), limits, tap.cloned())
                        .map_err(|error| {
                            failed(io::Error::other(format!("cannot start it: {error}")))
                        })?;
                let link = Link::new(stdout, stdin, limits.line_bytes, tap.cloned());
                Ok((Peer::Program(process), link))
            }
            Source::Address(address) => {
                let stream = connect(address, limits.start).map_err(failed)?;
                let reader = stream.try_clone().map_err(failed)?;
                let writer = stream.try_clone().map_err(failed)?;
                let link = Link::new(reader, writer, limits.line_bytes, tap.cloned());
                Ok((Peer::Remote(Connection(stream)), link))
            }
            Source::Listening(address) => {
                let stream = accept(address, limits.start, tap, stop).map_err(failed)?;
                let reader = stream.try_clone().map_err(failed)?;
                let writer = stream.try_clone().map_err(failed)?;
                let link = Link::new(reader, writer, limits.line_bytes, tap.cloned());
                Ok((Peer::Remote(Connection(stream)), link))
            }
            Source::Socket { url, address } => {
                let stream = connect(address, limits.start).map_err(failed)?;
                let (reader, writer) =
                    socket::connect(url, &stream, limits.start).map_err(failed)?;
                let link = Link::new(reader, writer, limits.line_bytes, tap.cloned());
                Ok((Peer::Remote(Connection(stream)), link))
            }
        }
    }

    /// Why nothing more will come.
    pub(crate) fn gone(&mut self) -> Trouble {
        let Peer::Program(process) = self else {
            return Trouble::new(Fault::Gone, "it closed the connection");
        };
        let mut reason = match process.wait(ENDING) {
            Some(status) => ending(status),
            None => "it closed its output".to_owned(),
        };
        let log = process.log(ENDING);
        if let Some(last) = log.lines().rfind(|line| !line.trim().is_empty()) {
            reason.push_str(&format!("; the last it said: {}", excerpt(last.as_bytes())));
        }
        Trouble::new(Fault::Gone, reason)
    }

    /// Gives the agent, who has been told goodbye, a moment to end by itself, and ends it.
    pub(crate) fn close(self, mut link: Link, farewell: Duration) {
        link.close();
        match self {
            Peer::Program(mut process) => {
                process.wait(farewell);
                process.kill();
            }
            Peer::Remote(connection) => {
                let deadline = Instant::now() + farewell;
                while let Ok(Incoming::Line(_)) = link.receive(deadline, &Stop::new()) {}
                connection.end();
            }
        }
    }
}

fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(127) => "the program to run it was not found".to_owned(),
        Some(code) => format!("it ended with exit code {code}"),
        None => format!("it was ended by a signal ({status})"),
    }
}

/// Waits for an agent to connect.
fn accept(address: &str, time: Duration, tap: Option<&Tap>, stop: &Stop) -> io::Result<TcpStream> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    if let Some(tap) = tap {
        tap.tell(Traffic::Listening(&listener.local_addr()?.to_string()));
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
            Err(_) if stop.is_raised() || began.elapsed() >= time => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    format!("nobody connected to {address}"),
                ));
            }
            Err(_) => thread::sleep(GLANCE),
        }
    }
}

fn connect(address: &str, time: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    let (kind, time) = (last.kind(), print_duration(time));
    let message = format!("cannot reach {address} within {time}: {last}");
    Err(io::Error::new(kind, message))
}

//! The wait for clients: one after the other, and not for ever.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::host::{Host, HostError, Sitting, Waiting};

/// How often somebody is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How often it is told that clients are missing.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// Where clients come in until there are enough of them.
pub(super) struct Door<'a> {
    listener: &'a TcpListener,
    waiting: &'a mut dyn FnMut(Waiting),
    connected: usize,
    needed: usize,
    wait: Duration,
    until: Instant,
}

impl<'a> Door<'a> {
    /// Begins to wait for the clients of a game.
    pub(super) fn open(
        host: &Host,
        listener: &'a TcpListener,
        waiting: &'a mut dyn FnMut(Waiting),
    ) -> Result<Door<'a>, HostError> {
        // The system has no limit of time for this.
        listener
            .set_nonblocking(true)
            .map_err(HostError::Listening)?;
        let clients = host.seats.iter().filter(|seat| **seat == Sitting::Client);
        Ok(Door {
            listener,
            waiting,
            connected: 0,
            needed: clients.count(),
            wait: host.wait,
            until: Instant::now() + host.wait,
        })
    }

    /// The next client that connects. It is told who is missing, at once and every ten seconds.
    pub(super) fn next(&mut self) -> Result<TcpStream, HostError> {
        let mut tell_at = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    // Some systems hand the listener's mode on.
                    stream
                        .set_nonblocking(false)
                        .map_err(HostError::Listening)?;
                    self.connected += 1;
                    return Ok(stream);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::Interrupted | ErrorKind::ConnectionAborted
                    ) =>
                {
                    continue;
                }
                Err(error) => return Err(HostError::Listening(error)),
            }
            let now = Instant::now();
            let waiting = Waiting {
                connected: self.connected,
                needed: self.needed,
                left: self.until.saturating_duration_since(now),
            };
            if waiting.left.is_zero() {
                return Err(HostError::Missing(waiting, self.wait));
            }
            if now >= tell_at {
                (self.waiting)(waiting);
                tell_at = now + TELL_EVERY;
            }
            sleep(LOOK_EVERY.min(waiting.left));
        }
    }
}

//! Accepts the clients of a game within a time limit.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::server::{
    ClientConnectProgress, DiceWarsSeatConfig, DiceWarsServer, DiceWarsServerError,
};

/// Interval at which the server polls for new client connections.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Interval between progress reports while the server waits for clients.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

/// Accepts the connections of all clients of a game within a time limit.
pub(super) struct ClientAcceptor<'a> {
    listener: &'a TcpListener,
    on_wait: &'a mut dyn FnMut(ClientConnectProgress),
    connected: usize,
    needed: usize,
    wait: Duration,
    deadline: Instant,
}

impl<'a> ClientAcceptor<'a> {
    /// Starts the time limit within which the clients of the game must connect.
    pub(super) fn new(
        server: &DiceWarsServer,
        listener: &'a TcpListener,
        on_wait: &'a mut dyn FnMut(ClientConnectProgress),
    ) -> Result<ClientAcceptor<'a>, DiceWarsServerError> {
        // `accept` has no timeout, so it is polled.
        listener
            .set_nonblocking(true)
            .map_err(DiceWarsServerError::Listening)?;
        let clients = server
            .seats
            .iter()
            .filter(|seat| **seat == DiceWarsSeatConfig::Client);
        Ok(ClientAcceptor {
            listener,
            on_wait,
            connected: 0,
            needed: clients.count(),
            wait: server.wait,
            deadline: Instant::now() + server.wait,
        })
    }

    /// Waits for the next client. Reports progress to `on_wait` at once and every ten seconds.
    pub(super) fn accept(&mut self) -> Result<TcpStream, DiceWarsServerError> {
        let mut next_report = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    // On some systems the stream inherits the listener's mode.
                    stream
                        .set_nonblocking(false)
                        .map_err(DiceWarsServerError::Listening)?;
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
                Err(error) => return Err(DiceWarsServerError::Listening(error)),
            }
            let now = Instant::now();
            let waiting = ClientConnectProgress {
                connected: self.connected,
                needed: self.needed,
                left: self.deadline.saturating_duration_since(now),
            };
            if waiting.left.is_zero() {
                return Err(DiceWarsServerError::Missing(waiting, self.wait));
            }
            if now >= next_report {
                (self.on_wait)(waiting);
                next_report = now + REPORT_INTERVAL;
            }
            sleep(POLL_INTERVAL.min(waiting.left));
        }
    }
}

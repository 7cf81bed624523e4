//! Lines over a WebSocket: each text message is a line, or several.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tungstenite::handshake::{HandshakeError, HandshakeRole};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// No message is larger, whoever sends it. Lines have limits of their own.
const LARGEST: usize = 4 << 20;

/// The half of a WebSocket that lines come from.
pub struct SocketReader {
    socket: WebSocket<Shared>,
    /// What of the last message was not read yet.
    pending: io::Cursor<Vec<u8>>,
}

/// The half of a WebSocket that lines go to.
pub struct SocketWriter {
    socket: WebSocket<Shared>,
    /// A line that is not complete.
    line: Vec<u8>,
}

/// One connection for both halves. The reading half answers pings, so writing takes turns.
struct Shared {
    stream: TcpStream,
    turn: Arc<Mutex<()>>,
}

/// Asks the server at the other end of `stream` for a WebSocket at `url`; it has this long.
///
/// # Errors
/// When it does not agree in time.
pub(crate) fn connect(
    url: &str,
    stream: &TcpStream,
    time: Duration,
) -> io::Result<(SocketReader, SocketWriter)> {
    in_time(stream, time, Role::Client, |shared| {
        let result = tungstenite::client::client_with_config(url, shared, Some(config()));
        result.map(|(socket, _)| socket).map_err(refusal)
    })
}

/// Agrees to a WebSocket with whoever has connected; they have this long to ask for it.
///
/// # Errors
/// When they do not ask for one in time.
pub fn accept_socket(
    stream: &TcpStream,
    time: Duration,
) -> io::Result<(SocketReader, SocketWriter)> {
    in_time(stream, time, Role::Server, |shared| {
        tungstenite::accept_with_config(shared, Some(config())).map_err(refusal)
    })
}

fn in_time(
    stream: &TcpStream,
    time: Duration,
    role: Role,
    shake_hands: impl FnOnce(Shared) -> io::Result<WebSocket<Shared>>,
) -> io::Result<(SocketReader, SocketWriter)> {
    let turn = Arc::new(Mutex::new(()));
    let half = || {
        Ok::<_, io::Error>(Shared {
            stream: stream.try_clone()?,
            turn: Arc::clone(&turn),
        })
    };
    stream.set_read_timeout(Some(time))?;
    // What came with the handshake already is in the half that shook hands: it reads.
    let reading = shake_hands(half()?)?;
    stream.set_read_timeout(None)?;
    let writing = WebSocket::from_raw_socket(half()?, role, Some(config()));
    let reader = SocketReader {
        socket: reading,
        pending: io::Cursor::default(),
    };
    let writer = SocketWriter {
        socket: writing,
        line: Vec::new(),
    };
    Ok((reader, writer))
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST))
}

fn refusal<R: HandshakeRole>(error: HandshakeError<R>) -> io::Error {
    match error {
        HandshakeError::Interrupted(_) => {
            io::Error::new(io::ErrorKind::TimedOut, "there is no WebSocket in time")
        }
        HandshakeError::Failure(error) => {
            io::Error::other(format!("there is no WebSocket: {error}"))
        }
    }
}

impl Read for SocketReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.pending.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let mut message = match self.socket.read().map_err(io::Error::other)? {
                Message::Text(text) => text.as_bytes().to_vec(),
                Message::Binary(bytes) => bytes.to_vec(),
                Message::Close(_) => return Ok(0),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
            };
            if message.last() != Some(&b'\n') {
                message.push(b'\n');
            }
            self.pending = io::Cursor::new(message);
        }
    }
}

impl Write for SocketWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let text = String::from_utf8_lossy(&line[..end]).into_owned();
            self.socket
                .send(Message::text(text))
                .map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for SocketWriter {
    fn drop(&mut self) {
        // A farewell, if it can still be said.
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Whole frames, so that those of the other half do not get in between.
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.stream.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

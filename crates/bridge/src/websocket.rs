//! Line-based I/O over a WebSocket. Each text message holds one or more lines.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tungstenite::handshake::{HandshakeError, HandshakeRole};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Maximum size of a message in bytes. Lines have their own limit.
const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// The reading half of a WebSocket.
pub struct WebSocketReader {
    socket: WebSocket<SharedStream>,
    /// The unread rest of the last message.
    pending: io::Cursor<Vec<u8>>,
}

/// The writing half of a WebSocket.
pub struct WebSocketWriter {
    socket: WebSocket<SharedStream>,
    /// The incomplete last line.
    line: Vec<u8>,
}

/// The TCP stream shared by both halves. The reading half answers pings, so writes are locked.
struct SharedStream {
    stream: TcpStream,
    write_lock: Arc<Mutex<()>>,
}

/// Performs the client handshake for a WebSocket at `url`.
///
/// # Errors
/// If the handshake fails or takes longer than `timeout`.
pub(crate) fn connect(
    url: &str,
    stream: &TcpStream,
    timeout: Duration,
) -> io::Result<(WebSocketReader, WebSocketWriter)> {
    handshake(stream, timeout, Role::Client, |shared| {
        let result = tungstenite::client::client_with_config(url, shared, Some(config()));
        result.map(|(socket, _)| socket).map_err(handshake_error)
    })
}

/// Performs the server handshake for a WebSocket on an accepted connection.
///
/// # Errors
/// If the handshake fails or takes longer than `timeout`.
pub fn accept_websocket(
    stream: &TcpStream,
    timeout: Duration,
) -> io::Result<(WebSocketReader, WebSocketWriter)> {
    handshake(stream, timeout, Role::Server, |shared| {
        tungstenite::accept_with_config(shared, Some(config())).map_err(handshake_error)
    })
}

fn handshake(
    stream: &TcpStream,
    timeout: Duration,
    role: Role,
    shake_hands: impl FnOnce(SharedStream) -> io::Result<WebSocket<SharedStream>>,
) -> io::Result<(WebSocketReader, WebSocketWriter)> {
    let write_lock = Arc::new(Mutex::new(()));
    let half = || {
        Ok::<_, io::Error>(SharedStream {
            stream: stream.try_clone()?,
            write_lock: Arc::clone(&write_lock),
        })
    };
    stream.set_read_timeout(Some(timeout))?;
    // The half that performs the handshake reads: it may have buffered the first messages.
    let reading = shake_hands(half()?)?;
    stream.set_read_timeout(None)?;
    let writing = WebSocket::from_raw_socket(half()?, role, Some(config()));
    let reader = WebSocketReader {
        socket: reading,
        pending: io::Cursor::default(),
    };
    let writer = WebSocketWriter {
        socket: writing,
        line: Vec::new(),
    };
    Ok((reader, writer))
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES))
}

fn handshake_error<R: HandshakeRole>(error: HandshakeError<R>) -> io::Error {
    match error {
        HandshakeError::Interrupted(_) => {
            io::Error::new(io::ErrorKind::TimedOut, "the WebSocket handshake timed out")
        }
        HandshakeError::Failure(error) => {
            io::Error::other(format!("the WebSocket handshake failed: {error}"))
        }
    }
}

impl Read for WebSocketReader {
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

impl Write for WebSocketWriter {
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

impl Drop for WebSocketWriter {
    fn drop(&mut self) {
        // Best effort: the connection may be gone.
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
    }
}

impl Read for SharedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for SharedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Whole frames, so that the frames of both halves do not interleave.
        let _guard = self.write_lock.lock();
        self.stream.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

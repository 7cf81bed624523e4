//! Line-based I/O over a WebSocket. Each text message holds one or more lines.

use std::io::{self, Read, Write};
use std::time::Instant;

use tungstenite::handshake::{HandshakeError, HandshakeRole};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::line_connection::LineConnection;
use crate::network_stream::NetworkStream;

/// Maximum size of a WebSocket message in bytes. The lines in it have a separate limit.
const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// Reading half of a WebSocket. It also answers pings.
struct WebSocketReader {
    socket: WebSocket<NetworkStream>,
    /// Unread rest of the last WebSocket message.
    pending: io::Cursor<Vec<u8>>,
}

/// Writing half of a WebSocket.
struct WebSocketWriter {
    socket: WebSocket<NetworkStream>,
    /// Bytes of the outgoing line that is not complete yet.
    line: Vec<u8>,
}

/// Performs the client handshake for a WebSocket at `url`.
///
/// # Errors
/// If the handshake fails or is not finished at the deadline.
pub(crate) fn connect(
    url: &str,
    stream: NetworkStream,
    deadline: Instant,
) -> io::Result<LineConnection> {
    handshake(stream, deadline, Role::Client, |stream| {
        let result = tungstenite::client::client_with_config(url, stream, Some(config()));
        result.map(|(socket, _)| socket).map_err(handshake_error)
    })
}

/// Performs the server handshake for a WebSocket on an accepted connection.
///
/// # Errors
/// If the handshake fails or is not finished at the deadline.
pub(crate) fn accept(stream: NetworkStream, deadline: Instant) -> io::Result<LineConnection> {
    handshake(stream, deadline, Role::Server, |stream| {
        tungstenite::accept_with_config(stream, Some(config())).map_err(handshake_error)
    })
}

fn handshake(
    mut stream: NetworkStream,
    deadline: Instant,
    role: Role,
    shake_hands: impl FnOnce(NetworkStream) -> io::Result<WebSocket<NetworkStream>>,
) -> io::Result<LineConnection> {
    let writing = WebSocket::from_raw_socket(stream.clone(), role, Some(config()));
    stream.set_deadline(Some(deadline))?;
    // The half that performs the handshake reads: it may have buffered the first messages.
    let mut reading = shake_hands(stream)?;
    reading.get_mut().set_deadline(None)?;
    let stream = reading.get_ref().clone();
    let reader = WebSocketReader {
        socket: reading,
        pending: io::Cursor::default(),
    };
    let writer = WebSocketWriter {
        socket: writing,
        line: Vec::new(),
    };
    Ok(LineConnection::new(reader, writer, stream))
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

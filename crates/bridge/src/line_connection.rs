//! A connection to another program over which lines travel in both directions.

use std::io::{Read, Write};

use crate::network_stream::NetworkStream;
use crate::traffic::TrafficTap;
use crate::transport::Transport;

/// A connection to another program over which lines travel in both directions.
pub struct LineConnection {
    /// Stream of the lines that the other program sends.
    pub reader: Box<dyn Read + Send>,
    /// Stream of the lines for the other program.
    pub writer: Box<dyn Write + Send>,
    /// Ends the connection when dropped.
    pub closer: ConnectionCloser,
}

/// Ends a connection when dropped, and with it the threads that read and write.
pub struct ConnectionCloser(NetworkStream);

impl Drop for ConnectionCloser {
    fn drop(&mut self) {
        self.0.shut_down();
    }
}

impl LineConnection {
    /// Creates a connection that transmits lines over the stream unchanged.
    pub(crate) fn over_lines(stream: NetworkStream) -> LineConnection {
        LineConnection::new(stream.clone(), stream.clone(), stream)
    }

    /// Creates a connection whose `reader` and `writer` decode and encode lines.
    pub(crate) fn new(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        stream: NetworkStream,
    ) -> LineConnection {
        LineConnection {
            reader: Box::new(reader),
            writer: Box::new(writer),
            closer: ConnectionCloser(stream),
        }
    }

    /// Starts threads that read and write lines of at most `line_bytes` bytes.
    pub(crate) fn into_transport(
        self,
        line_bytes: usize,
        tap: Option<TrafficTap>,
    ) -> (ConnectionCloser, Transport) {
        let transport = Transport::new(self.reader, self.writer, line_bytes, tap);
        (self.closer, transport)
    }
}

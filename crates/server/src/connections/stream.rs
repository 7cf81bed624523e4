//! The TCP stream of an accepted connection, which owns the connection's permit.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::HttpConnection;
use super::smuggling::RequestSmugglingDetector;

/// Write timeout: a client that takes no bytes for this long is disconnected.
const STALLED: Duration = Duration::from_secs(30);

/// A TCP stream that owns its connection permit, so the connection stays counted after an upgrade
/// to WebSocket.
#[derive(Debug)]
pub(super) struct ConnectionStream {
    stream: TcpStream,
    connection: Arc<HttpConnection>,
    detector: RequestSmugglingDetector,
    /// Timer of the write timeout, set while a write is blocked.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ConnectionStream {
    pub(super) fn new(stream: TcpStream, connection: Arc<HttpConnection>) -> ConnectionStream {
        ConnectionStream {
            stream,
            connection,
            detector: RequestSmugglingDetector::new(),
            stalled: None,
        }
    }

    fn with_write_timeout<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.detector.is_ambiguous_after(&buffer.filled()[before..]) {
            self.connection.found_ambiguous();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.with_write_timeout(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.with_write_timeout(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

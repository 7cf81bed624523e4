//! A TCP connection, encrypted or not, that one thread reads while another one writes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use rustls::Connection;

use crate::tls;

/// Size of the buffer for encrypted data of a connection, in bytes.
const BUFFER_BYTES: usize = 16 << 10;

/// A TCP connection, encrypted or not. Clones share the connection: one may read while another one
/// writes.
#[derive(Clone)]
pub(crate) struct NetworkStream {
    tcp: Arc<TcpStream>,
    /// State of the encryption; `None` for an unencrypted connection. Locked only for computations,
    /// never while waiting for the network.
    tls: Option<Arc<Mutex<Connection>>>,
    /// Lock held while bytes are written, so that those of several writers do not interleave.
    write_lock: Arc<Mutex<()>>,
    /// Deadline of all reads during the handshakes, however slowly bytes arrive; `None` afterwards.
    deadline: Option<Instant>,
}

impl NetworkStream {
    /// Creates an unencrypted connection.
    pub(crate) fn plain(tcp: TcpStream) -> NetworkStream {
        NetworkStream {
            tcp: Arc::new(tcp),
            tls: None,
            write_lock: Arc::default(),
            deadline: None,
        }
    }

    /// Performs the TLS handshake of either side and returns the encrypted connection.
    pub(crate) fn encrypted(
        tcp: TcpStream,
        mut tls: Connection,
        deadline: Instant,
    ) -> io::Result<NetworkStream> {
        let mut stream = NetworkStream::plain(tcp);
        stream.set_deadline(Some(deadline))?;
        tls.complete_io(&mut stream).map_err(tls::handshake_error)?;
        stream.set_deadline(None)?;
        // Every write takes all encrypted bytes out of the buffer.
        tls.set_buffer_limit(None);
        stream.tls = Some(Arc::new(Mutex::new(tls)));
        Ok(stream)
    }

    /// Sets or removes the deadline after which reads of this clone fail.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) -> io::Result<()> {
        self.deadline = deadline;
        match deadline {
            Some(_) => Ok(()),
            None => self.tcp.set_read_timeout(None),
        }
    }

    /// Ends the connection in both directions.
    pub(crate) fn shut_down(&self) {
        // It may have ended already.
        let _ = self.tcp.shutdown(Shutdown::Both);
    }

    fn read_tcp(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(deadline) = self.deadline else {
            return (&*self.tcp).read(buffer);
        };
        let too_late = || io::Error::new(io::ErrorKind::TimedOut, "it took too long");
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_late());
        }
        self.tcp.set_read_timeout(Some(left))?;
        match (&*self.tcp).read(buffer) {
            // Some systems report a timeout like this.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(too_late()),
            result => result,
        }
    }
}

impl Read for NetworkStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(tls) = &self.tls else {
            return self.read_tcp(buffer);
        };
        let mut encrypted = [0; BUFFER_BYTES];
        loop {
            match tls.lock().reader().read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return result,
            }
            let count = self.read_tcp(&mut encrypted)?;
            let mut rest = &encrypted[..count];
            let mut tls = tls.lock();
            loop {
                tls.read_tls(&mut rest)?;
                tls.process_new_packets().map_err(io::Error::other)?;
                if rest.is_empty() {
                    break;
                }
            }
        }
    }
}

impl Write for NetworkStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _guard = self.write_lock.lock();
        match &self.tls {
            None => (&*self.tcp).write_all(bytes)?,
            Some(tls) => {
                let mut encrypted = Vec::new();
                let mut tls = tls.lock();
                tls.writer().write_all(bytes)?;
                while tls.wants_write() {
                    tls.write_tls(&mut encrypted)?;
                }
                drop(tls);
                (&*self.tcp).write_all(&encrypted)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

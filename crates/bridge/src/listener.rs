//! Listens for programs that connect to our agents or to an AI service.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::address::{AgentAddress, Encryption, Framing};
use crate::line_connection::LineConnection;
use crate::network_stream::NetworkStream;
use crate::tls::TlsIdentity;
use crate::websocket;

/// Listener that accepts connections at a network address.
pub struct AgentListener {
    listener: TcpListener,
    address: AgentAddress,
    identity: Option<TlsIdentity>,
}

/// New connection before its handshakes, which may take time and belong on another thread.
pub struct IncomingConnection {
    tcp: TcpStream,
    framing: Framing,
    identity: Option<TlsIdentity>,
}

impl AgentListener {
    /// Listens at an address. An encrypted one needs an identity.
    ///
    /// # Errors
    /// If the address is in use or does not belong to this machine, or the identity is missing.
    pub fn bind(address: AgentAddress, identity: Option<TlsIdentity>) -> io::Result<AgentListener> {
        let identity = identity.filter(|_| address.is_encrypted());
        if address.is_encrypted() && identity.is_none() {
            return Err(io::Error::other("an encrypted address needs a certificate"));
        }
        let listener = TcpListener::bind(&address.host_and_port)?;
        let pin = identity.as_ref().map(|identity| identity.fingerprint);
        let address = AgentAddress {
            host_and_port: listener.local_addr()?.to_string(),
            encryption: match address.encryption {
                Encryption::None => Encryption::None,
                Encryption::Tls { .. } => Encryption::Tls { pin },
            },
            ..address
        };
        Ok(AgentListener {
            listener,
            address,
            identity,
        })
    }

    /// Returns the address to connect to, with the port that was picked and the fingerprint of the
    /// certificate.
    pub fn address(&self) -> &AgentAddress {
        &self.address
    }

    /// Waits for the next connection.
    ///
    /// # Errors
    /// If the system reports an error; later calls may succeed.
    pub fn accept(&self) -> io::Result<IncomingConnection> {
        let (tcp, _) = self.listener.accept()?;
        Ok(IncomingConnection {
            tcp,
            framing: self.address.framing.clone(),
            identity: self.identity.clone(),
        })
    }
}

impl IncomingConnection {
    /// IP address and port of the other program, for the log.
    pub(crate) fn peer(&self) -> String {
        let address = self.tcp.peer_addr();
        address.map_or_else(|_| String::new(), |address| address.to_string())
    }

    /// Performs the handshakes of TLS and WebSockets.
    ///
    /// # Errors
    /// If the other program does not follow them, or takes longer than `timeout`.
    pub fn handshake(self, timeout: Duration) -> io::Result<LineConnection> {
        let deadline = Instant::now() + timeout;
        self.tcp.set_nodelay(true)?;
        let stream = match &self.identity {
            None => NetworkStream::plain(self.tcp),
            Some(identity) => {
                NetworkStream::encrypted(self.tcp, identity.accept()?.into(), deadline)?
            }
        };
        match self.framing {
            Framing::Lines => Ok(LineConnection::over_lines(stream)),
            Framing::WebSocket { .. } => websocket::accept(stream, deadline),
        }
    }
}

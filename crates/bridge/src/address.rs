//! Network addresses of agents and AI services, as users write them:
//!
//! | address | connection |
//! |---|---|
//! | `tcp:HOST:PORT` | lines over TCP, unencrypted |
//! | `tls:HOST:PORT` | lines over TLS |
//! | `ws://HOST:PORT/PATH` | WebSocket, unencrypted |
//! | `wss://HOST:PORT/PATH` | WebSocket over TLS |
//! | `HOST:PORT` | `tcp:` on this machine, `tls:` to other machines |
//!
//! `#FINGERPRINT` after an encrypted address names the only certificate that is accepted there.

use std::fmt;
use std::io;
use std::net::{IpAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use ludorum_core::print_duration;

use crate::LaunchError;
use crate::line_connection::LineConnection;
use crate::network_stream::NetworkStream;
use crate::tls::{self, CertificateFingerprint};
use crate::websocket;

/// Network address of an agent or an AI service, to connect to or to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentAddress {
    pub(crate) framing: Framing,
    pub(crate) encryption: Encryption,
    pub(crate) host_and_port: String,
}

/// Division of a byte stream into messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// One message per line.
    Lines,
    /// One message per text frame of a WebSocket at this path.
    WebSocket { path: String },
}

/// Encryption of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    None,
    Tls {
        /// Fingerprint of the only accepted certificate; if `None`, a certificate authority that
        /// the system trusts must have signed the certificate.
        pin: Option<CertificateFingerprint>,
    },
}

/// Machines to which unencrypted connections are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainConnections {
    /// Unencrypted connections within this machine only.
    Loopback,
    /// Unencrypted connections to and from all machines.
    Anywhere,
}

impl AgentAddress {
    /// Parses an address to connect to.
    ///
    /// # Errors
    /// If the text is no address, or the address is unencrypted, leads to another machine and
    /// `plain` forbids that.
    pub fn parse(text: &str, plain: PlainConnections) -> Result<AgentAddress, LaunchError> {
        AgentAddress::parse_from_port(text, plain, 1)
    }

    /// Parses an address to listen on; port 0 picks a free port.
    ///
    /// # Errors
    /// As [`parse`](AgentAddress::parse), or if the address has a fingerprint.
    pub fn parse_listening(
        text: &str,
        plain: PlainConnections,
    ) -> Result<AgentAddress, LaunchError> {
        let address = AgentAddress::parse_from_port(text, plain, 0)?;
        match address.encryption {
            Encryption::Tls { pin: Some(_) } => Err(LaunchError(format!(
                "'{text}': the fingerprint after # is for the program that connects"
            ))),
            Encryption::Tls { pin: None } | Encryption::None => Ok(address),
        }
    }

    fn parse_from_port(
        text: &str,
        plain: PlainConnections,
        min_port: u16,
    ) -> Result<AgentAddress, LaunchError> {
        let (address, pin) = match text.split_once('#') {
            Some((address, pin)) => (address, Some(pin)),
            None => (text, None),
        };
        let (scheme, rest) = ["tcp:", "tls:", "ws://", "wss://"]
            .into_iter()
            .find_map(|scheme| Some((scheme, address.strip_prefix(scheme)?)))
            .unwrap_or(("", address));
        let is_socket = scheme.starts_with("ws");
        let (host_and_port, path) = match rest.find('/') {
            Some(at) if is_socket => rest.split_at(at),
            _ => (rest, ""),
        };
        let invalid = || not_an_address(text, scheme);
        let host = host_of(host_and_port, min_port).ok_or_else(invalid)?;
        let is_url = |c: char| c.is_ascii_graphic() && !matches!(c, '@' | '?');
        if is_socket && !rest.chars().all(is_url) {
            return Err(invalid());
        }
        let is_encrypted = match scheme {
            "tls:" | "wss://" => true,
            "" => !is_loopback(host),
            _ => false,
        };
        let encryption = match pin {
            None if is_encrypted => Encryption::Tls { pin: None },
            None => Encryption::None,
            Some(pin) if is_encrypted => {
                let pin = pin.parse();
                let pin = pin.map_err(|reason| LaunchError(format!("'{text}': {reason}")))?;
                Encryption::Tls { pin: Some(pin) }
            }
            Some(_) => return Err(invalid()),
        };
        let is_allowed = plain == PlainConnections::Anywhere || is_loopback(host);
        if encryption == Encryption::None && !is_allowed {
            let encrypted = if is_socket { "wss://" } else { "tls:" };
            return Err(LaunchError(format!(
                "'{text}' is an unencrypted connection with other machines: use \
                 {encrypted}{rest}, or allow it explicitly with plain=on after an agent's address, \
                 --plain or --ai-plain"
            )));
        }
        Ok(AgentAddress {
            framing: if is_socket {
                Framing::WebSocket {
                    path: path.to_owned(),
                }
            } else {
                Framing::Lines
            },
            encryption,
            host_and_port: host_and_port.to_owned(),
        })
    }

    /// True if connections are encrypted, so that a listening program needs a certificate.
    pub fn is_encrypted(&self) -> bool {
        self.encryption != Encryption::None
    }

    /// Host name or IP address, without the brackets of IPv6.
    pub(crate) fn host(&self) -> &str {
        let host = self.host_and_port.rsplit_once(':');
        without_brackets(host.map_or("", |(host, _)| host))
    }

    /// Connects to the address and performs the handshakes of TLS and WebSockets.
    pub(crate) fn connect(&self, timeout: Duration) -> io::Result<LineConnection> {
        let deadline = Instant::now() + timeout;
        let tcp = self.connect_tcp(timeout)?;
        tcp.set_nodelay(true)?;
        let stream = match self.encryption {
            Encryption::None => NetworkStream::plain(tcp),
            Encryption::Tls { pin } => {
                let connection = tls::client(self.host(), pin)?;
                NetworkStream::encrypted(tcp, connection.into(), deadline)?
            }
        };
        match &self.framing {
            Framing::Lines => Ok(LineConnection::over_lines(stream)),
            Framing::WebSocket { path } => {
                // The encryption is in the stream already, and has no part in the handshake.
                let url = format!("ws://{}{path}", self.host_and_port);
                websocket::connect(&url, stream, deadline)
            }
        }
    }

    /// Connects to the first IP address of the host that answers.
    fn connect_tcp(&self, timeout: Duration) -> io::Result<TcpStream> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the address does not exist");
        for address in self.host_and_port.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        let (address, timeout) = (&self.host_and_port, print_duration(timeout));
        let message = format!("cannot reach {address} within {timeout}: {last}");
        Err(io::Error::new(last.kind(), message))
    }
}

impl fmt::Display for AgentAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, path) = match (&self.framing, self.is_encrypted()) {
            (Framing::Lines, false) => ("tcp:", ""),
            (Framing::Lines, true) => ("tls:", ""),
            (Framing::WebSocket { path }, false) => ("ws://", path.as_str()),
            (Framing::WebSocket { path }, true) => ("wss://", path.as_str()),
        };
        write!(f, "{scheme}{}{path}", self.host_and_port)?;
        match self.encryption {
            Encryption::Tls { pin: Some(pin) } => write!(f, "#{pin}"),
            Encryption::Tls { pin: None } | Encryption::None => Ok(()),
        }
    }
}

/// Creates the error for a text that is not a valid address of `scheme`.
fn not_an_address(text: &str, scheme: &str) -> LaunchError {
    let form = if scheme.starts_with("ws") {
        format!("{scheme}HOST:PORT/PATH, such as {scheme}localhost:4567/agent")
    } else {
        "HOST:PORT, such as localhost:4567".to_owned()
    };
    LaunchError(format!("'{text}' is not {form}"))
}

/// Returns the host in `HOST:PORT`; `None` if the text has another form, or the port is below
/// `min_port`.
fn host_of(host_and_port: &str, min_port: u16) -> Option<&str> {
    let (host, port) = host_and_port.rsplit_once(':')?;
    let port: u16 = port.parse().ok()?;
    (!host.is_empty() && port >= min_port).then_some(host)
}

/// True if a host name or IP address refers to this machine.
fn is_loopback(host: &str) -> bool {
    let host = without_brackets(host);
    let address = host.parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn without_brackets(host: &str) -> &str {
    let inner = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    inner.unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, String> {
        let address = AgentAddress::parse(text, PlainConnections::Loopback);
        let shown = |address: AgentAddress| address.to_string();
        address.map(shown).map_err(|error| error.to_string())
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted_unless_allowed() {
        for here in ["localhost:1", "127.0.0.1:1", "[::1]:1"] {
            assert_eq!(parse(here), Ok(format!("tcp:{here}")));
            assert_eq!(
                parse(&format!("ws://{here}/x")),
                Ok(format!("ws://{here}/x"))
            );
        }
        for there in ["host:1", "192.168.1.7:1", "0.0.0.0:1", "[::]:1"] {
            assert_eq!(parse(there), Ok(format!("tls:{there}")));
            for plain in [format!("tcp:{there}"), format!("ws://{there}")] {
                let error = parse(&plain).unwrap_err();
                assert!(
                    error.contains("plain=on") && error.contains(there),
                    "{error}"
                );
                assert!(AgentAddress::parse(&plain, PlainConnections::Anywhere).is_ok());
            }
        }
    }

    #[test]
    fn a_fingerprint_belongs_to_an_encrypted_address_to_connect_to() {
        let digits = "0f".repeat(32);
        let pinned = format!("wss://host:7/a#{digits}");
        assert_eq!(parse(&pinned), Ok(pinned.clone()));
        // As other programs print it.
        let colons = vec!["0F"; 32].join(":");
        assert_eq!(
            parse(&format!("host:7#{colons}")),
            Ok(format!("tls:host:7#{digits}"))
        );
        assert!(parse("tls:host:7#0f0f").is_err());
        assert!(parse(&format!("tcp:localhost:7#{digits}")).is_err());
        assert!(AgentAddress::parse_listening(&pinned, PlainConnections::Loopback).is_err());
    }
}

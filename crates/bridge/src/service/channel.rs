//! An authenticated channel of lines between a server and a service that share a secret. Both sides
//! prove that they know it; HMACs with counters detect changed, repeated, missing and forged lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit as _, Mac};
use ludorum_protocol::service::{ServiceHandshake, VERSION};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;

use crate::transport::{IncomingLine, read_line};

/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Maximum length of a handshake line, in bytes: its sender is not authenticated yet.
const MAX_GREETING_BYTES: usize = 1024;

/// Minimum length of a secret, against brute force.
const MIN_SECRET_LENGTH: usize = 16;

/// The secret that a server shares with its services.
#[derive(Clone)]
pub struct SharedSecret(Vec<u8>);

impl SharedSecret {
    /// A secret from the text of a file, trimmed.
    ///
    /// # Errors
    /// If it is too short.
    pub fn new(text: &str) -> Result<SharedSecret, String> {
        let secret = text.trim().as_bytes();
        if secret.len() >= MIN_SECRET_LENGTH {
            Ok(SharedSecret(secret.to_vec()))
        } else {
            Err(format!(
                "a secret has at least {MIN_SECRET_LENGTH} characters; make one with: \
                 head -c 32 /dev/urandom | base64"
            ))
        }
    }

    fn mac_for(&self, purpose: &str, nonces: &HandshakeNonces) -> Hmac<Sha256> {
        let mut mac = new_mac(&self.0);
        mac.update(b"ludorum ai-service ");
        mac.update(VERSION.to_string().as_bytes());
        mac.update(purpose.as_bytes());
        // Nonces have a fixed length, so the input is unambiguous.
        mac.update(nonces.server.as_bytes());
        mac.update(nonces.service.as_bytes());
        mac
    }
}

impl std::fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

/// The nonces of both sides of a handshake.
struct HandshakeNonces {
    server: String,
    service: String,
}

/// The sending half of an authenticated channel.
pub(crate) struct AuthenticatedSender {
    stream: TcpStream,
    key: Vec<u8>,
    count: u64,
}

/// The receiving half of an authenticated channel.
pub(crate) struct AuthenticatedReceiver {
    stream: BufReader<DeadlineStream>,
    key: Vec<u8>,
    count: u64,
}

/// Performs the handshake as the server.
pub(crate) fn connect(
    stream: TcpStream,
    secret: &SharedSecret,
    timeout: Duration,
) -> io::Result<(AuthenticatedSender, AuthenticatedReceiver)> {
    let mut handshake = Handshake::new(stream, timeout)?;
    let nonce = new_nonce()?;
    handshake.send(&ServiceHandshake::Hello {
        version: VERSION,
        nonce: nonce.clone(),
    })?;
    let ServiceHandshake::Challenge {
        version,
        nonce: theirs,
        proof,
    } = handshake.receive()?
    else {
        return Err(refuse("it is not an AI service"));
    };
    check_version(version)?;
    let nonces = HandshakeNonces {
        server: nonce,
        service: check_nonce(theirs)?,
    };
    check_mac(secret.mac_for(" service", &nonces), &proof)?;
    let proof = mac_text(secret.mac_for(" server", &nonces));
    handshake.send(&ServiceHandshake::Proof { proof })?;
    handshake.into_channel(secret, &nonces, [" to service", " to server"])
}

/// Performs the handshake as the service.
pub(crate) fn accept(
    stream: TcpStream,
    secret: &SharedSecret,
    timeout: Duration,
) -> io::Result<(AuthenticatedSender, AuthenticatedReceiver)> {
    let mut handshake = Handshake::new(stream, timeout)?;
    let ServiceHandshake::Hello { version, nonce } = handshake.receive()? else {
        return Err(refuse("it is not a server"));
    };
    check_version(version)?;
    let nonces = HandshakeNonces {
        server: check_nonce(nonce)?,
        service: new_nonce()?,
    };
    let proof = mac_text(secret.mac_for(" service", &nonces));
    handshake.send(&ServiceHandshake::Challenge {
        version: VERSION,
        nonce: nonces.service.clone(),
        proof,
    })?;
    let ServiceHandshake::Proof { proof } = handshake.receive()? else {
        return Err(refuse("it is not a server"));
    };
    check_mac(secret.mac_for(" server", &nonces), &proof)?;
    handshake.into_channel(secret, &nonces, [" to server", " to service"])
}

impl AuthenticatedSender {
    pub(crate) fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        let body = serde_json::to_string(message).map_err(io::Error::other)?;
        let mac = mac_text(line_mac(&self.key, self.count, body.as_bytes()));
        self.count += 1;
        self.stream.write_all(format!("{mac} {body}\n").as_bytes())
    }

    /// Closes the channel; a pending `receive` fails.
    pub(crate) fn close(&self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

impl AuthenticatedReceiver {
    /// Sets the time after which `receive` fails if nothing arrives.
    pub(crate) fn set_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.stream.get_ref().stream.set_read_timeout(Some(timeout))
    }

    pub(crate) fn receive<M: DeserializeOwned>(&mut self) -> io::Result<M> {
        let line = read_text(&mut self.stream, MAX_LINE_BYTES)?;
        let (mac, body) = line
            .split_once(' ')
            .ok_or_else(|| refuse("a line without its MAC"))?;
        check_mac(line_mac(&self.key, self.count, body.as_bytes()), mac)?;
        self.count += 1;
        serde_json::from_str(body).map_err(|error| refuse(&format!("not a message: {error}")))
    }
}

/// A handshake in progress.
struct Handshake {
    writer: TcpStream,
    reader: BufReader<DeadlineStream>,
}

/// A stream whose reads fail after a deadline, however slowly data arrives.
struct DeadlineStream {
    stream: TcpStream,
    deadline: Option<Instant>,
}

impl Read for DeadlineStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer)
    }
}

impl Handshake {
    fn new(stream: TcpStream, timeout: Duration) -> io::Result<Handshake> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(timeout))?;
        let reader = DeadlineStream {
            stream: stream.try_clone()?,
            deadline: Some(Instant::now() + timeout),
        };
        Ok(Handshake {
            reader: BufReader::new(reader),
            writer: stream,
        })
    }

    fn send(&mut self, greeting: &ServiceHandshake) -> io::Result<()> {
        let line = ludorum_protocol::engine::to_line(greeting);
        self.writer.write_all(line.as_bytes())
    }

    fn receive(&mut self) -> io::Result<ServiceHandshake> {
        let line = read_text(&mut self.reader, MAX_GREETING_BYTES)?;
        serde_json::from_str(&line).map_err(|_| refuse("not a handshake message"))
    }

    /// Turns the handshake into a channel. Each direction, `[ours, theirs]`, has its own key, so that lines
    /// cannot be reflected.
    fn into_channel(
        mut self,
        secret: &SharedSecret,
        nonces: &HandshakeNonces,
        [ours, theirs]: [&str; 2],
    ) -> io::Result<(AuthenticatedSender, AuthenticatedReceiver)> {
        self.reader.get_mut().deadline = None;
        self.writer.set_read_timeout(None)?;
        let key = |direction| {
            secret
                .mac_for(direction, nonces)
                .finalize()
                .into_bytes()
                .to_vec()
        };
        let sender = AuthenticatedSender {
            stream: self.writer,
            key: key(ours),
            count: 0,
        };
        let receiver = AuthenticatedReceiver {
            stream: self.reader,
            key: key(theirs),
            count: 0,
        };
        Ok((sender, receiver))
    }
}

fn read_text(reader: &mut impl BufRead, max_bytes: usize) -> io::Result<String> {
    match read_line(reader, max_bytes) {
        IncomingLine::Line(line) => {
            let line = String::from_utf8(line).map_err(|_| refuse("a line that is not text"))?;
            Ok(line.trim_end_matches(['\r', '\n']).to_owned())
        }
        IncomingLine::TooLong => Err(refuse("a line that is too long")),
        IncomingLine::Closed => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn check_version(theirs: u32) -> io::Result<()> {
    if theirs == VERSION {
        Ok(())
    } else {
        Err(refuse(&format!(
            "it speaks protocol version {theirs}, not {VERSION}"
        )))
    }
}

fn check_nonce(nonce: String) -> io::Result<String> {
    let is_nonce = nonce.len() == 64 && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_nonce {
        Ok(nonce)
    } else {
        Err(refuse("a nonce is 64 hexadecimal digits"))
    }
}

/// Compares a MAC in constant time.
fn check_mac(mac: Hmac<Sha256>, given: &str) -> io::Result<()> {
    let wrong = || io::Error::new(io::ErrorKind::PermissionDenied, "it has a different secret");
    let given = HEXLOWER_PERMISSIVE.decode(given.as_bytes());
    let given = given.map_err(|_| wrong())?;
    mac.verify_slice(&given).map_err(|_| wrong())
}

fn line_mac(key: &[u8], count: u64, body: &[u8]) -> Hmac<Sha256> {
    let mut mac = new_mac(key);
    mac.update(&count.to_le_bytes());
    mac.update(body);
    mac
}

fn new_mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC accepts keys of any length")
}

fn mac_text(mac: Hmac<Sha256>) -> String {
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

fn new_nonce() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(HEXLOWER.encode(&bytes))
}

fn refuse(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.to_owned())
}

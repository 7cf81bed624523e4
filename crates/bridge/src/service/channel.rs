//! Lines between a server and a service that know the same secret: each shows that it does, and no
//! line can be changed, repeated, left out or sent by anybody else unnoticed.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use hmac::{Hmac, Mac};
use ludorum_protocol::service::{Greeting, VERSION};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::Sha256;

use crate::link::{Incoming, read_line};

/// No line is longer.
const LONGEST_LINE: usize = 1 << 20;

/// No line of a handshake is longer: whoever sends it is a stranger.
const LONGEST_GREETING: usize = 1024;

/// A secret shorter than this could be found by trying.
const SHORTEST_SECRET: usize = 16;

/// What a server and its services have in common.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// A secret as it stands in a file, without white space around it.
    ///
    /// # Errors
    /// When it is too short to be one.
    pub fn new(text: &str) -> Result<Secret, String> {
        let secret = text.trim().as_bytes();
        match secret.len() >= SHORTEST_SECRET {
            true => Ok(Secret(secret.to_vec())),
            false => Err(format!(
                "a secret has at least {SHORTEST_SECRET} characters; make one with: \
                 head -c 32 /dev/urandom | base64"
            )),
        }
    }

    fn code(&self, purpose: &str, nonces: &Nonces) -> Hmac<Sha256> {
        let mut code = mac(&self.0);
        code.update(b"ludorum ai-service ");
        code.update(VERSION.to_string().as_bytes());
        code.update(purpose.as_bytes());
        // Both have a fixed length, so nothing else runs together to the same.
        code.update(nonces.server.as_bytes());
        code.update(nonces.service.as_bytes());
        code
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

struct Nonces {
    server: String,
    service: String,
}

/// The half of a channel that lines go to.
pub(crate) struct Sender {
    stream: TcpStream,
    key: Vec<u8>,
    count: u64,
}

/// The half of a channel that lines come from.
pub(crate) struct Receiver {
    stream: BufReader<Timed>,
    key: Vec<u8>,
    count: u64,
}

/// Shakes hands as the server.
pub(crate) fn call(
    stream: TcpStream,
    secret: &Secret,
    time: Duration,
) -> io::Result<(Sender, Receiver)> {
    let mut talk = Talk::new(stream, time)?;
    let nonce = new_nonce()?;
    talk.say(&Greeting::Hello {
        version: VERSION,
        nonce: nonce.clone(),
    })?;
    let Greeting::Challenge {
        version,
        nonce: theirs,
        proof,
    } = talk.hear()?
    else {
        return Err(refuse("it is not an AI service"));
    };
    check_version(version)?;
    let nonces = Nonces {
        server: nonce,
        service: checked(theirs)?,
    };
    check(secret.code(" service", &nonces), &proof)?;
    let proof = text(secret.code(" server", &nonces));
    talk.say(&Greeting::Proof { proof })?;
    talk.into_channel(secret, &nonces, [" to service", " to server"])
}

/// Shakes hands as the service.
pub(crate) fn answer(
    stream: TcpStream,
    secret: &Secret,
    time: Duration,
) -> io::Result<(Sender, Receiver)> {
    let mut talk = Talk::new(stream, time)?;
    let Greeting::Hello { version, nonce } = talk.hear()? else {
        return Err(refuse("it is not a server"));
    };
    check_version(version)?;
    let nonces = Nonces {
        server: checked(nonce)?,
        service: new_nonce()?,
    };
    let proof = text(secret.code(" service", &nonces));
    talk.say(&Greeting::Challenge {
        version: VERSION,
        nonce: nonces.service.clone(),
        proof,
    })?;
    let Greeting::Proof { proof } = talk.hear()? else {
        return Err(refuse("it is not a server"));
    };
    check(secret.code(" server", &nonces), &proof)?;
    talk.into_channel(secret, &nonces, [" to server", " to service"])
}

impl Sender {
    pub(crate) fn send(&mut self, message: &impl Serialize) -> io::Result<()> {
        let body = serde_json::to_string(message).map_err(io::Error::other)?;
        let code = text(line_code(&self.key, self.count, body.as_bytes()));
        self.count += 1;
        self.stream.write_all(format!("{code} {body}\n").as_bytes())
    }

    /// Ends the channel; whoever waits for a line gets none.
    pub(crate) fn close(&self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

impl Receiver {
    /// From now on it is an error when nothing comes for this long.
    pub(crate) fn be_impatient(&self, time: Duration) -> io::Result<()> {
        self.stream.get_ref().stream.set_read_timeout(Some(time))
    }

    pub(crate) fn receive<M: DeserializeOwned>(&mut self) -> io::Result<M> {
        let line = next(&mut self.stream, LONGEST_LINE)?;
        let (code, body) = line
            .split_once(' ')
            .ok_or_else(|| refuse("a line without its code"))?;
        check(line_code(&self.key, self.count, body.as_bytes()), code)?;
        self.count += 1;
        serde_json::from_str(body).map_err(|error| refuse(&format!("not a message: {error}")))
    }
}

/// A handshake in progress.
struct Talk {
    writer: TcpStream,
    reader: BufReader<Timed>,
}

/// A connection that is over at a certain time, however little comes how often.
struct Timed {
    stream: TcpStream,
    until: Option<Instant>,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(until) = self.until {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer)
    }
}

impl Talk {
    fn new(stream: TcpStream, time: Duration) -> io::Result<Talk> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(time))?;
        let reader = Timed {
            stream: stream.try_clone()?,
            until: Some(Instant::now() + time),
        };
        Ok(Talk {
            reader: BufReader::new(reader),
            writer: stream,
        })
    }

    fn say(&mut self, greeting: &Greeting) -> io::Result<()> {
        let line = ludorum_protocol::engine::to_line(greeting);
        self.writer.write_all(line.as_bytes())
    }

    fn hear(&mut self) -> io::Result<Greeting> {
        let line = next(&mut self.reader, LONGEST_GREETING)?;
        serde_json::from_str(&line).map_err(|_| refuse("not a greeting"))
    }

    /// `[ours, theirs]`: each direction has a key of its own, so no line can be sent back.
    fn into_channel(
        mut self,
        secret: &Secret,
        nonces: &Nonces,
        [ours, theirs]: [&str; 2],
    ) -> io::Result<(Sender, Receiver)> {
        self.reader.get_mut().until = None;
        self.writer.set_read_timeout(None)?;
        let key = |direction| {
            secret
                .code(direction, nonces)
                .finalize()
                .into_bytes()
                .to_vec()
        };
        let sender = Sender {
            stream: self.writer,
            key: key(ours),
            count: 0,
        };
        let receiver = Receiver {
            stream: self.reader,
            key: key(theirs),
            count: 0,
        };
        Ok((sender, receiver))
    }
}

fn next(reader: &mut impl BufRead, longest: usize) -> io::Result<String> {
    match read_line(reader, longest) {
        Incoming::Line(line) => {
            let line = String::from_utf8(line).map_err(|_| refuse("a line that is not text"))?;
            Ok(line.trim_end_matches(['\r', '\n']).to_owned())
        }
        Incoming::TooLong => Err(refuse("a line that is too long")),
        Incoming::Closed => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn check_version(theirs: u32) -> io::Result<()> {
    match theirs == VERSION {
        true => Ok(()),
        false => Err(refuse(&format!(
            "it speaks version {theirs} of the protocol, here it is {VERSION}"
        ))),
    }
}

fn checked(nonce: String) -> io::Result<String> {
    let is_nonce = nonce.len() == 64 && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_nonce {
        true => Ok(nonce),
        false => Err(refuse("a nonce is 64 hexadecimal digits")),
    }
}

/// Compares in a time that does not depend on where a difference is.
fn check(code: Hmac<Sha256>, given: &str) -> io::Result<()> {
    let wrong = || io::Error::new(io::ErrorKind::PermissionDenied, "it has another secret");
    let given = bytes(given).ok_or_else(wrong)?;
    code.verify_slice(&given).map_err(|_| wrong())
}

fn line_code(key: &[u8], count: u64, body: &[u8]) -> Hmac<Sha256> {
    let mut code = mac(key);
    code.update(&count.to_le_bytes());
    code.update(body);
    code
}

fn mac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("keys have any length")
}

fn text(code: Hmac<Sha256>) -> String {
    hex(&code.finalize().into_bytes())
}

fn new_nonce() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let is_hex = digits.len() == 64 && digits.iter().all(u8::is_ascii_hexdigit);
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    is_hex.then(|| digits.chunks(2).map(pair).collect())?
}

fn refuse(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason.to_owned())
}

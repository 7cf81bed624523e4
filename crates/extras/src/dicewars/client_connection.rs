//! The TCP connection of a client. A thread reads its messages. Invalid input never panics, and a
//! client that does not read does not block the game.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::messages::{DiceWarsFromClient, DiceWarsToClient};
use ludorum_core::Seat;

/// Maximum length of a message from a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// Time limit for sending a message to a client; a client that exceeds it is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Event reported by the reader thread of a client connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClientEvent {
    /// A valid message from the client.
    Message(DiceWarsFromClient),
    /// Input from the client that is not a valid message.
    Malformed,
    /// End of the connection.
    Disconnected,
}

/// TCP connection to a client; dropping it ends the reader thread.
#[derive(Debug)]
pub(super) struct ClientConnection {
    stream: TcpStream,
}

impl ClientConnection {
    /// Starts a reader thread that passes the messages of the client to `events`.
    pub(super) fn open(
        stream: TcpStream,
        seat: Seat,
        events: SyncSender<(Seat, ClientEvent)>,
    ) -> std::io::Result<ClientConnection> {
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        // Small messages should be sent at once.
        stream.set_nodelay(true)?;
        let reader = stream.try_clone()?;
        thread::Builder::new()
            .name(format!("dicewars-{seat}"))
            .spawn(move || read_messages(reader, seat, &events))?;
        Ok(ClientConnection { stream })
    }

    /// Sends a message to the client; returns false on failure.
    pub(super) fn send(&mut self, message: &DiceWarsToClient) -> bool {
        let Ok(mut text) = serde_json::to_vec(message) else {
            return false;
        };
        text.push(0);
        self.stream.write_all(&text).is_ok()
    }
}

impl Drop for ClientConnection {
    fn drop(&mut self) {
        // Ends the reader thread; the connection may already be closed.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Passes messages of a client to `events` until the connection or the channel closes.
fn read_messages(mut stream: TcpStream, seat: Seat, events: &SyncSender<(Seat, ClientEvent)>) {
    let mut pending = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => pending.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        }
        for event in take_complete(&mut pending) {
            if events.send((seat, event)).is_err() {
                return;
            }
        }
    }
    // The game may already be over.
    let _ = events.send((seat, ClientEvent::Disconnected));
}

/// Removes and parses the complete messages at the front of `pending`. Messages may end with NUL,
/// as the server's do, or be concatenated with optional white space, as the published client sends
/// them. JSON never contains NUL, so NUL always ends a message: after malformed input, parsing
/// resumes after the next NUL, or without one with the next data.
fn take_complete(pending: &mut Vec<u8>) -> Vec<ClientEvent> {
    let mut messages = Vec::new();
    let mut used = 0;
    while let Some(length) = pending[used..].iter().position(|&byte| byte == 0) {
        let part = &pending[used..used + length];
        if parse_values(part, &mut messages) < part.len() {
            messages.push(ClientEvent::Malformed);
        }
        used += length + 1;
    }
    used += parse_values(&pending[used..], &mut messages);
    if pending.len() - used > MAX_MESSAGE_BYTES {
        messages.push(ClientEvent::Malformed);
        used = pending.len();
    }
    pending.drain(..used);
    messages
}

/// Parses the messages in `text`, which contains no NUL, and returns the number of bytes consumed:
/// all but an incomplete last message. Malformed input consumes all remaining bytes.
fn parse_values(text: &[u8], messages: &mut Vec<ClientEvent>) -> usize {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde_json::Value>();
    let mut used = 0;
    loop {
        match values.next() {
            Some(Ok(value)) => {
                used = values.byte_offset();
                messages.push(match serde_json::from_value(value) {
                    Ok(message) => ClientEvent::Message(message),
                    Err(_) => ClientEvent::Malformed,
                });
            }
            Some(Err(error)) if error.is_eof() => return used,
            Some(Err(_)) => {
                messages.push(ClientEvent::Malformed);
                return text.len();
            }
            None => return text.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[ClientEvent], left: &str) {
        let mut pending = text.as_bytes().to_vec();
        assert_eq!(take_complete(&mut pending), expected, "{text}");
        assert_eq!(String::from_utf8_lossy(&pending), left, "{text}");
    }

    #[test]
    fn messages_are_cut_out_of_the_stream() {
        let end = ClientEvent::Message(DiceWarsFromClient::EndTurn);
        let attack = ClientEvent::Message(DiceWarsFromClient::Battle { atk: 3, def: 4 });
        check(r#"{"type":"end_turn"}"#, std::slice::from_ref(&end), "");
        check(
            r#"{"type": "battle", "atk": 3, "def": 4}{"type":"end_turn"}"#,
            &[attack.clone(), end.clone()],
            "",
        );
        check(
            r#"{"type":"end_turn"}{"type":"#,
            std::slice::from_ref(&end),
            r#"{"type":"#,
        );
        check(r#"{"type":"end"#, &[], r#"{"type":"end"#);
        check("", &[], "");
    }

    #[test]
    fn messages_may_end_with_nul() {
        let end = ClientEvent::Message(DiceWarsFromClient::EndTurn);
        let attack = ClientEvent::Message(DiceWarsFromClient::Battle { atk: 3, def: 4 });
        let attack_text = r#"{"type":"battle","atk":3,"def":4}"#;
        let end_text = r#"{"type":"end_turn"}"#;
        check(&format!("{end_text}\0"), std::slice::from_ref(&end), "");
        // Terminators may be mixed and repeated.
        check(
            &format!("\0{attack_text}\0\0{attack_text}{end_text}\r\n\0{end_text}\n{attack_text}"),
            &[
                attack.clone(),
                attack.clone(),
                end.clone(),
                end.clone(),
                attack.clone(),
            ],
            "",
        );
        // A message cut off by NUL is malformed; parsing resumes after it.
        check(
            &format!(
                r#"{{"type":"end{}{end_text}{}attack!{}{attack_text}"#,
                '\0', '\0', '\0'
            ),
            &[
                ClientEvent::Malformed,
                end.clone(),
                ClientEvent::Malformed,
                attack,
            ],
            "",
        );
        check(&format!("{end_text}\0{{\"ty"), &[end], "{\"ty");
        check("\0", &[], "");
    }

    /// Splitting the stream into packets does not change its messages.
    #[test]
    fn packets_may_be_split_anywhere() {
        let stream = b"{\"type\":\"end_turn\"}\0{\"type\":\"battle\",\"atk\":3,\"def\":4}\
            {\"type\":\"end_turn\"}\n\0{\"type\":\"end_turn\"}\0";
        let whole = take_complete(&mut stream.to_vec());
        assert_eq!(whole.len(), 4);
        for first in 0..stream.len() {
            for second in first..stream.len() {
                let mut pending = Vec::new();
                let mut messages = Vec::new();
                for packet in [&stream[..first], &stream[first..second], &stream[second..]] {
                    pending.extend_from_slice(packet);
                    messages.extend(take_complete(&mut pending));
                }
                assert_eq!(messages, whole, "split at {first} and {second}");
            }
        }
    }

    #[test]
    fn nonsense_is_told_and_dropped() {
        for text in [
            "attack!",
            "{]",
            r#"{"type":"battle","atk":-1,"def":2}"#,
            r#"{"type":"battle","atk":1}"#,
            r#"{"type":"battle","atk":1000,"def":2}"#,
            r#"{"type":"surrender"}"#,
            "[1,2]",
            "17 ",
            "[1,2]\0",
            "{\0",
            "attack!\0",
        ] {
            check(text, &[ClientEvent::Malformed], "");
        }
        check(
            r#"{"type":"end_turn"}}"#,
            &[
                ClientEvent::Message(DiceWarsFromClient::EndTurn),
                ClientEvent::Malformed,
            ],
            "",
        );
        let endless = format!("\"{}", "x".repeat(MAX_MESSAGE_BYTES + 1));
        check(&endless, &[ClientEvent::Malformed], "");
        let behind = format!("{{\"type\":\"end_turn\"}}\0{endless}");
        check(
            &behind,
            &[
                ClientEvent::Message(DiceWarsFromClient::EndTurn),
                ClientEvent::Malformed,
            ],
            "",
        );
        let deep = "[".repeat(10_000);
        check(&deep, &[ClientEvent::Malformed], "");
    }
}

//! A client's connection. A thread reads what the client sends; nothing it sends is a panic, and
//! what it does not read does not stop the game.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use ludorum_core::Seat;
use ludorum_protocol::dicewars::{FromClient, ToClient};

/// A message longer than this is nonsense.
const LONGEST: usize = 64 * 1024;

/// A client that does not take a message in this time is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A message.
    Said(FromClient),
    /// Something that is not a message.
    Nonsense,
    /// The connection is closed.
    Gone,
}

/// The way to a client.
#[derive(Debug)]
pub(super) struct Line {
    stream: TcpStream,
}

impl Line {
    /// Takes a connection; what comes from it goes to `heard`.
    pub(super) fn open(
        stream: TcpStream,
        seat: Seat,
        heard: SyncSender<(Seat, Heard)>,
    ) -> std::io::Result<Line> {
        stream.set_write_timeout(Some(PATIENCE))?;
        // Small messages that are answered one by one should not wait for more.
        stream.set_nodelay(true)?;
        let reader = stream.try_clone()?;
        thread::Builder::new()
            .name(format!("dicewars-{seat}"))
            .spawn(move || listen(reader, seat, &heard))?;
        Ok(Line { stream })
    }

    /// Sends a message; says whether it was taken.
    pub(super) fn send(&mut self, message: &ToClient) -> bool {
        let Ok(mut text) = serde_json::to_vec(message) else {
            return false;
        };
        text.push(0);
        self.stream.write_all(&text).is_ok()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // Wakes the thread that listens; a connection that is closed already is fine.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads messages until the connection closes or nobody listens any more.
fn listen(mut stream: TcpStream, seat: Seat, heard: &SyncSender<(Seat, Heard)>) {
    let mut pending = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => pending.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        }
        for message in complete(&mut pending) {
            if heard.send((seat, message)).is_err() {
                return;
            }
        }
    }
    // The game may be over and nobody wants to know.
    let _ = heard.send((seat, Heard::Gone));
}

/// Takes what is complete off the front of `pending`. Messages may end with NUL, as those of the
/// server do, or follow each other with nothing or white space between them, as the published
/// client sends them. NUL stands in no JSON, so it always ends a message: after nonsense reading
/// goes on behind the next NUL, or, where there is none, with what comes next.
fn complete(pending: &mut Vec<u8>) -> Vec<Heard> {
    let mut messages = Vec::new();
    let mut used = 0;
    while let Some(length) = pending[used..].iter().position(|&byte| byte == 0) {
        let part = &pending[used..used + length];
        if values(part, &mut messages) < part.len() {
            messages.push(Heard::Nonsense);
        }
        used += length + 1;
    }
    used += values(&pending[used..], &mut messages);
    if pending.len() - used > LONGEST {
        messages.push(Heard::Nonsense);
        used = pending.len();
    }
    pending.drain(..used);
    messages
}

/// Reads the messages at the front of `text`, which has no NUL in it, and says how much of it they
/// are: all but a message that is not complete yet. Nonsense takes everything behind it along.
fn values(text: &[u8], messages: &mut Vec<Heard>) -> usize {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde_json::Value>();
    let mut used = 0;
    loop {
        match values.next() {
            Some(Ok(value)) => {
                used = values.byte_offset();
                messages.push(match serde_json::from_value(value) {
                    Ok(message) => Heard::Said(message),
                    Err(_) => Heard::Nonsense,
                });
            }
            Some(Err(error)) if error.is_eof() => return used,
            Some(Err(_)) => {
                messages.push(Heard::Nonsense);
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
    fn check(text: &str, expected: &[Heard], left: &str) {
        let mut pending = text.as_bytes().to_vec();
        assert_eq!(complete(&mut pending), expected, "{text}");
        assert_eq!(String::from_utf8_lossy(&pending), left, "{text}");
    }

    #[test]
    fn messages_are_cut_out_of_the_stream() {
        let end = Heard::Said(FromClient::EndTurn);
        let attack = Heard::Said(FromClient::Battle { atk: 3, def: 4 });
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
        let end = Heard::Said(FromClient::EndTurn);
        let attack = Heard::Said(FromClient::Battle { atk: 3, def: 4 });
        let attack_text = r#"{"type":"battle","atk":3,"def":4}"#;
        let end_text = r#"{"type":"end_turn"}"#;
        check(&format!("{end_text}\0"), std::slice::from_ref(&end), "");
        // Endings may be mixed, and there may be more of them than messages.
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
        // What is cut off by NUL is nonsense; what comes behind it is read.
        check(
            &format!(
                r#"{{"type":"end{}{end_text}{}attack!{}{attack_text}"#,
                '\0', '\0', '\0'
            ),
            &[Heard::Nonsense, end.clone(), Heard::Nonsense, attack],
            "",
        );
        check(&format!("{end_text}\0{{\"ty"), &[end], "{\"ty");
        check("\0", &[], "");
    }

    /// However a stream is split into packets, the same messages come out of it.
    #[test]
    fn packets_may_be_split_anywhere() {
        let stream = b"{\"type\":\"end_turn\"}\0{\"type\":\"battle\",\"atk\":3,\"def\":4}\
            {\"type\":\"end_turn\"}\n\0{\"type\":\"end_turn\"}\0";
        let whole = complete(&mut stream.to_vec());
        assert_eq!(whole.len(), 4);
        for first in 0..stream.len() {
            for second in first..stream.len() {
                let mut pending = Vec::new();
                let mut messages = Vec::new();
                for packet in [&stream[..first], &stream[first..second], &stream[second..]] {
                    pending.extend_from_slice(packet);
                    messages.extend(complete(&mut pending));
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
            check(text, &[Heard::Nonsense], "");
        }
        check(
            r#"{"type":"end_turn"}}"#,
            &[Heard::Said(FromClient::EndTurn), Heard::Nonsense],
            "",
        );
        let endless = format!("\"{}", "x".repeat(LONGEST + 1));
        check(&endless, &[Heard::Nonsense], "");
        let behind = format!("{{\"type\":\"end_turn\"}}\0{endless}");
        check(
            &behind,
            &[Heard::Said(FromClient::EndTurn), Heard::Nonsense],
            "",
        );
        let deep = "[".repeat(10_000);
        check(&deep, &[Heard::Nonsense], "");
    }
}

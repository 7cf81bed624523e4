//! The transcript in `docs/protocol.md` consists of valid messages that survive a round trip.

use std::path::Path;

use ludorum_protocol::engine::{FromAgent, ToAgent, to_line};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Checks the round trip of a message.
fn check<M: Serialize + DeserializeOwned>(line: &str) {
    let message: M = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let again: Value = serde_json::from_str(&to_line(&message)).unwrap();
    let mut given: Value = serde_json::from_str(line).unwrap();
    // Integers and floats are the same to a reader.
    if let Some(value) = given.get_mut("value") {
        *value = value.as_f64().into();
    }
    assert_eq!(again, given);
}

#[test]
fn the_transcript_is_made_of_messages() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(guide).unwrap();
    let (mut told, mut heard) = (0, 0);
    for line in text.lines() {
        if let Some(line) = line.strip_prefix("> {") {
            check::<ToAgent>(&format!("{{{line}"));
            told += 1;
        } else if let Some(line) = line.strip_prefix("< {") {
            check::<FromAgent>(&format!("{{{line}"));
            heard += 1;
        }
    }
    assert!(told >= 7 && heard >= 4, "{told} {heard}");
}

#[test]
fn unknown_fields_are_skipped_and_unknown_types_are_not() {
    let read = |line: &str| serde_json::from_str::<FromAgent>(line);
    assert!(read(r#"{"type":"move","id":1,"move":"a1","mood":"good"}"#).is_ok());
    assert!(read(r#"{"type":"ask","ask":1,"what":"determinize","why":"so"}"#).is_ok());
    assert!(read(r#"{"type":"think","id":1}"#).is_err());
    assert!(read(r#"{"type":"ask","ask":1,"what":"cards"}"#).is_err());
}

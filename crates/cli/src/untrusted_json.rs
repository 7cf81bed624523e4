//! Parses JSON from a server and makes its texts safe for a terminal.
//!
//! A server may send terminal control: escape sequences, carriage returns, text direction marks.
//! All server messages enter this program through [`parse`].

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::console::printable;

/// Name of the JSON field with a board drawn for terminals, which may have line breaks and colours.
const DRAWING: &str = "drawing";

/// Parses a server message and escapes control characters in all its texts.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut value: Value = serde_json::from_str(text)?;
    sanitize(&mut value, false);
    serde_json::from_value(value)
}

fn sanitize(value: &mut Value, is_drawing: bool) {
    match value {
        Value::String(text) => {
            *text = if is_drawing {
                printable_drawing(text)
            } else {
                printable(text)
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| sanitize(one, false)),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            for name in names {
                if let Some(mut field) = fields.remove(&name) {
                    sanitize(&mut field, name == DRAWING);
                    fields.insert(printable(&name), field);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Escapes the control characters of a drawing except line breaks and colours.
fn printable_drawing(text: &str) -> String {
    let mut safe = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '\x1b']) {
        safe.push_str(&printable(&rest[..at]));
        rest = &rest[at..];
        let length = colour_sequence_length(rest).unwrap_or(1);
        match &rest[..length] {
            "\x1b" => safe.push_str(&printable("\x1b")),
            kept => safe.push_str(kept),
        }
        rest = &rest[length..];
    }
    safe.push_str(&printable(rest));
    safe
}

/// Length of the colour or style escape sequence at the start of a text; `None` without one.
fn colour_sequence_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\x1b[")?;
    let end = inside.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inside[end..].starts_with('m').then_some(2 + end + 1)
}

#[cfg(test)]
mod tests {
    use ludorum_protocol::ApiProblem;
    use ludorum_protocol::lobby::JoinRequest;

    use super::*;

    #[test]
    fn no_text_of_a_message_has_anything_a_terminal_obeys() {
        let text = r#"{"name":"A\u001b]0;owned\u0007\r\u202eB","colour":"\u009b2J"}"#;
        let join: JoinRequest = parse(text).unwrap();
        assert_eq!(join.name, "A\\u{1b}]0;owned\\u{7}\\r\\u{202e}B");
        assert_eq!(join.colour.as_deref(), Some("\\u{9b}2J"));
        let text = r#"{"code":"bad_game","params":{"rea\u001bson":"\u001b[2J"}}"#;
        let problem: ApiProblem = parse(text).unwrap();
        assert!(!problem.to_string().contains('\x1b'), "{problem}");
    }

    #[test]
    fn drawings_keep_lines_and_colours_only() {
        let value =
            r#"{"game":{"drawing":"\u001b[1;31ma\u001b[0m\nb\u001b[2J\u001b]0;x\u0007\u001b"}}"#;
        let value: Value = parse(value).unwrap();
        let drawing = value["game"]["drawing"].as_str().unwrap();
        assert_eq!(
            drawing,
            "\x1b[1;31ma\x1b[0m\nb\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{1b}"
        );
    }
}

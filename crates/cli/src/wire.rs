//! Text that came over a wire, made safe for a terminal before anything is done with it.
//!
//! A server, an agent or a file may send what a terminal obeys: escape sequences, carriage returns, marks
//! that turn the direction of text. [`read`] is the one way into this program for messages of servers.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::console::printable;

/// The field with boards drawn for terminals: lines, and colours where they were asked for.
const DRAWING: &str = "drawing";

/// A message of a server, with every text in it safe to print.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut value: Value = serde_json::from_str(text)?;
    clean(&mut value, false);
    serde_json::from_value(value)
}

fn clean(value: &mut Value, is_drawing: bool) {
    match value {
        Value::String(text) => {
            *text = match is_drawing {
                true => printable_drawing(text),
                false => printable(text),
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| clean(one, false)),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            for name in names {
                if let Some(mut field) = fields.remove(&name) {
                    clean(&mut field, name == DRAWING);
                    fields.insert(printable(&name), field);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A drawing with its lines and colours, and nothing else that a terminal would obey.
fn printable_drawing(text: &str) -> String {
    let mut safe = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '\x1b']) {
        safe.push_str(&printable(&rest[..at]));
        rest = &rest[at..];
        let length = colour(rest).unwrap_or(1);
        match &rest[..length] {
            "\x1b" => safe.push_str(&printable("\x1b")),
            kept => safe.push_str(kept),
        }
        rest = &rest[length..];
    }
    safe.push_str(&printable(rest));
    safe
}

/// The length of the sequence for a colour or a style that a text begins with.
fn colour(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\x1b[")?;
    let end = inside.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inside[end..].starts_with('m').then_some(2 + end + 1)
}

#[cfg(test)]
mod tests {
    use ludorum_protocol::Problem;
    use ludorum_protocol::lobby::Join;

    use super::*;

    #[test]
    fn no_text_of_a_message_has_anything_a_terminal_obeys() {
        let text = r#"{"name":"A\u001b]0;owned\u0007\r\u202eB","colour":"\u009b2J"}"#;
        let join: Join = read(text).unwrap();
        assert_eq!(join.name, "A\\u{1b}]0;owned\\u{7}\\r\\u{202e}B");
        assert_eq!(join.colour.as_deref(), Some("\\u{9b}2J"));
        let text = r#"{"code":"bad_game","params":{"rea\u001bson":"\u001b[2J"}}"#;
        let problem: Problem = read(text).unwrap();
        assert!(!problem.to_string().contains('\x1b'), "{problem}");
    }

    #[test]
    fn drawings_keep_lines_and_colours_only() {
        let value =
            r#"{"game":{"drawing":"\u001b[1;31ma\u001b[0m\nb\u001b[2J\u001b]0;x\u0007\u001b"}}"#;
        let value: Value = read(value).unwrap();
        let drawing = value["game"]["drawing"].as_str().unwrap();
        assert_eq!(
            drawing,
            "\x1b[1;31ma\x1b[0m\nb\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{1b}"
        );
    }
}

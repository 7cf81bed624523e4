//! Diagnoses lines from agents that are not valid messages.

use serde_json::Value;

/// Spellings of non-finite numbers by some programs; JSON has no such numbers.
const NON_FINITE: [&str; 3] = ["NaN", "Infinity", "inf"];

/// Message fields that hold non-negative integers.
const COUNT_FIELDS: [&str; 4] = ["id", "nodes", "depth", "ask"];

/// Diagnosis of a line from an agent that is not a valid message.
pub(crate) struct MalformedMessage {
    pub(crate) reason: String,
    /// True if the line was meant as a `move` message.
    pub(crate) is_move: bool,
}

impl MalformedMessage {
    /// Diagnoses a line whose parsing failed with `error`.
    pub(crate) fn diagnose(line: &[u8], error: &serde_json::Error) -> MalformedMessage {
        let text = String::from_utf8_lossy(line);
        let (repaired, words) = replace_non_finite(&text);
        let value: Option<Value> = serde_json::from_str(&repaired).ok();
        let is_move = value.as_ref().is_some_and(|value| value["type"] == "move");
        let reason = match (words.first(), &value) {
            (Some(word), Some(_)) => Some(format!(
                "{word} is not a number in JSON: leave the field out, or send a number"
            )),
            (_, Some(value)) => bad_count(value),
            _ => None,
        };
        MalformedMessage {
            reason: reason.unwrap_or_else(|| error.to_string()),
            is_move,
        }
    }
}

/// Describes the first count field with a value that is negative or not an integer.
fn bad_count(value: &Value) -> Option<String> {
    let count = |name: &&str| value.get(*name).is_some_and(|field| field.is_number());
    let is_bad = |name: &&str| value[*name].as_u64().is_none();
    let name = COUNT_FIELDS.into_iter().filter(count).find(is_bad)?;
    let field = &value[name];
    Some(match field.as_f64() {
        Some(number) if number < 0.0 => format!("{name} is {field}: a count is not negative"),
        _ => format!("{name} is {field}: a count is a whole number"),
    })
}

/// Replaces non-finite numbers by `null`; also returns them as they were written, with their signs.
fn replace_non_finite(text: &str) -> (String, Vec<String>) {
    let (mut repaired, mut words) = (String::new(), Vec::new());
    let mut rest = text;
    let mut is_quoted = false;
    while let Some(first) = rest.chars().next() {
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let word = NON_FINITE.iter().find(|word| unsigned.starts_with(**word));
        if let Some(word) = word.filter(|_| !is_quoted) {
            let length = rest.len() - unsigned.len() + word.len();
            words.push(rest[..length].to_owned());
            repaired.push_str("null");
            rest = &rest[length..];
            continue;
        }
        let mut length = first.len_utf8();
        match first {
            '"' => is_quoted = !is_quoted,
            // An escaped quote does not end the string.
            '\\' if is_quoted => length += rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => {}
        }
        repaired.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    (repaired, words)
}

#[cfg(test)]
mod tests {
    use ludorum_protocol::engine::FromAgent;

    use super::*;

    fn diagnosis(line: &str) -> (String, bool) {
        let error = serde_json::from_str::<FromAgent>(line).unwrap_err();
        let malformed = MalformedMessage::diagnose(line.as_bytes(), &error);
        (malformed.reason, malformed.is_move)
    }

    #[test]
    fn numbers_json_does_not_have_are_named() {
        for word in ["NaN", "-Infinity", "Infinity", "inf", "-inf"] {
            let line = format!(r#"{{"type":"move","id":1,"move":"a\"NaN","value":{word}}}"#);
            let (reason, is_move) = diagnosis(&line);
            assert!(
                reason.starts_with(&format!("{word} is not a number in JSON")),
                "{reason}"
            );
            assert!(is_move);
        }
    }

    #[test]
    fn counts_that_are_none_are_named() {
        let line = |field: &str| format!(r#"{{"type":"move","move":"a1","id":1,{field}}}"#);
        let negative = diagnosis(&line(r#""nodes":-5"#)).0;
        assert_eq!(negative, "nodes is -5: a count is not negative");
        assert_eq!(
            diagnosis(&line(r#""depth":1.5"#)).0,
            "depth is 1.5: a count is a whole number"
        );
        let (reason, is_move) = diagnosis(r#"{"type":"ask","ask":-1,"what":"determinize"}"#);
        assert_eq!(
            (reason.as_str(), is_move),
            ("ask is -1: a count is not negative", false)
        );
    }

    #[test]
    fn anything_else_is_told_as_the_reader_tells_it() {
        for line in [
            "{",
            "null",
            r#"{"type":"move"}"#,
            r#"{"type":"NaN"}"#,
            "NaN",
            "\\",
        ] {
            let error = serde_json::from_str::<FromAgent>(line)
                .unwrap_err()
                .to_string();
            let reason = diagnosis(line).0;
            assert!(reason == error || line == "NaN", "{line}: {reason}");
        }
    }
}

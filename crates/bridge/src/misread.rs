//! Why a line of an agent is not a message, named as exactly as can be told.

use serde_json::Value;

/// The words that some programs write for numbers JSON does not have.
const NO_NUMBERS: [&str; 3] = ["NaN", "Infinity", "inf"];

/// The fields of messages that count something.
const COUNTS: [&str; 4] = ["id", "nodes", "depth", "ask"];

/// What is wrong with a line that could not be read, and whether it was meant as the answer to a turn.
pub(crate) struct Misread {
    pub(crate) reason: String,
    pub(crate) is_move: bool,
}

impl Misread {
    /// Looks at a line for what a reader found `error` with.
    pub(crate) fn of(line: &[u8], error: &serde_json::Error) -> Misread {
        let text = String::from_utf8_lossy(line);
        let (mended, words) = without_no_numbers(&text);
        let value: Option<Value> = serde_json::from_str(&mended).ok();
        let is_move = value.as_ref().is_some_and(|value| value["type"] == "move");
        let reason = match (words.first(), &value) {
            (Some(word), Some(_)) => Some(format!(
                "{word} is not a number in JSON: leave the field out, or send a number"
            )),
            (_, Some(value)) => bad_count(value),
            _ => None,
        };
        Misread {
            reason: reason.unwrap_or_else(|| error.to_string()),
            is_move,
        }
    }
}

/// The first field that counts something and is no count.
fn bad_count(value: &Value) -> Option<String> {
    let count = |name: &&str| value.get(*name).is_some_and(|field| field.is_number());
    let is_bad = |name: &&str| value[*name].as_u64().is_none();
    let name = COUNTS.into_iter().filter(count).find(is_bad)?;
    let field = &value[name];
    Some(match field.as_f64() {
        Some(number) if number < 0.0 => format!("{name} is {field}: a count is not negative"),
        _ => format!("{name} is {field}: a count is a whole number"),
    })
}

/// The text with `null` in place of words that stand for no number, and these words with their signs.
fn without_no_numbers(text: &str) -> (String, Vec<String>) {
    let (mut mended, mut words) = (String::new(), Vec::new());
    let mut rest = text;
    let mut is_quoted = false;
    while let Some(first) = rest.chars().next() {
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let word = NO_NUMBERS.iter().find(|word| unsigned.starts_with(**word));
        if let Some(word) = word.filter(|_| !is_quoted) {
            let length = rest.len() - unsigned.len() + word.len();
            words.push(rest[..length].to_owned());
            mended.push_str("null");
            rest = &rest[length..];
            continue;
        }
        let mut length = first.len_utf8();
        match first {
            '"' => is_quoted = !is_quoted,
            // What follows a backslash ends no string.
            '\\' if is_quoted => length += rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => {}
        }
        mended.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    (mended, words)
}

#[cfg(test)]
mod tests {
    use ludorum_protocol::engine::FromAgent;

    use super::*;

    fn told(line: &str) -> (String, bool) {
        let error = serde_json::from_str::<FromAgent>(line).unwrap_err();
        let misread = Misread::of(line.as_bytes(), &error);
        (misread.reason, misread.is_move)
    }

    #[test]
    fn numbers_json_does_not_have_are_named() {
        for word in ["NaN", "-Infinity", "Infinity", "inf", "-inf"] {
            let line = format!(r#"{{"type":"move","id":1,"move":"a\"NaN","value":{word}}}"#);
            let (reason, is_move) = told(&line);
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
        let negative = told(&line(r#""nodes":-5"#)).0;
        assert_eq!(negative, "nodes is -5: a count is not negative");
        assert_eq!(
            told(&line(r#""depth":1.5"#)).0,
            "depth is 1.5: a count is a whole number"
        );
        let (reason, is_move) = told(r#"{"type":"ask","ask":-1,"what":"determinize"}"#);
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
            let reason = told(line).0;
            assert!(reason == error || line == "NaN", "{line}: {reason}");
        }
    }
}

//! Suites: openings as a file, a line each.

use std::sync::Arc;

use ludorum_catalog::{Files, Variant};
use ludorum_core::NamedFile;

use super::OpeningsError;

/// The openings of a file.
#[derive(Clone, Debug)]
pub(super) struct Suite {
    /// The file, or the name of a suite of this program.
    name: String,
    /// The fingerprint of its content.
    pin: String,
    text: Arc<str>,
    lines: Arc<[Line]>,
}

/// One opening of a suite.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its place in the file, from 1.
    pub(super) number: usize,
    /// The moves of the seats.
    pub(super) moves: Arc<[String]>,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../content/openings/", $name, ".txt")))),*]
    };
}

/// The suites of this program by name, as in `content/openings/`.
const SHIPPED: &[(&str, &str)] = shipped!["quoridor-9x9", "quoridor-7x7", "quoridor-5x5", "yinsh"];

/// The names and contents of the suites of this program.
pub fn suites() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}

impl Suite {
    /// The suite that a name or a path means, with the fingerprint of its content after `#` or without.
    pub(super) fn find(given: &str, variant: &Variant) -> Result<Suite, OpeningsError> {
        let name = pinned(given).map_or(given, |(name, _)| name);
        if let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            return Suite::read(given, text);
        }
        let file = NamedFile {
            name: name.to_owned(),
            pin: None,
            text: None,
        };
        let file = variant.files().read(&file).map_err(|why| {
            let shipped: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
            OpeningsError(format!(
                "'{name}' is none: {why}; name a file with an opening a line, a suite of this program \
                 ({}), random:plies=4 or balanced:plies=6,by=AGENT,within=0.1",
                shipped.join(", ")
            ))
        })?;
        Suite::read(given, file.text.as_deref().unwrap_or_default())
    }

    /// The suite with this content, which must have the fingerprint that `given` ends with, if it does.
    pub(super) fn read(given: &str, text: &str) -> Result<Suite, OpeningsError> {
        let (name, wanted) = match pinned(given) {
            Some((name, pin)) => (name, Some(pin)),
            None => (given, None),
        };
        let pin = Files::fingerprint(text);
        if let Some(wanted) = wanted.filter(|wanted| *wanted != pin) {
            return Err(OpeningsError(format!(
                "the content of {name} has the fingerprint {pin}, not {wanted}: these are other \
                 openings than those that were meant; put that file back"
            )));
        }
        let lines: Arc<[Line]> = (1..)
            .zip(text.lines())
            .map(|(number, line)| (number, line.split('#').next().unwrap_or_default()))
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| Line {
                number,
                moves: line.split_whitespace().map(str::to_owned).collect(),
            })
            .collect();
        if lines.is_empty() {
            return Err(OpeningsError(format!(
                "{name} has no openings; write one a line, the moves with spaces between them"
            )));
        }
        Ok(Suite {
            name: name.to_owned(),
            pin,
            text: text.into(),
            lines,
        })
    }

    pub(super) fn spec(&self) -> String {
        format!("{}#{}", self.name, self.pin)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }
}

/// The name and the fingerprint of a suite that is named with one.
pub(super) fn pinned(spec: &str) -> Option<(&str, &str)> {
    const DIGITS: usize = 16;
    let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    let (name, pin) = spec.rsplit_once('#')?;
    (pin.len() == DIGITS && pin.chars().all(is_digit)).then_some((name, pin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_are_no_openings() {
        let suite = Suite::read("x", "# a suite\n\n e2  e8 # the usual\r\nd1\n").unwrap();
        let lines: Vec<(usize, String)> = suite
            .lines()
            .iter()
            .map(|line| (line.number, line.moves.join(" ")))
            .collect();
        assert_eq!(lines, [(3, "e2 e8".to_owned()), (4, "d1".to_owned())]);
        assert!(Suite::read("x", "# nothing\n").is_err());
    }

    #[test]
    fn another_content_than_the_pinned_one_is_refused() {
        let spec = Suite::read("x", "e2\n").unwrap().spec();
        assert_eq!(Suite::read(&spec, "e2\n").unwrap().spec(), spec);
        let error = Suite::read(&spec, "e8\n").unwrap_err().to_string();
        assert!(error.contains("other openings"), "{error}");
    }
}

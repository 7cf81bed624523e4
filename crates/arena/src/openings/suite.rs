//! Opening suites: files with one opening per line.

use std::sync::Arc;

use ludorum_catalog::{AgentFileCache, OPENING_SUITES, Variant};
use ludorum_core::FileParam;

use super::OpeningsError;

/// Opening suite: openings read from one file.
#[derive(Clone, Debug)]
pub(super) struct OpeningSuite {
    /// Path of the suite's file, or name of a built-in suite.
    name: String,
    /// Hash of the file's contents, in hexadecimal.
    pin: String,
    text: Arc<str>,
    lines: Arc<[SuiteOpening]>,
}

/// One opening of a suite.
#[derive(Clone, Debug)]
pub(super) struct SuiteOpening {
    /// Line number of the opening in the suite's file, from 1.
    pub(super) number: usize,
    /// Moves of the opening in the game's notation.
    pub(super) moves: Arc<[String]>,
}

/// Built-in opening suites: name and file contents of each.
pub fn suites() -> &'static [(&'static str, &'static str)] {
    OPENING_SUITES
}

impl OpeningSuite {
    /// Loads a suite by name or path. `given` may end with `#` and the expected hash.
    pub(super) fn find(given: &str, variant: &Variant) -> Result<OpeningSuite, OpeningsError> {
        let name = split_fingerprint(given).map_or(given, |(name, _)| name);
        if let Some((_, text)) = OPENING_SUITES.iter().find(|(shipped, _)| *shipped == name) {
            return OpeningSuite::read(given, text);
        }
        let file = FileParam {
            name: name.to_owned(),
            pin: None,
            text: None,
        };
        let file = variant.files().read(&file).map_err(|why| {
            let shipped: Vec<&str> = OPENING_SUITES.iter().map(|(name, _)| *name).collect();
            OpeningsError(format!(
                "'{name}' is no opening suite: {why}; name a file with one opening per line, a shipped suite \
                 ({}), random:plies=4 or balanced:plies=6,by=AGENT,within=0.1",
                shipped.join(", ")
            ))
        })?;
        OpeningSuite::read(given, file.text.as_deref().unwrap_or_default())
    }

    /// Parses the text of a suite. If `given` ends with `#` and a hash, `text` must match the hash.
    pub(super) fn read(given: &str, text: &str) -> Result<OpeningSuite, OpeningsError> {
        let (name, wanted) = match split_fingerprint(given) {
            Some((name, pin)) => (name, Some(pin)),
            None => (given, None),
        };
        let pin = AgentFileCache::fingerprint(text);
        if let Some(wanted) = wanted.filter(|wanted| *wanted != pin) {
            return Err(OpeningsError(format!(
                "the content of {name} has the fingerprint {pin}, not {wanted}: these are other \
                 openings; restore the original file"
            )));
        }
        let lines: Arc<[SuiteOpening]> = (1..)
            .zip(text.lines())
            .map(|(number, line)| (number, line.split('#').next().unwrap_or_default()))
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| SuiteOpening {
                number,
                moves: line.split_whitespace().map(str::to_owned).collect(),
            })
            .collect();
        if lines.is_empty() {
            return Err(OpeningsError(format!(
                "{name} has no openings; write one per line, with spaces between the moves"
            )));
        }
        Ok(OpeningSuite {
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

    pub(super) fn lines(&self) -> &[SuiteOpening] {
        &self.lines
    }
}

/// Splits `name#hash` of a suite into name and hash; `None` if there is no hash.
pub(super) fn split_fingerprint(spec: &str) -> Option<(&str, &str)> {
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
        let suite = OpeningSuite::read("x", "# a suite\n\n e2  e8 # the usual\r\nd1\n").unwrap();
        let lines: Vec<(usize, String)> = suite
            .lines()
            .iter()
            .map(|line| (line.number, line.moves.join(" ")))
            .collect();
        assert_eq!(lines, [(3, "e2 e8".to_owned()), (4, "d1".to_owned())]);
        assert!(OpeningSuite::read("x", "# nothing\n").is_err());
    }

    #[test]
    fn another_content_than_the_pinned_one_is_refused() {
        let spec = OpeningSuite::read("x", "e2\n").unwrap().spec();
        assert_eq!(OpeningSuite::read(&spec, "e2\n").unwrap().spec(), spec);
        let error = OpeningSuite::read(&spec, "e8\n").unwrap_err().to_string();
        assert!(error.contains("other openings"), "{error}");
    }
}

//! Errors in user files, with line numbers.

use std::fmt;

use ludorum_games::sector66::ProblemCode;
use toml::de::DeTable;

/// Error in a template or plug-in file, with its line and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedProblem {
    /// Line of the error, counted from 1; 0 if it concerns the whole file.
    pub line: usize,
    /// TOML key with the error; empty if the error has no key.
    pub key: String,
    /// Description of the error and how to fix it, in English.
    pub message: String,
    /// Code of the error with its parameters, for translation.
    pub why: ProblemCode,
}

impl fmt::Display for LocatedProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.key.as_str()) {
            (0, _) => f.write_str(&self.message),
            (line, "") => write!(f, "line {line}: {}", self.message),
            (line, key) => write!(f, "line {line}, {key}: {}", self.message),
        }
    }
}

/// All errors in one template or plug-in file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentFileError {
    /// Name of the file with the errors.
    pub file: String,
    /// Errors in the file, in line order.
    pub problems: Vec<LocatedProblem>,
}

impl fmt::Display for ContentFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self
            .problems
            .iter()
            .map(LocatedProblem::to_string)
            .collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for ContentFileError {}

/// A TOML text with an index from keys to lines.
pub(crate) struct TomlSource<'a> {
    text: &'a str,
    /// Parsed root table; `None` if the text is not valid TOML.
    root: Option<DeTable<'a>>,
    /// Byte offsets of the line breaks in the text.
    ends: Vec<usize>,
}

impl<'a> TomlSource<'a> {
    pub(crate) fn of(text: &'a str) -> TomlSource<'a> {
        let bytes = text.bytes().enumerate();
        let ends = bytes.filter(|(_, byte)| *byte == b'\n');
        TomlSource {
            text,
            root: DeTable::parse(text).ok().map(toml::Spanned::into_inner),
            ends: ends.map(|(at, _)| at).collect(),
        }
    }

    /// Returns the parsed root table; `None` if the text is not valid TOML.
    pub(crate) fn root(&self) -> Option<&DeTable<'a>> {
        self.root.as_ref()
    }

    /// Returns the first line of a span of the text, shortened to `longest` characters.
    pub(crate) fn quote(&self, span: std::ops::Range<usize>, longest: usize) -> String {
        let written = self.text.get(span).unwrap_or_default();
        let first = written.lines().next().unwrap_or_default();
        if first.chars().count() > longest || first.len() < written.len() {
            first.chars().take(longest).chain("...".chars()).collect()
        } else {
            first.to_owned()
        }
    }

    /// Returns the line number of a byte offset, counted from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        1 + self.ends.partition_point(|&end| end < byte)
    }

    /// Returns the line number of `key`, or of its longest prefix that exists, or else 1.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        let Some(root) = &self.root else {
            return 1;
        };
        let (mut line, mut table, mut rest) = (1, root, key);
        // Names may contain dots, so the longest match is the right one.
        while let Some((name, value, below)) = table
            .iter()
            .filter_map(|(name, value)| {
                let below = rest.strip_prefix(name.get_ref().as_ref())?;
                let fits = below.is_empty() || below.starts_with('.');
                fits.then(|| (name, value, below.trim_start_matches('.')))
            })
            .min_by_key(|(_, _, below)| below.len())
        {
            line = self.line(name.span().start);
            rest = below;
            match value.get_ref() {
                toml::de::DeValue::Table(inner) => table = inner,
                _ => break,
            }
        }
        line
    }

    pub(crate) fn problem(&self, key: &str, message: impl Into<String>) -> LocatedProblem {
        LocatedProblem {
            line: self.line_of(key),
            key: key.to_owned(),
            message: message.into(),
            why: ProblemCode::default(),
        }
    }

    /// Converts an error of the TOML parser to an error with line and key.
    pub(crate) fn parse_error(&self, error: &toml::de::Error) -> LocatedProblem {
        let message = error.message().trim().replace('\n', ", ");
        LocatedProblem {
            line: error.span().map_or(1, |span| self.line(span.start)),
            key: String::new(),
            why: ProblemCode::new("not-toml", [("reason", message.clone())]),
            message,
        }
    }
}

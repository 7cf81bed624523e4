//! What is wrong with a file of a user, and in which line.

use std::fmt;

use ludorum_games::sector66::Why;
use toml::de::DeTable;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The line, counted from 1; 0 if it is about the file as a whole.
    pub line: usize,
    /// The key it is about, if it is about one.
    pub key: String,
    /// What is wrong, and what to do about it, in English.
    pub message: String,
    /// The same for those who say it in another language.
    pub why: Why,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.key.as_str()) {
            (0, _) => f.write_str(&self.message),
            (line, "") => write!(f, "line {line}: {}", self.message),
            (line, key) => write!(f, "line {line}, {key}: {}", self.message),
        }
    }
}

/// All that is wrong with one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The file, or whatever it is called.
    pub file: String,
    /// What is wrong with it, in the order of its lines.
    pub problems: Vec<Located>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problems: Vec<String> = self.problems.iter().map(Located::to_string).collect();
        write!(f, "{}: {}", self.file, problems.join("; "))
    }
}

impl std::error::Error for Trouble {}

/// A TOML file in which keys can be found.
pub(crate) struct Places<'a> {
    text: &'a str,
    /// What is in it, if it is TOML.
    root: Option<DeTable<'a>>,
    /// The bytes at which lines end.
    ends: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(crate) fn of(text: &'a str) -> Places<'a> {
        let bytes = text.bytes().enumerate();
        let ends = bytes.filter(|(_, byte)| *byte == b'\n');
        Places {
            text,
            root: DeTable::parse(text).ok().map(toml::Spanned::into_inner),
            ends: ends.map(|(at, _)| at).collect(),
        }
    }

    /// All of it, if it is TOML.
    pub(crate) fn root(&self) -> Option<&DeTable<'a>> {
        self.root.as_ref()
    }

    /// The beginning of what is written somewhere.
    pub(crate) fn quote(&self, span: std::ops::Range<usize>, longest: usize) -> String {
        let written = self.text.get(span).unwrap_or_default();
        let first = written.lines().next().unwrap_or_default();
        match first.chars().count() > longest || first.len() < written.len() {
            true => first.chars().take(longest).chain("...".chars()).collect(),
            false => first.to_owned(),
        }
    }

    /// The line in which a byte stands, counted from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        1 + self.ends.partition_point(|&end| end < byte)
    }

    /// The line of the innermost part of `key` that is there; the first line if there is none.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        let Some(root) = &self.root else {
            return 1;
        };
        let (mut line, mut table, mut rest) = (1, root, key);
        // Names can have dots in them, so the longest that fits is the one that is meant.
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

    pub(crate) fn problem(&self, key: &str, message: impl Into<String>) -> Located {
        Located {
            line: self.line_of(key),
            key: key.to_owned(),
            message: message.into(),
            why: Why::default(),
        }
    }

    /// What the parser of TOML has to say.
    pub(crate) fn refused(&self, error: &toml::de::Error) -> Located {
        let message = error.message().trim().replace('\n', ", ");
        Located {
            line: error.span().map_or(1, |span| self.line(span.start)),
            key: String::new(),
            why: Why::new("not-toml", [("reason", message.clone())]),
            message,
        }
    }
}

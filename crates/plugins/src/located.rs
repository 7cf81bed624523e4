//! What is wrong with a file of a user, and in which line.

use std::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The line, counted from 1.
    pub line: usize,
    /// The key it is about, if it is about one.
    pub key: String,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key.as_str() {
            "" => write!(f, "line {}: {}", self.line, self.message),
            key => write!(f, "line {}, {key}: {}", self.line, self.message),
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
}

impl<'a> Places<'a> {
    pub(crate) fn of(text: &'a str) -> Places<'a> {
        Places { text }
    }

    /// The line in which a byte stands, counted from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        let before = self.text.as_bytes().iter().take(byte);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }

    /// The line of the innermost part of `key` that is there; the first line if there is none.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        let Ok(root) = toml::de::DeTable::parse(self.text) else {
            return 1;
        };
        let mut line = 1;
        let mut table = root.get_ref();
        for part in key.split('.') {
            let Some((name, value)) = table.get_key_value(part) else {
                break;
            };
            line = self.line(name.span().start);
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
        }
    }

    /// What the parser of TOML has to say.
    pub(crate) fn refused(&self, error: &toml::de::Error) -> Located {
        Located {
            line: error.span().map_or(1, |span| self.line(span.start)),
            key: String::new(),
            message: error.message().trim().replace('\n', ", "),
        }
    }
}

//! Declaration of a parameter of a game or an agent.

use std::fmt;

use crate::param_value::{ParamValue, parse_file, parse_words};
use crate::{ParamError, parse_duration};

/// The declaration of one parameter of a game or an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The parameter's key in specs `name:key=value,...`.
    pub name: &'static str,
    /// A one-line description of the parameter for help texts.
    pub doc: &'static str,
    /// The type and range of the parameter's values.
    pub kind: ParamType,
    /// Further words that a parameter of type [`ParamType::Choice`] accepts but help does not list.
    pub unlisted: Vec<String>,
    /// The default value as text; `None` if the parameter has no default.
    pub default: Option<String>,
}

/// The type and range of a parameter's values.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamType {
    /// An integer from the first number to the second, both included.
    Int(i64, i64),
    /// An integer from the first number to the second, both included, or this word instead.
    IntOr(i64, i64, &'static str),
    /// A real number from the first number to the second, both included.
    Real(f64, f64),
    /// A duration such as `250ms`, `1.5s` or `2m`.
    Time,
    /// The value `on` or `off`.
    Switch,
    /// One of the listed words.
    Choice(Vec<String>),
    /// A list of words, separated by `+`, of lower-case letters, digits and hyphens.
    Words,
    /// A file name without commas and white space. It may end in `#` and a fingerprint of 16
    /// hexadecimal digits, which the file's content must match.
    File,
}

impl Param {
    /// Declares an integer parameter from `min` to `max`.
    pub fn int(
        name: &'static str,
        doc: &'static str,
        default: i64,
        (min, max): (i64, i64),
    ) -> Param {
        Param::new(
            name,
            doc,
            ParamType::Int(min, max),
            Some(default.to_string()),
        )
    }

    /// Makes an integer parameter also accept `word`, for which [`Params::int_if_given`] returns
    /// `None`.
    ///
    /// # Panics
    /// If this is not an integer parameter.
    pub fn or_word(mut self, word: &'static str) -> Param {
        self.kind = match self.kind {
            ParamType::Int(min, max) => ParamType::IntOr(min, max, word),
            other => panic!("{} is {other}, not a whole number", self.name),
        };
        self
    }

    /// Declares a real parameter from `min` to `max`.
    pub fn real(
        name: &'static str,
        doc: &'static str,
        default: f64,
        (min, max): (f64, f64),
    ) -> Param {
        Param::new(
            name,
            doc,
            ParamType::Real(min, max),
            Some(default.to_string()),
        )
    }

    /// Declares a duration parameter without a default.
    pub fn time(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::Time, None)
    }

    /// Declares a parameter with the values `on` and `off`.
    pub fn switch(name: &'static str, doc: &'static str, default: bool) -> Param {
        let default = if default { "on" } else { "off" };
        Param::new(name, doc, ParamType::Switch, Some(default.to_owned()))
    }

    /// Declares a parameter with a choice of several words; the first is the default.
    pub fn choice<S: Into<String>>(
        name: &'static str,
        doc: &'static str,
        words: impl IntoIterator<Item = S>,
    ) -> Param {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        let default = words.first().cloned();
        Param::new(name, doc, ParamType::Choice(words), default)
    }

    /// Makes a choice parameter also accept these words, which help does not list.
    pub fn with_unlisted(mut self, words: impl IntoIterator<Item = String>) -> Param {
        self.unlisted = words.into_iter().collect();
        self
    }

    /// Declares a parameter that is a list of words, without a default.
    pub fn words(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::Words, None)
    }

    /// Declares a parameter that names a file, without a default.
    pub fn file(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::File, None)
    }

    /// Returns this parameter with another default; `None` removes the default.
    pub fn with_default(mut self, default: Option<&str>) -> Param {
        self.default = default.map(str::to_owned);
        self
    }

    fn new(
        name: &'static str,
        doc: &'static str,
        kind: ParamType,
        default: Option<String>,
    ) -> Param {
        Param {
            name,
            doc,
            kind,
            unlisted: Vec::new(),
            default,
        }
    }

    /// Parses the text of a value of this parameter; an error if it does not fit the type or range.
    pub(crate) fn parse(&self, text: &str) -> Result<ParamValue, ParamError> {
        let bad = || ParamError::Invalid {
            key: self.name.to_owned(),
            value: text.to_owned(),
            expected: self.kind.to_string(),
        };
        let value = match &self.kind {
            ParamType::IntOr(_, _, word) if *word == text => {
                Some(ParamValue::Choice(text.to_owned()))
            }
            ParamType::Int(min, max) | ParamType::IntOr(min, max, _) => {
                let number: i64 = text.parse().map_err(|_| bad())?;
                (*min..=*max)
                    .contains(&number)
                    .then_some(ParamValue::Int(number))
            }
            ParamType::Real(min, max) => {
                let number: f64 = text.parse().map_err(|_| bad())?;
                (*min..=*max)
                    .contains(&number)
                    .then_some(ParamValue::Real(number))
            }
            ParamType::Time => parse_duration(text).map(ParamValue::Time),
            ParamType::Switch => match text {
                "on" => Some(ParamValue::Switch(true)),
                "off" => Some(ParamValue::Switch(false)),
                _ => None,
            },
            ParamType::Choice(words) => words
                .iter()
                .chain(&self.unlisted)
                .find(|word| *word == text)
                .map(|word| ParamValue::Choice(word.clone())),
            ParamType::Words => parse_words(text).map(ParamValue::Words),
            ParamType::File => parse_file(text).map(ParamValue::File),
        };
        value.ok_or_else(bad)
    }
}

impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamType::Int(min, max) => write!(f, "a whole number from {min} to {max}"),
            ParamType::IntOr(min, max, word) => {
                write!(f, "a whole number from {min} to {max}, or {word}")
            }
            ParamType::Real(min, max) => write!(f, "a number from {min} to {max}"),
            ParamType::Time => f.write_str("a time such as 250ms, 1.5s or 2m"),
            ParamType::Switch => f.write_str("on or off"),
            ParamType::Choice(words) => write!(f, "one of {}", words.join(", ")),
            ParamType::Words => f.write_str("words with + between them"),
            ParamType::File => f.write_str("a file without commas and white space in its name"),
        }
    }
}

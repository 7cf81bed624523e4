//! Parameters of games and agents: declarations, parsing, validation and defaults.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::{parse_duration, print_duration};

/// The declaration of one parameter of a game or an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The parameter's key in specs `name:key=value,...`.
    pub name: &'static str,
    /// A one-line description for help texts.
    pub doc: &'static str,
    /// The type and range of the parameter's values.
    pub kind: ParamType,
    /// Further words that a choice accepts but help does not list.
    pub unlisted: Vec<String>,
    /// The default value as text; `None` if the parameter has no value unless given.
    pub default: Option<String>,
}

/// The type and range of a parameter's values.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamType {
    /// An integer in the range given by its ends, both included.
    Int(i64, i64),
    /// An integer in the range given by its ends, both included, or this word instead of a number.
    IntOr(i64, i64, &'static str),
    /// A real number in the range given by its ends, both included.
    Real(f64, f64),
    /// A duration such as `250ms`, `1.5s` or `2m`.
    Time,
    /// `on` or `off`.
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

    /// Lets an integer parameter also accept `word`, for which [`Params::int_if_given`] returns
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

    /// Declares a duration without a default.
    pub fn time(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::Time, None)
    }

    /// Declares a parameter with the values `on` and `off`.
    pub fn switch(name: &'static str, doc: &'static str, default: bool) -> Param {
        let default = if default { "on" } else { "off" };
        Param::new(name, doc, ParamType::Switch, Some(default.to_owned()))
    }

    /// Declares a choice of several words; the first is the default.
    pub fn choice<S: Into<String>>(
        name: &'static str,
        doc: &'static str,
        words: impl IntoIterator<Item = S>,
    ) -> Param {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        let default = words.first().cloned();
        Param::new(name, doc, ParamType::Choice(words), default)
    }

    /// Lets a choice also accept these words, which help does not list.
    pub fn with_unlisted(mut self, words: impl IntoIterator<Item = String>) -> Param {
        self.unlisted = words.into_iter().collect();
        self
    }

    /// Declares a list of words without a default.
    pub fn words(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::Words, None)
    }

    /// Declares a file without a default.
    pub fn file(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, ParamType::File, None)
    }

    /// This parameter with another default, or with none.
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

    fn parse(&self, text: &str) -> Result<ParamValue, ParamError> {
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

#[derive(Clone, Debug, PartialEq)]
enum ParamValue {
    Int(i64),
    Real(f64),
    Time(Duration),
    Switch(bool),
    Choice(String),
    /// A sorted list of words without duplicates, so that equal lists print the same.
    Words(Vec<String>),
    File(FileParam),
}

/// The value of a parameter that names a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileParam {
    /// File name as written in the spec.
    pub name: String,
    /// Fingerprint of the content, from the spec or computed when the file was read.
    pub pin: Option<String>,
    /// Content of the file; `None` before it is read.
    pub text: Option<Arc<str>>,
}

impl fmt::Display for FileParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pin {
            Some(pin) => write!(f, "{}#{pin}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamValue::Int(number) => write!(f, "{number}"),
            ParamValue::Real(number) => write!(f, "{number}"),
            ParamValue::Time(time) => f.write_str(&print_duration(*time)),
            ParamValue::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            ParamValue::Choice(word) => f.write_str(word),
            ParamValue::Words(words) => f.write_str(&words.join("+")),
            ParamValue::File(file) => file.fmt(f),
        }
    }
}

/// The parsed and validated values of a game's or an agent's parameters.
///
/// The getters panic if the name was not declared, or with another type: that is a programming
/// error.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    values: Vec<(&'static str, Option<ParamValue>)>,
    /// Names of the parameters whose values differ from their defaults.
    changed: Vec<&'static str>,
}

impl Params {
    /// Parses `key=value,key=value` by the declarations; parameters not given have their defaults.
    ///
    /// # Errors
    /// When a key is unknown or given twice, or a value is invalid.
    pub fn parse(declared: &[Param], text: &str) -> Result<Params, ParamError> {
        let mut given: Vec<Option<ParamValue>> = vec![None; declared.len()];
        for pair in text.split(',').filter(|_| !text.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| ParamError::NoValue {
                text: pair.to_owned(),
            })?;
            let index = declared
                .iter()
                .position(|param| param.name == key)
                .ok_or_else(|| ParamError::Unknown {
                    key: key.to_owned(),
                    known: declared.iter().map(|param| param.name).collect(),
                })?;
            if given[index].is_some() {
                return Err(ParamError::Duplicate {
                    key: key.to_owned(),
                });
            }
            given[index] = Some(declared[index].parse(value)?);
        }
        let mut values = Vec::new();
        let mut changed = Vec::new();
        for (param, given) in declared.iter().zip(given) {
            let default = param.default.as_deref().map(|text| {
                param
                    .parse(text)
                    .expect("a declared default is a value of its own parameter")
            });
            if given.is_some() && given != default {
                changed.push(param.name);
            }
            values.push((param.name, given.or(default)));
        }
        Ok(Params { values, changed })
    }

    /// Reads all files with `read`, which returns a file with its content and fingerprint.
    ///
    /// # Errors
    /// When a file cannot be read or does not match its fingerprint.
    pub fn with_files(
        mut self,
        mut read: impl FnMut(&FileParam) -> Result<FileParam, String>,
    ) -> Result<Params, ParamError> {
        for (name, value) in &mut self.values {
            if let Some(ParamValue::File(file)) = value {
                *file = read(file).map_err(|reason| ParamError::Conflict {
                    reason: format!("{name}={}: {reason}", file.name),
                })?;
            }
        }
        Ok(self)
    }

    /// The shortest spec of the game or agent `name` with these parameters; it omits defaults.
    pub fn spec(&self, name: &str) -> String {
        if self.changed.is_empty() {
            return name.to_owned();
        }
        let changed = self.values.iter().filter_map(|(name, value)| {
            let value = value.as_ref().filter(|_| self.changed.contains(name))?;
            Some(format!("{name}={value}"))
        });
        format!("{name}:{}", changed.collect::<Vec<String>>().join(","))
    }

    /// The value of an integer parameter.
    pub fn int(&self, name: &str) -> i64 {
        self.int_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// The value of an integer parameter; `None` if it has none or is a word instead of a number.
    pub fn int_if_given(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(|value| match value {
            ParamValue::Int(number) => Some(*number),
            // A word given instead of a number.
            ParamValue::Choice(_) => None,
            _ => undeclared(name),
        })
    }

    /// The value of a real parameter.
    pub fn real(&self, name: &str) -> f64 {
        self.real_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// The value of a real parameter; `None` if it has none.
    pub fn real_if_given(&self, name: &str) -> Option<f64> {
        self.value(name).map(|value| match value {
            ParamValue::Real(number) => *number,
            _ => undeclared(name),
        })
    }

    /// The value of a duration parameter; `None` if it has none.
    pub fn time(&self, name: &str) -> Option<Duration> {
        self.value(name).map(|value| match value {
            ParamValue::Time(time) => *time,
            _ => undeclared(name),
        })
    }

    /// True if the value of a switch is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        match self.value(name) {
            Some(ParamValue::Switch(on)) => *on,
            _ => undeclared(name),
        }
    }

    /// The chosen word of a choice parameter.
    pub fn choice(&self, name: &str) -> &str {
        match self.value(name) {
            Some(ParamValue::Choice(word)) => word,
            _ => undeclared(name),
        }
    }

    /// The words of a list parameter; `None` if it has no value.
    pub fn words(&self, name: &str) -> Option<&[String]> {
        self.value(name).map(|value| match value {
            ParamValue::Words(words) => words.as_slice(),
            _ => undeclared(name),
        })
    }

    /// The value of a file parameter; `None` if it has none.
    pub fn file(&self, name: &str) -> Option<&FileParam> {
        self.value(name).map(|value| match value {
            ParamValue::File(file) => file,
            _ => undeclared(name),
        })
    }

    /// Lines `key name sha256:fingerprint` of the files read, as in
    /// [`Configure::content_hashes`](crate::Configure::content_hashes).
    pub fn files(&self) -> impl Iterator<Item = String> {
        self.values.iter().filter_map(|(key, value)| match value {
            Some(ParamValue::File(FileParam {
                name,
                pin: Some(pin),
                ..
            })) => Some(format!("{key} {name} sha256:{pin}")),
            _ => None,
        })
    }

    fn value(&self, name: &str) -> Option<&ParamValue> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| undeclared(name)).1.as_ref()
    }
}

fn parse_words(text: &str) -> Option<Vec<String>> {
    let is_word = |word: &str| {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !word.is_empty() && word.chars().all(fits)
    };
    let mut words: Vec<String> = text.split('+').map(str::to_owned).collect();
    words.sort();
    words.dedup();
    words.iter().all(|word| is_word(word)).then_some(words)
}

fn parse_file(text: &str) -> Option<FileParam> {
    let is_pin = |pin: &str| pin.len() == 16 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (name, pin) = match text.rsplit_once('#') {
        Some((name, pin)) if is_pin(pin) => (name, Some(pin.to_ascii_lowercase())),
        _ => (text, None),
    };
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    (!name.is_empty() && name.chars().all(fits)).then(|| FileParam {
        name: name.to_owned(),
        pin,
        text: None,
    })
}

fn undeclared<T>(name: &str) -> T {
    panic!("parameter {name} is not declared with this type and a default")
}

/// Error in the parameters of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// No parameter has this key.
    Unknown {
        /// The unknown key.
        key: String,
        /// All valid keys.
        known: Vec<&'static str>,
    },
    /// The value does not fit the parameter's type or range.
    Invalid {
        /// Key of the parameter.
        key: String,
        /// The rejected value.
        value: String,
        /// Description of the valid values, such as "a whole number from 1 to 8".
        expected: String,
    },
    /// The same key is given twice.
    Duplicate {
        /// The repeated key.
        key: String,
    },
    /// A key is not followed by `=value`.
    NoValue {
        /// The text without `=`.
        text: String,
    },
    /// The values of two parameters contradict each other.
    Conflict {
        /// Explanation of the contradiction.
        reason: String,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown { key, known } if known.is_empty() => {
                write!(f, "unknown parameter '{key}': there are no parameters here")
            }
            ParamError::Unknown { key, known } => {
                write!(
                    f,
                    "unknown parameter '{key}'; known are {}",
                    known.join(", ")
                )
            }
            ParamError::Invalid {
                key,
                value,
                expected,
            } => write!(f, "{key}={value}: {key} must be {expected}"),
            ParamError::Duplicate { key } => write!(f, "parameter '{key}' is given twice"),
            ParamError::NoValue { text } if text.is_empty() => {
                f.write_str("an empty parameter; write key=value pairs with commas between them")
            }
            ParamError::NoValue { text } => {
                write!(f, "'{text}' has no value; write {text}=value")
            }
            ParamError::Conflict { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for ParamError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<Param> {
        vec![
            Param::int("size", "the size", 9, (3, 11)),
            Param::real("c", "exploration", 1.4, (0.0, 10.0)),
            Param::time("time", "thinking time"),
            Param::switch("tt", "use a table", true),
            Param::choice("mode", "how", ["fast", "slow"]),
        ]
    }

    #[track_caller]
    fn refused(text: &str, message: &str) {
        let error = Params::parse(&declared(), text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn words_that_are_not_listed_are_taken() {
        let param = Param::choice("mode", "how", ["fast", "slow"]);
        let declared = [param.with_unlisted(["odd".to_owned()])];
        assert_eq!(
            Params::parse(&declared, "mode=odd").unwrap().choice("mode"),
            "odd"
        );
        let error = Params::parse(&declared, "mode=even")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("fast, slow") && !error.contains("odd"),
            "{error}"
        );
    }

    #[test]
    fn words_are_written_one_way() {
        let declared = [Param::words("only", "some of them")];
        let params = Params::parse(&declared, "only=stun+leap-2+stun").unwrap();
        let words = params.words("only").unwrap();
        assert_eq!(words, ["leap-2", "stun"]);
        assert_eq!(params.spec("game"), "game:only=leap-2+stun");
        assert!(
            Params::parse(&declared, "")
                .unwrap()
                .words("only")
                .is_none()
        );
        for bad in ["only=", "only=a++b", "only=A", "only=a b"] {
            assert!(Params::parse(&declared, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn files_are_pinned_once_they_are_read() {
        let declared = [
            Param::int("level", "how strong", 10, (1, 10)),
            Param::file("weights", "what it learnt"),
        ];
        let params = Params::parse(&declared, "weights=a#b.txt,level=3").unwrap();
        assert_eq!(params.spec("x"), "x:level=3,weights=a#b.txt");
        assert_eq!(params.file("weights").unwrap().pin, None);
        let read = |file: &FileParam| {
            let found = "0123456789abcdef";
            match file.pin.as_deref() {
                Some(pin) if pin != found => Err(format!("it has {found}")),
                _ => Ok(FileParam {
                    pin: Some(found.to_owned()),
                    text: Some(Arc::from("content")),
                    ..file.clone()
                }),
            }
        };
        let params = params.with_files(read).unwrap();
        let pinned = "level=3,weights=a#b.txt#0123456789abcdef";
        assert_eq!(params.spec("x"), format!("x:{pinned}"));
        let text = params.file("weights").and_then(|file| file.text.as_deref());
        assert_eq!(text, Some("content"));
        let again = Params::parse(&declared, pinned).unwrap();
        assert_eq!(again.with_files(read).unwrap(), params);
        let other = Params::parse(&declared, "weights=a#0123456789abcdee").unwrap();
        assert_eq!(
            other.with_files(read).unwrap_err().to_string(),
            "weights=a: it has 0123456789abcdef"
        );
        let plain = Params::parse(&declared, "").unwrap();
        assert!(plain.with_files(read).unwrap().file("weights").is_none());
        for bad in ["weights=", "weights=a b", "weights=#0123456789abcdef"] {
            assert!(Params::parse(&declared, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_not_given_has_its_default() {
        let params = Params::parse(&declared(), "").unwrap();
        assert_eq!(params.int("size"), 9);
        assert_eq!(params.real("c"), 1.4);
        assert_eq!(params.time("time"), None);
        assert!(params.is_on("tt"));
        assert_eq!(params.choice("mode"), "fast");
        assert_eq!(params.spec("game"), "game");
    }

    #[test]
    fn the_spec_names_only_what_differs_in_declared_order() {
        let params = Params::parse(&declared(), "tt=off,time=1500ms,size=9,c=2").unwrap();
        assert_eq!(params.spec("game"), "game:c=2,time=1.5s,tt=off");
        let again = Params::parse(&declared(), "c=2,time=1.5s,tt=off").unwrap();
        assert_eq!(params, again);
    }

    #[test]
    fn bad_parameters_are_refused_with_a_reason() {
        refused(
            "sise=5",
            "unknown parameter 'sise'; known are size, c, time, tt, mode",
        );
        refused(
            "size=12",
            "size=12: size must be a whole number from 3 to 11",
        );
        refused("size=x", "size=x: size must be a whole number from 3 to 11");
        refused("c=nan", "c=nan: c must be a number from 0 to 10");
        refused(
            "time=0s",
            "time=0s: time must be a time such as 250ms, 1.5s or 2m",
        );
        refused("tt=yes", "tt=yes: tt must be on or off");
        refused("mode=", "mode=: mode must be one of fast, slow");
        refused("size", "'size' has no value; write size=value");
        refused("size=5,size=5", "parameter 'size' is given twice");
        refused(
            "size=5,",
            "an empty parameter; write key=value pairs with commas between them",
        );
    }
}

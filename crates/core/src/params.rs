//! Parameters of games and agents: declared once, then parsed, checked, defaulted and listed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The declaration of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The key in specs.
    pub name: &'static str,
    /// What it means, in one line.
    pub doc: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Words that are taken like those of a choice, but listed nowhere.
    pub unlisted: Vec<String>,
    /// Its value when a spec is silent; none if it then has no value ("no limit", "as the game
    /// says").
    pub default: Option<String>,
}

/// What values a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Int(i64, i64),
    /// A whole number in a range, both ends included, or this word.
    IntOr(i64, i64, &'static str),
    /// A number in a range, both ends included.
    Real(f64, f64),
    /// A length of time such as `250ms`, `1.5s` or `2m`.
    Time,
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// Any words of lower case letters, digits and hyphens, with `+` between them.
    Words,
    /// A file, without commas and white space in its name. A fingerprint of 16 hexadecimal digits after
    /// `#` pins its content: with another content it is refused.
    File,
}

impl Param {
    /// A whole number from `min` to `max`.
    pub fn int(
        name: &'static str,
        doc: &'static str,
        default: i64,
        (min, max): (i64, i64),
    ) -> Param {
        Param::new(name, doc, Kind::Int(min, max), Some(default.to_string()))
    }

    /// The same whole number, or `word` in place of one; [`Params::int_if_given`] has none then.
    ///
    /// # Panics
    /// If this is no parameter for a whole number.
    pub fn or(mut self, word: &'static str) -> Param {
        self.kind = match self.kind {
            Kind::Int(min, max) => Kind::IntOr(min, max, word),
            other => panic!("{} is {other}, not a whole number", self.name),
        };
        self
    }

    /// A number from `min` to `max`.
    pub fn real(
        name: &'static str,
        doc: &'static str,
        default: f64,
        (min, max): (f64, f64),
    ) -> Param {
        Param::new(name, doc, Kind::Real(min, max), Some(default.to_string()))
    }

    /// A length of time; no value unless given.
    pub fn time(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, Kind::Time, None)
    }

    /// A switch.
    pub fn switch(name: &'static str, doc: &'static str, default: bool) -> Param {
        let default = if default { "on" } else { "off" };
        Param::new(name, doc, Kind::Switch, Some(default.to_owned()))
    }

    /// One of several words; the first is the default.
    pub fn choice<S: Into<String>>(
        name: &'static str,
        doc: &'static str,
        words: impl IntoIterator<Item = S>,
    ) -> Param {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        let default = words.first().cloned();
        Param::new(name, doc, Kind::Choice(words), default)
    }

    /// The same choice, which takes these words too and lists them nowhere.
    pub fn with_unlisted(mut self, words: impl IntoIterator<Item = String>) -> Param {
        self.unlisted = words.into_iter().collect();
        self
    }

    /// Words of any kind; none unless given.
    pub fn words(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, Kind::Words, None)
    }

    /// A file; none unless given.
    pub fn file(name: &'static str, doc: &'static str) -> Param {
        Param::new(name, doc, Kind::File, None)
    }

    /// The same parameter with another default, or without one.
    pub fn with_default(mut self, default: Option<&str>) -> Param {
        self.default = default.map(str::to_owned);
        self
    }

    fn new(name: &'static str, doc: &'static str, kind: Kind, default: Option<String>) -> Param {
        Param {
            name,
            doc,
            kind,
            unlisted: Vec::new(),
            default,
        }
    }

    fn read(&self, text: &str) -> Result<Value, ParamError> {
        let bad = || ParamError::Bad {
            key: self.name.to_owned(),
            value: text.to_owned(),
            expected: self.kind.to_string(),
        };
        let value = match &self.kind {
            Kind::Int(min, max) => {
                let number: i64 = text.parse().map_err(|_| bad())?;
                (*min..=*max)
                    .contains(&number)
                    .then_some(Value::Int(number))
            }
            Kind::IntOr(_, _, word) if *word == text => Some(Value::Choice(text.to_owned())),
            Kind::IntOr(min, max, _) => {
                let number: i64 = text.parse().map_err(|_| bad())?;
                (*min..=*max)
                    .contains(&number)
                    .then_some(Value::Int(number))
            }
            Kind::Real(min, max) => {
                let number: f64 = text.parse().map_err(|_| bad())?;
                (*min..=*max)
                    .contains(&number)
                    .then_some(Value::Real(number))
            }
            Kind::Time => parse_duration(text).map(Value::Time),
            Kind::Switch => match text {
                "on" => Some(Value::Switch(true)),
                "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Kind::Choice(words) => words
                .iter()
                .chain(&self.unlisted)
                .find(|word| *word == text)
                .map(|word| Value::Choice(word.clone())),
            Kind::Words => parse_words(text).map(Value::Words),
            Kind::File => parse_file(text).map(Value::File),
        };
        value.ok_or_else(bad)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int(min, max) => write!(f, "a whole number from {min} to {max}"),
            Kind::IntOr(min, max, word) => {
                write!(f, "a whole number from {min} to {max}, or {word}")
            }
            Kind::Real(min, max) => write!(f, "a number from {min} to {max}"),
            Kind::Time => f.write_str("a time such as 250ms, 1.5s or 2m"),
            Kind::Switch => f.write_str("on or off"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Words => f.write_str("words with + between them"),
            Kind::File => f.write_str("a file without commas and white space in its name"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Int(i64),
    Real(f64),
    Time(Duration),
    Switch(bool),
    Choice(String),
    /// In order, each once, so that the same words are written the same way.
    Words(Vec<String>),
    File(NamedFile),
}

/// A file that a spec names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name as given.
    pub name: String,
    /// The fingerprint of its content: as given, or as found when it was read.
    pub pin: Option<String>,
    /// Its content, once it was read.
    pub text: Option<Arc<str>>,
}

impl fmt::Display for NamedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pin {
            Some(pin) => write!(f, "{}#{pin}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Time(time) => f.write_str(&print_duration(*time)),
            Value::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Choice(word) => f.write_str(word),
            Value::Words(words) => f.write_str(&words.join("+")),
            Value::File(file) => file.fmt(f),
        }
    }
}

/// Checked values for a list of declared parameters.
///
/// The getters panic on a name or type that was not declared: that is a mistake in the program,
/// not in its input.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    values: Vec<(&'static str, Option<Value>)>,
    /// The names of those that differ from the defaults.
    changed: Vec<&'static str>,
}

impl Params {
    /// Reads `key=value,key=value`; an empty text means all defaults.
    ///
    /// # Errors
    /// When a key is unknown or given twice, or a value is not what was declared.
    pub fn parse(declared: &[Param], text: &str) -> Result<Params, ParamError> {
        let mut given: Vec<Option<Value>> = vec![None; declared.len()];
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
                return Err(ParamError::Twice {
                    key: key.to_owned(),
                });
            }
            given[index] = Some(declared[index].read(value)?);
        }
        let mut values = Vec::new();
        let mut changed = Vec::new();
        for (param, given) in declared.iter().zip(given) {
            let default = param.default.as_deref().map(|text| {
                param
                    .read(text)
                    .expect("a declared default is a value of its own parameter")
            });
            if given.is_some() && given != default {
                changed.push(param.name);
            }
            values.push((param.name, given.or(default)));
        }
        Ok(Params { values, changed })
    }

    /// The same parameters with the contents of their files, each pinned to what was found in it.
    /// `read` is given a file and answers with it read.
    ///
    /// # Errors
    /// When a file cannot be read or is not the one that is pinned.
    pub fn with_files(
        mut self,
        mut read: impl FnMut(&NamedFile) -> Result<NamedFile, String>,
    ) -> Result<Params, ParamError> {
        for (name, value) in &mut self.values {
            if let Some(Value::File(file)) = value {
                *file = read(file).map_err(|reason| ParamError::Conflict {
                    reason: format!("{name}={}: {reason}", file.name),
                })?;
            }
        }
        Ok(self)
    }

    /// The spec of `name` with these parameters in its shortest form: defaults are left out.
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

    /// A whole number.
    pub fn int(&self, name: &str) -> i64 {
        self.int_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// A whole number, if it has a value.
    pub fn int_if_given(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(|value| match value {
            Value::Int(number) => Some(*number),
            // The word in place of a number.
            Value::Choice(_) => None,
            _ => undeclared(name),
        })
    }

    /// A number.
    pub fn real(&self, name: &str) -> f64 {
        self.real_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// A number, if it has a value.
    pub fn real_if_given(&self, name: &str) -> Option<f64> {
        self.value(name).map(|value| match value {
            Value::Real(number) => *number,
            _ => undeclared(name),
        })
    }

    /// A length of time, if it has a value.
    pub fn time(&self, name: &str) -> Option<Duration> {
        self.value(name).map(|value| match value {
            Value::Time(time) => *time,
            _ => undeclared(name),
        })
    }

    /// Whether a switch is on.
    pub fn on(&self, name: &str) -> bool {
        match self.value(name) {
            Some(Value::Switch(on)) => *on,
            _ => undeclared(name),
        }
    }

    /// A word.
    pub fn word(&self, name: &str) -> &str {
        match self.value(name) {
            Some(Value::Choice(word)) => word,
            _ => undeclared(name),
        }
    }

    /// Words, if they are given.
    pub fn words(&self, name: &str) -> Option<&[String]> {
        self.value(name).map(|value| match value {
            Value::Words(words) => words.as_slice(),
            _ => undeclared(name),
        })
    }

    /// A file, if one is given.
    pub fn file(&self, name: &str) -> Option<&NamedFile> {
        self.value(name).map(|value| match value {
            Value::File(file) => file,
            _ => undeclared(name),
        })
    }

    /// The files that were read, by name and hash, in the form in which games tell theirs.
    pub fn files(&self) -> impl Iterator<Item = String> {
        self.values.iter().filter_map(|(key, value)| match value {
            Some(Value::File(NamedFile {
                name,
                pin: Some(pin),
                ..
            })) => Some(format!("{key} {name} sha256:{pin}")),
            _ => None,
        })
    }

    fn value(&self, name: &str) -> Option<&Value> {
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

fn parse_file(text: &str) -> Option<NamedFile> {
    let is_pin = |pin: &str| pin.len() == 16 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (name, pin) = match text.rsplit_once('#') {
        Some((name, pin)) if is_pin(pin) => (name, Some(pin.to_ascii_lowercase())),
        _ => (text, None),
    };
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    (!name.is_empty() && name.chars().all(fits)).then(|| NamedFile {
        name: name.to_owned(),
        pin,
        text: None,
    })
}

fn undeclared<T>(name: &str) -> T {
    panic!("parameter {name} is not declared with this type and a default")
}

/// Why a list of parameters was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// No such parameter.
    Unknown {
        /// The key as given.
        key: String,
        /// The keys there are.
        known: Vec<&'static str>,
    },
    /// The value is not what the parameter takes.
    Bad {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What the parameter takes.
        expected: String,
    },
    /// A key was given twice.
    Twice {
        /// The key.
        key: String,
    },
    /// A key stands without `=value`.
    NoValue {
        /// The text as given.
        text: String,
    },
    /// Values that are fine one by one do not go together.
    Conflict {
        /// Why not.
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
            ParamError::Bad {
                key,
                value,
                expected,
            } => write!(f, "{key}={value}: {key} must be {expected}"),
            ParamError::Twice { key } => write!(f, "parameter '{key}' is given twice"),
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

/// No length of time is longer: about eleven days.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Reads a length of time such as `250ms`, `1.5s` or `2m`, to the microsecond; none if it is not
/// one, or shorter than that, or longer than about eleven days.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    let time = Duration::try_from_secs_f64(number * seconds).ok()?;
    // Kept to the microsecond, so that what is written is what was read.
    let time = Duration::from_micros(u64::try_from(time.as_micros()).ok()?);
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

/// Writes a length of time so that [`parse_duration`] reads it back, to the microsecond.
pub fn print_duration(time: Duration) -> String {
    let micros = time.as_micros();
    if micros >= 1_000_000 && micros.is_multiple_of(10_000) {
        format!("{}s", micros as f64 / 1e6)
    } else if micros >= 1_000 && micros.is_multiple_of(10) {
        format!("{}ms", micros as f64 / 1e3)
    } else {
        format!("{micros}us")
    }
}

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
            Params::parse(&declared, "mode=odd").unwrap().word("mode"),
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
        let read = |file: &NamedFile| {
            let found = "0123456789abcdef";
            match file.pin.as_deref() {
                Some(pin) if pin != found => Err(format!("it has {found}")),
                _ => Ok(NamedFile {
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
        assert!(params.on("tt"));
        assert_eq!(params.word("mode"), "fast");
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

    #[test]
    fn durations_round_trip() {
        for text in ["250ms", "1.5s", "7us", "1.01ms", "120s"] {
            let time = parse_duration(text).unwrap();
            assert_eq!(parse_duration(&print_duration(time)), Some(time), "{text}");
        }
        assert_eq!(parse_duration("2m"), Some(Duration::from_secs(120)));
        for text in [
            "0.4us",
            "123456789123456789us",
            "",
            "5",
            "s",
            "-1s",
            "1e400s",
            "nans",
            "0ms",
            "1 s",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}

//! Parsed parameters of games and agents.

use std::time::Duration;

use crate::param_value::ParamValue;
use crate::{FileParam, Param, ParamError};

/// The parsed and validated parameter values of a game or an agent.
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
    /// Parses `key=value,key=value` by the declarations; parameters not given get their defaults.
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

    /// Reads all files of parameters with `read`, which returns a file with content and
    /// fingerprint.
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

    /// The value of the integer parameter `name`.
    pub fn int(&self, name: &str) -> i64 {
        self.int_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// The value of the integer parameter `name`; `None` if it has no value or a word as value.
    pub fn int_if_given(&self, name: &str) -> Option<i64> {
        self.value(name).and_then(|value| match value {
            ParamValue::Int(number) => Some(*number),
            // A word given instead of a number.
            ParamValue::Choice(_) => None,
            _ => undeclared(name),
        })
    }

    /// The value of the real parameter `name`.
    pub fn real(&self, name: &str) -> f64 {
        self.real_if_given(name).unwrap_or_else(|| undeclared(name))
    }

    /// The value of the real parameter `name`; `None` if it has no value.
    pub fn real_if_given(&self, name: &str) -> Option<f64> {
        self.value(name).map(|value| match value {
            ParamValue::Real(number) => *number,
            _ => undeclared(name),
        })
    }

    /// The value of the duration parameter `name`; `None` if it has no value.
    pub fn time(&self, name: &str) -> Option<Duration> {
        self.value(name).map(|value| match value {
            ParamValue::Time(time) => *time,
            _ => undeclared(name),
        })
    }

    /// True if the value of the on/off parameter `name` is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        match self.value(name) {
            Some(ParamValue::Switch(on)) => *on,
            _ => undeclared(name),
        }
    }

    /// The chosen word of the choice parameter `name`.
    pub fn choice(&self, name: &str) -> &str {
        match self.value(name) {
            Some(ParamValue::Choice(word)) => word,
            _ => undeclared(name),
        }
    }

    /// The words of the list parameter `name`; `None` if it has no value.
    pub fn words(&self, name: &str) -> Option<&[String]> {
        self.value(name).map(|value| match value {
            ParamValue::Words(words) => words.as_slice(),
            _ => undeclared(name),
        })
    }

    /// The value of the file parameter `name`; `None` if it has no value.
    pub fn file(&self, name: &str) -> Option<&FileParam> {
        self.value(name).map(|value| match value {
            ParamValue::File(file) => file,
            _ => undeclared(name),
        })
    }

    /// Iterates over a line `key name sha256:fingerprint` for each file with a fingerprint, in the
    /// format of [`Configure::content_hashes`](crate::Configure::content_hashes).
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

fn undeclared<T>(name: &str) -> T {
    panic!("parameter {name} is not declared with this type and a default")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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

//! Values of parameters.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::print_duration;

/// Parsed value of a parameter, by the type of the parameter.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParamValue {
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
    /// Fingerprint of the file's content, from the spec or computed when the file was read; `None`
    /// if neither.
    pub pin: Option<String>,
    /// Content of the file; `None` before the file is read.
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

/// Parses words separated by `+`; `None` if a word has characters that are not allowed.
pub(crate) fn parse_words(text: &str) -> Option<Vec<String>> {
    let is_word = |word: &str| {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !word.is_empty() && word.chars().all(fits)
    };
    let mut words: Vec<String> = text.split('+').map(str::to_owned).collect();
    words.sort();
    words.dedup();
    words.iter().all(|word| is_word(word)).then_some(words)
}

/// Parses a file name with or without a fingerprint; `None` if the name is not allowed.
pub(crate) fn parse_file(text: &str) -> Option<FileParam> {
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

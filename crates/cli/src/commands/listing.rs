//! How games and agents are described: a heading, a line about it, its parameters.

use std::fmt::Write as _;

use ludorum_core::{Ink, Kind, Param};
use serde::Serialize;

use crate::table::{Side, Table};

/// A parameter for programs.
#[derive(Debug, Serialize)]
pub(crate) struct ParamJson {
    name: &'static str,
    doc: &'static str,
    kind: &'static str,
    /// The smallest and the largest number allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<serde_json::Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<serde_json::Number>,
    /// The words allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    /// As it is written in a spec; null if there is no value unless one is given.
    default: Option<String>,
}

impl From<Param> for ParamJson {
    fn from(param: Param) -> ParamJson {
        let real = serde_json::Number::from_f64;
        let (kind, min, max, choices) = match param.kind {
            Kind::Int(min, max) => ("int", Some(min.into()), Some(max.into()), None),
            Kind::Real(min, max) => ("real", real(min), real(max), None),
            Kind::Time => ("time", None, None, None),
            Kind::Switch => ("switch", None, None, None),
            Kind::Choice(words) => ("choice", None, None, Some(words)),
        };
        ParamJson {
            name: param.name,
            doc: param.doc,
            kind,
            min,
            max,
            choices,
            default: param.default,
        }
    }
}

/// A game or an agent, described for people.
pub(crate) fn describe(ink: Ink, name: &str, summary: &str, params: &[Param]) -> String {
    let mut text = format!("{}  {summary}\n", ink.strong(name));
    if !params.is_empty() {
        let columns = ["parameter", "default", "values", "meaning"].map(|name| (name, Side::Left));
        let mut table = Table::new(ink, &columns);
        for param in params {
            table.row([
                param.name.to_owned(),
                param.default.clone().unwrap_or_else(|| "-".to_owned()),
                values(&param.kind),
                param.doc.to_owned(),
            ]);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", table.print());
    }
    text
}

fn values(kind: &Kind) -> String {
    match kind {
        Kind::Int(min, i64::MAX) => format!("{min} or more"),
        Kind::Int(min, max) => format!("{min} to {max}"),
        Kind::Real(min, max) => format!("{min:?} to {max:?}"),
        Kind::Time => "250ms, 1.5s, 2m".to_owned(),
        Kind::Switch => "on, off".to_owned(),
        Kind::Choice(words) => words.join(", "),
    }
}

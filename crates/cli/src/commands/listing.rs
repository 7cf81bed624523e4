//! How games and agents are described: a heading, a line about it, its parameters.

use std::fmt::Write as _;

use ludorum_core::{Ink, Kind, Param};
use serde::Serialize;

use crate::table::{Side, Table, wrap};

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
            Kind::IntOr(min, max, word) => (
                "int",
                Some(min.into()),
                Some(max.into()),
                Some(vec![word.to_owned()]),
            ),
            Kind::Real(min, max) => ("real", real(min), real(max), None),
            Kind::Time => ("time", None, None, None),
            Kind::Switch => ("switch", None, None, None),
            Kind::Choice(words) => ("choice", None, None, Some(words)),
            Kind::Words => ("words", None, None, None),
            Kind::File => ("file", None, None, None),
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

/// A game or an agent, described for people who have so many columns to read it in.
pub(crate) fn describe(
    ink: Ink,
    columns: Option<usize>,
    name: &str,
    summary: &str,
    params: &[Param],
) -> String {
    let before = name.chars().count() + 2;
    let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(before));
    let summary = wrap(summary, room).join(&format!("\n{:before$}", ""));
    let mut text = format!("{}  {summary}\n", ink.strong(name));
    if !params.is_empty() {
        let header = ["parameter", "default", "values", "meaning"].map(|name| (name, Side::Left));
        let mut table = Table::new(ink, &header);
        for param in params {
            table.row([
                param.name.to_owned(),
                param.default.clone().unwrap_or_else(|| "-".to_owned()),
                values(&param.kind),
                param.doc.to_owned(),
            ]);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", table.print_within(columns));
    }
    text
}

fn values(kind: &Kind) -> String {
    match kind {
        Kind::Int(min, i64::MAX) => format!("{min} or more"),
        Kind::Int(min, max) => format!("{min} to {max}"),
        Kind::IntOr(min, max, word) => format!("{min} to {max}, {word}"),
        Kind::Real(min, max) => format!("{min:?} to {max:?}"),
        Kind::Time => "250ms, 1.5s, 2m".to_owned(),
        Kind::Switch => "on, off".to_owned(),
        Kind::Choice(words) => words.join(", "),
        Kind::Words => "a+b".to_owned(),
        Kind::File => "a file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludorum_catalog::kinds;

    #[test]
    fn everyone_is_described_within_eighty_columns() {
        for variant in kinds().iter().map(|kind| kind.open("").unwrap()) {
            for agent in variant.agents() {
                let describe = |columns| {
                    describe(
                        Ink::Plain,
                        columns,
                        agent.name,
                        agent.summary,
                        &agent.params,
                    )
                };
                let narrow = describe(Some(80));
                let longest = narrow.lines().map(|line| line.chars().count()).max();
                assert!(longest <= Some(80), "{narrow}");
                // The same words, whatever the width.
                let words = |text: &str| text.split_whitespace().count();
                assert_eq!(words(&narrow), words(&describe(None)));
            }
        }
    }
}

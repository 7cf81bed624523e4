//! Formats descriptions of games and agents: name, summary and parameters.

use std::fmt::Write as _;

use ludorum_core::{Param, ParamType, TerminalStyle};
use serde::Serialize;

use crate::text_table::{ColumnAlignment, TextTable, wrap};

/// A parameter of a game or agent in the output of `--json`.
#[derive(Debug, Serialize)]
pub(crate) struct ParamJson {
    name: &'static str,
    doc: &'static str,
    kind: &'static str,
    /// Smallest allowed number; `None` for parameters that are not numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<serde_json::Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<serde_json::Number>,
    /// Words that the parameter accepts as its value; `None` if it accepts no fixed words.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    /// Default value as written in a spec; null if the parameter has no default.
    default: Option<String>,
}

impl From<Param> for ParamJson {
    fn from(param: Param) -> ParamJson {
        let real = serde_json::Number::from_f64;
        let (kind, min, max, choices) = match param.kind {
            ParamType::Int(min, max) => ("int", Some(min.into()), Some(max.into()), None),
            ParamType::IntOr(min, max, word) => (
                "int",
                Some(min.into()),
                Some(max.into()),
                Some(vec![word.to_owned()]),
            ),
            ParamType::Real(min, max) => ("real", real(min), real(max), None),
            ParamType::Time => ("time", None, None, None),
            ParamType::Switch => ("switch", None, None, None),
            ParamType::Choice(words) => ("choice", None, None, Some(words)),
            ParamType::Words => ("words", None, None, None),
            ParamType::File => ("file", None, None, None),
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

/// Formats name, summary and parameters of a game or an agent, wrapped to `columns`.
pub(crate) fn describe(
    ink: TerminalStyle,
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
        let header =
            ["parameter", "default", "values", "meaning"].map(|name| (name, ColumnAlignment::Left));
        let mut table = TextTable::new(ink, &header);
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

fn values(kind: &ParamType) -> String {
    match kind {
        ParamType::Int(min, i64::MAX) => format!("{min} or more"),
        ParamType::Int(min, max) => format!("{min} to {max}"),
        ParamType::IntOr(min, max, word) => format!("{min} to {max}, {word}"),
        ParamType::Real(min, max) => format!("{min:?} to {max:?}"),
        ParamType::Time => "250ms, 1.5s, 2m".to_owned(),
        ParamType::Switch => "on, off".to_owned(),
        ParamType::Choice(words) => words.join(", "),
        ParamType::Words => "a+b".to_owned(),
        ParamType::File => "file".to_owned(),
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
                        TerminalStyle::Plain,
                        columns,
                        agent.name,
                        agent.summary,
                        &agent.params,
                    )
                };
                let narrow = describe(Some(80));
                let longest = narrow.lines().map(|line| line.chars().count()).max();
                assert!(longest <= Some(80), "{narrow}");
                // Wrapping drops no words.
                let words = |text: &str| text.split_whitespace().count();
                assert_eq!(words(&narrow), words(&describe(None)));
            }
        }
    }
}

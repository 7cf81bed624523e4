//! Commands of single games, one folder for each game; `list.rs` registers them.

mod dicewars;
mod list;
mod quoridor;
mod sector66;

pub(crate) use list::{GameAnalysisCommand, GameSpecificCommand, translate};

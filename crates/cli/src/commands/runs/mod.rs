//! Runs of games between agents: `match`, `tournament` and `sprt`, all by one engine.

pub(crate) mod matches;
pub(crate) mod sprt;
pub(crate) mod tournament;

mod engine;
mod forfeits;
mod keeper;
mod options;
mod recorder;
mod statistics;
mod summary;

pub(crate) use keeper::{read_results, to_json};
pub(crate) use summary::print as print_report;

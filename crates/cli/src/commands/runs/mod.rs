//! Runs of games between agents: `match`, `tournament` and `sprt`, all by one engine.

pub(crate) mod matches;
pub(crate) mod sprt;
pub(crate) mod tournament;

mod engine;
mod forfeits;
mod options;
mod statistics;
mod summary;
mod test;

pub(crate) use summary::print as print_report;

//! Runs of games between agents: `match`, `tournament` and `sprt`, which share one runner.

pub(crate) mod matches;
pub(crate) mod sprt;
pub(crate) mod tournament;

mod forfeits;
mod options;
mod runner;
mod sprt_options;
mod statistics;
mod summary;

pub(crate) use summary::print as print_report;

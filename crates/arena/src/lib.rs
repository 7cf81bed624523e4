//! Runs of games between agents: who plays whom from which seeds, the games, and what they say.
//!
//! A [`Plan`] is a list of games fixed by its seed; [`run`] plays those that are missing on any
//! number of threads, a [`Shard`] of them for one of several machines, and hands them on as they end: a
//! [`Keeper`] writes them down, a [`Tally`] sums them up, neither holds them. A [`Report`] is what is told of
//! them, can be resumed from and merged with others. What follows from the games is [`Statistics`].

mod claim;
mod complexity;
mod distinct;
pub mod experiment;
pub mod export;
mod game;
mod game_set;
mod journal;
mod keeper;
pub mod ladder;
mod measured;
mod merge;
mod openings;
pub mod page;
mod plan;
mod recorder;
mod report;
mod resume;
mod run;
mod schedule;
mod sequel;
mod shard;
mod statistics;
pub mod stats;
mod stored;
mod tally;
mod topology;
pub mod tune;
mod venue;
mod whole;

pub use claim::Claim;
pub use complexity::{Complexity, Spread, branching_by_move};
pub use game::{
    ForfeitResult, GamePlayer, GameResult, Records, SeatResult, play_game, play_players, play_seats,
};
pub use game_set::GameSet;
pub use journal::{Journal, JournalError, read_journal};
pub use keeper::{KeepError, Keeper, journal_of};
pub use measured::{AgentCounts, play_measured};
pub use merge::MergeError;
pub use openings::{Opening, Openings, OpeningsError, SuitePlan, make_suite, suites};
pub use plan::{Plan, PlanError};
pub use recorder::{RECORD, Recorder};
pub use report::{AgentReport, Report};
pub use resume::{Difference, OtherContent, ResumeError, check_game};
pub use run::{Played, RunOptions, play_all, run, run_measured};
pub use schedule::{Layout, Pairing, Schedule, Seatings};
pub use sequel::{Sequel, Watch};
pub use shard::{Rest, Shard};
pub use statistics::{AgentStatistics, PairStatistics, Statistics};
pub use stats::{mean_95, wilson};
pub use stored::{Stored, read_results};
pub use tally::{Distinct, ForfeitCount, Repetition, Tally};
pub use topology::{BoardEffect, BoardGroup, Slope, board_effects};
pub use venue::{Threads, Venue};
pub use whole::{document, draft_of, write_whole, write_whole_with};

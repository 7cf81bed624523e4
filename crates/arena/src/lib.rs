//! Runs of games between agents: who plays whom from which seeds, the games, and what they say.
//!
//! A [`Plan`] is a list of games fixed by its seed; [`run`] plays those that are missing on any
//! number of threads, a [`Shard`] of them for one of several machines; a [`Keeper`] keeps them as they
//! end; a [`Report`] sums up, can be resumed from and merged with others. What follows from the games is [`Statistics`].

mod claim;
mod complexity;
pub mod experiment;
pub mod export;
mod game;
mod journal;
mod keeper;
pub mod ladder;
mod merge;
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
mod topology;
pub mod tune;
mod venue;
mod whole;

pub use claim::Claim;
pub use complexity::{Complexity, Spread, branching_by_move};
pub use game::{ForfeitResult, GameResult, SeatResult, play_game, play_seats};
pub use journal::{Journal, JournalError, read_journal};
pub use keeper::{KeepError, Keeper, journal_of, read_results};
pub use merge::MergeError;
pub use plan::{Plan, PlanError};
pub use recorder::{RECORD, Recorder};
pub use report::{AgentReport, Report};
pub use resume::{Difference, OtherContent, ResumeError};
pub use run::{Played, run};
pub use schedule::{Layout, Pairing, Schedule, Seatings};
pub use sequel::{Sequel, Watch};
pub use shard::{Rest, Shard};
pub use statistics::{AgentStatistics, PairStatistics, Statistics};
pub use stats::{mean_95, wilson};
pub use topology::{BoardEffect, BoardGroup, Slope, board_effects};
pub use venue::{Threads, Venue};
pub use whole::{document, draft_of, write_whole};

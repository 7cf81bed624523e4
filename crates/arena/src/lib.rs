//! Plans, plays, stores and analyses runs: series of games between agents.
//!
//! A [`RunPlan`] is a list of games determined by its seed. [`run`] plays the missing games on any
//! number of threads; a [`RunShard`] is the part of one machine. A [`ResultStore`] writes finished
//! games to disk and a [`GameTally`] sums them up; neither holds them in memory. A [`RunReport`] is
//! the result of a run; reports can be resumed and merged. [`RunStatistics`] are computed from a
//! tally.

mod atomic_file;
mod complexity;
mod distinct_counter;
mod executor;
pub mod experiment;
pub mod export;
mod game;
mod game_set;
mod journal;
pub mod ladder;
mod measure_counts;
mod merge;
mod openings;
pub mod page;
mod parallel;
mod plan;
mod recorder;
mod report;
mod result_store;
mod resume;
mod run;
mod run_lock;
mod schedule;
mod shard;
mod sprt_state;
mod statistics;
pub mod stats;
mod stored_run;
mod tally;
mod topology;
pub mod tune;

pub use atomic_file::{json_document, temporary_path, write_atomically, write_atomically_with};
pub use complexity::{GameComplexity, LegalMoveCountSummary, branching_by_move};
pub use executor::{Executor, ThreadExecutor};
pub use game::{
    ForfeitResult, GameResult, GameRunner, RecordMode, SeatResult, play_game, play_players,
};
pub use game_set::GameIndexSet;
pub use journal::{JournalError, RunJournal};
pub use measure_counts::{AgentStatisticCounts, play_measured};
pub use merge::MergeError;
pub use openings::{Opening, OpeningSource, OpeningSuitePlan, OpeningsError, make_suite, suites};
pub use plan::{PlanError, RunPlan};
pub use recorder::{RECORD_EXTENSION, RunRecordWriter};
pub use report::{AgentRunResult, RunReport};
pub use result_store::{ResultStore, ResultStoreError, journal_path};
pub use resume::{ContentMismatch, ResumeError, RunMismatch, check_game};
pub use run::{PlayedGame, RunOptions, play_all, run, run_measured};
pub use run_lock::RunLock;
pub use schedule::{BlockLayout, Pairing, RunSchedule, SeatingScheme};
pub use shard::{BlockQueue, RunShard};
pub use sprt_state::{SprtMonitor, SprtState};
pub use statistics::{AgentRunStatistics, PairStatistics, RunStatistics};
pub use stats::{mean_95, wilson};
pub use stored_run::{StoredRun, read_results};
pub use tally::{DistinctGameCounts, DuplicateGameLevel, ForfeitCount, GameTally};
pub use topology::{BoardPropertyBin, BoardPropertyRegression, RegressionSlope, board_effects};

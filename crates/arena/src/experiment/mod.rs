//! Published experiments, repeated: plans with the published numbers beside them, what we find, and
//! whether both agree.

mod bench;
mod check;
mod find;
mod measure;
mod plan;
mod rank;
mod verdict;

pub use find::{Effort, Finding, Findings, find};
pub use plan::{
    Chart, Experiment, ExperimentError, Measure, Question, experiments, read_experiment,
};
pub use rank::{RankedRow, ranking};
pub use verdict::{Tally, Verdict, judge, why};

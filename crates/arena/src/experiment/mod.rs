//! Published experiments, repeated: plans with the published numbers and claims beside them, what we
//! find, and whether both agree.

mod bench;
mod check;
mod claim;
mod compared;
mod difference;
mod find;
mod joint;
mod measure;
mod plan;
mod rank;
mod tally;
mod verdict;

pub use claim::{ClaimKind, JudgedClaim, PublishedClaim, judge_claims};
pub use compared::{Compared, ComparedNumber, probability, significant};
pub use find::{Effort, Finding, Findings, find};
pub use joint::{JointTest, joint_tests};
pub use plan::{
    Chart, Experiment, ExperimentError, Margins, Measure, Question, Unit, experiments,
    read_experiment,
};
pub use rank::{RankedRow, ranking};
pub use tally::{Tally, Verdicts};
pub use verdict::{Comparison, Test, Verdict, judge, why};

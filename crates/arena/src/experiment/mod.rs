//! Replicates published experiments: plans with the published numbers and claims, our measurements,
//! and tests of their agreement.

mod check;
mod claim;
mod claim_test;
mod comparison;
mod difference;
mod equivalence;
mod joint_test;
mod measure;
mod plan;
mod question_runner;
mod rank;
mod run;
mod tally;

pub use claim::{ClaimKind, PublishedClaim, TestedClaim};
pub use claim_test::test_claims;
pub use comparison::{ComparedNumber, ReplicationComparison, format_p_value, format_significant};
pub use equivalence::{
    EquivalenceTest, PublishedComparison, ReplicationVerdict, compare_with_published, explanation,
};
pub use joint_test::{JointTest, joint_tests};
pub use plan::{
    DifferenceUnit, EquivalenceMargins, Experiment, ExperimentFileError, ExperimentPlotSettings,
    ExperimentQuestion, Metric, experiments, read_experiment,
};
pub use rank::{RankedRow, ranking};
pub use run::{ExperimentResults, MeasuredNumber, SampleSizeChoice, run_experiment};
pub use tally::{ReplicationTally, ReplicationVerdictCounts};

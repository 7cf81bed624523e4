//! Counts the verdicts on the numbers, tables and claims of an experiment.

use serde::Serialize;

use super::claim::TestedClaim;
use super::comparison::{ComparedNumber, ReplicationComparison};
use super::equivalence::{PublishedComparison, ReplicationVerdict};
use super::joint_test::JointTest;
use super::plan::Experiment;
use super::run::ExperimentResults;

/// Numbers of replication verdicts of each type: agreements, differences and undecided tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplicationVerdictCounts {
    /// Number of verdicts `Agrees`.
    pub agree: usize,
    /// Number of verdicts `Differs`.
    pub differ: usize,
    /// Number of verdicts `CannotTell`, because of too few games.
    pub cannot_tell: usize,
}

impl ReplicationVerdictCounts {
    /// Counts one more verdict.
    pub fn count(&mut self, verdict: ReplicationVerdict) {
        match verdict {
            ReplicationVerdict::Agrees => self.agree += 1,
            ReplicationVerdict::Differs => self.differ += 1,
            ReplicationVerdict::CannotTell => self.cannot_tell += 1,
        }
    }

    /// Total number of verdicts.
    pub fn all(&self) -> usize {
        self.agree + self.differ + self.cannot_tell
    }

    fn plus(self, other: ReplicationVerdictCounts) -> ReplicationVerdictCounts {
        ReplicationVerdictCounts {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            cannot_tell: self.cannot_tell + other.cannot_tell,
        }
    }
}

/// Numbers of verdicts in one or several experiments. Every number of the plan counts in one field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplicationTally {
    /// Verdicts on numbers that are neither trivial agreements nor tested in another experiment.
    pub numbers: ReplicationVerdictCounts,
    /// Count of trivial agreements: our rate and the published rate are both 0 %, or both 100 %.
    pub trivial: usize,
    /// Verdicts on numbers that another experiment tests too.
    pub repeats: ReplicationVerdictCounts,
    /// Count of numbers that are reported as ratios to the published numbers, without a test.
    pub ratios: usize,
    /// Count of measured numbers without a published counterpart.
    pub new: usize,
    /// Count of numbers in the plan that have not been measured.
    pub missing: usize,
    /// Verdicts of joint tests, except those of groups that are also tested in other experiments.
    pub tables: ReplicationVerdictCounts,
    /// Verdicts on published claims.
    pub claims: ReplicationVerdictCounts,
}

impl ReplicationTally {
    /// Compares the results of an experiment with the publication and counts the verdicts.
    pub fn of(experiment: &Experiment, findings: Option<&ExperimentResults>) -> ReplicationTally {
        ReplicationComparison::of(experiment, findings).tally
    }

    pub(super) fn new(
        numbers: &[ComparedNumber<'_>],
        tables: &[JointTest],
        claims: &[TestedClaim<'_>],
    ) -> ReplicationTally {
        let mut tally = ReplicationTally::default();
        for number in numbers {
            match number.comparison {
                Some(PublishedComparison::Tested(test)) => match (test.verdict, number.repeats) {
                    (ReplicationVerdict::Agrees, _) if test.trivial => tally.trivial += 1,
                    (verdict, Some(_)) => tally.repeats.count(verdict),
                    (verdict, None) => tally.numbers.count(verdict),
                },
                Some(PublishedComparison::Ratio(_)) => tally.ratios += 1,
                Some(PublishedComparison::New) => tally.new += 1,
                None => tally.missing += 1,
            }
        }
        for test in tables.iter().filter(|test| !test.repeats) {
            tally.tables.count(test.verdict);
        }
        for claim in claims {
            tally.claims.count(claim.verdict);
        }
        tally
    }

    /// Sums the counts of two tallies.
    pub fn plus(self, other: ReplicationTally) -> ReplicationTally {
        ReplicationTally {
            numbers: self.numbers.plus(other.numbers),
            trivial: self.trivial + other.trivial,
            repeats: self.repeats.plus(other.repeats),
            ratios: self.ratios + other.ratios,
            new: self.new + other.new,
            missing: self.missing + other.missing,
            tables: self.tables.plus(other.tables),
            claims: self.claims.plus(other.claims),
        }
    }

    /// Count of the plan's numbers that were measured.
    pub fn played(&self) -> usize {
        self.numbers.all() + self.trivial + self.repeats.all() + self.ratios + self.new
    }

    /// Formats the counts as one line of text.
    pub fn sentence(&self) -> String {
        let told = |verdicts: &ReplicationVerdictCounts| {
            format!(
                "{} agree, {} differ, {} inconclusive",
                verdicts.agree, verdicts.differ, verdicts.cannot_tell
            )
        };
        format!(
            "{} numbers. Published and tested: {} ({}). Counted separately: {} trivial agreements (0% or 100%), {} \
             repeats ({}), {} reported as ratios, {} new, {} not measured. Tables tested jointly: {} ({}). Claims in words: {} \
             ({}).",
            self.played(),
            self.numbers.all(),
            told(&self.numbers),
            self.trivial,
            self.repeats.all(),
            told(&self.repeats),
            self.ratios,
            self.new,
            self.missing,
            self.tables.all(),
            told(&self.tables),
            self.claims.all(),
            told(&self.claims)
        )
    }
}

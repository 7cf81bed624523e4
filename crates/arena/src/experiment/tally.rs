//! Counts of verdicts over the numbers of an experiment.

use serde::Serialize;

use super::claim::TestedClaim;
use super::comparison::{ComparedNumber, ExperimentComparison};
use super::equivalence::{PublishedComparison, ReplicationVerdict};
use super::joint_test::JointTest;
use super::plan::Experiment;
use super::run::ExperimentResults;

/// Number of verdicts of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerdictCounts {
    /// Numbers that agree.
    pub agree: usize,
    /// Numbers that differ.
    pub differ: usize,
    /// Numbers with too few games to tell.
    pub cannot_tell: usize,
}

impl VerdictCounts {
    /// Counts one more verdict.
    pub fn count(&mut self, verdict: ReplicationVerdict) {
        match verdict {
            ReplicationVerdict::Agrees => self.agree += 1,
            ReplicationVerdict::Differs => self.differ += 1,
            ReplicationVerdict::CannotTell => self.cannot_tell += 1,
        }
    }

    /// Total.
    pub fn all(&self) -> usize {
        self.agree + self.differ + self.cannot_tell
    }

    fn plus(self, other: VerdictCounts) -> VerdictCounts {
        VerdictCounts {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            cannot_tell: self.cannot_tell + other.cannot_tell,
        }
    }
}

/// Counts of verdicts over the numbers of an experiment, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ComparisonTally {
    /// Tested numbers that are neither trivial nor repeats.
    pub numbers: VerdictCounts,
    /// Trivial agreements: both are 0 %, or both 100 %.
    pub trivial: usize,
    /// Numbers tested in another experiment too.
    pub repeats: VerdictCounts,
    /// Numbers reported as ratios only.
    pub ratios: usize,
    /// Numbers without a published one.
    pub new: usize,
    /// Numbers not measured yet.
    pub missing: usize,
    /// Joint tests, without repeats.
    pub tables: VerdictCounts,
    /// Claims.
    pub claims: VerdictCounts,
}

impl ComparisonTally {
    /// Counts the verdicts of an experiment.
    pub fn of(experiment: &Experiment, findings: Option<&ExperimentResults>) -> ComparisonTally {
        ExperimentComparison::of(experiment, findings).tally
    }

    pub(super) fn new(
        numbers: &[ComparedNumber<'_>],
        tables: &[JointTest],
        claims: &[TestedClaim<'_>],
    ) -> ComparisonTally {
        let mut tally = ComparisonTally::default();
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

    /// Sum of both.
    pub fn plus(self, other: ComparisonTally) -> ComparisonTally {
        ComparisonTally {
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

    /// Number of measured numbers.
    pub fn played(&self) -> usize {
        self.numbers.all() + self.trivial + self.repeats.all() + self.ratios + self.new
    }

    /// Describes the counts in one line.
    pub fn sentence(&self) -> String {
        let told = |verdicts: &VerdictCounts| {
            format!(
                "{} agree, {} differ, {} cannot be told",
                verdicts.agree, verdicts.differ, verdicts.cannot_tell
            )
        };
        format!(
            "{} numbers. Published and judged: {} ({}). Counted apart: {} trivial agreements (0% or 100%), {} \
             repeats ({}), {} told as ratios, {} new, {} not played. Tables as a whole: {} ({}). Claims in words: {} \
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

//! How many numbers compare how.

use serde::Serialize;

use super::claim::judge_claims;
use super::find::Findings;
use super::joint::joint_tests;
use super::plan::Experiment;
use super::verdict::{Comparison, Verdict, judge};

/// Numbers by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdicts {
    /// Ours agrees.
    pub agree: usize,
    /// Ours differs.
    pub differ: usize,
    /// These games do not show either.
    pub cannot_tell: usize,
}

impl Verdicts {
    /// Counts one more.
    pub fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Differs => self.differ += 1,
            Verdict::CannotTell => self.cannot_tell += 1,
        }
    }

    /// All of them.
    pub fn all(&self) -> usize {
        self.agree + self.differ + self.cannot_tell
    }

    fn plus(self, other: Verdicts) -> Verdicts {
        Verdicts {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            cannot_tell: self.cannot_tell + other.cannot_tell,
        }
    }
}

/// How many numbers of an experiment compare how. Every number is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Published numbers that say something, each judged once.
    pub numbers: Verdicts,
    /// Both are 0 %, or both 100 %, and so they agree.
    pub trivial: usize,
    /// Numbers that are judged elsewhere too: the same one under other settings, or what follows from it.
    pub repeats: Verdicts,
    /// Not judged: ours divided by theirs.
    pub ratios: usize,
    /// Nothing was published.
    pub new: usize,
    /// Not played yet.
    pub missing: usize,
    /// Tables, or parts of them, as a whole; without repeats.
    pub tables: Verdicts,
    /// Claims in words.
    pub claims: Verdicts,
}

impl Tally {
    /// Counts the numbers of an experiment.
    pub fn of(experiment: &Experiment, findings: Option<&Findings>) -> Tally {
        let mut tally = Tally::default();
        for question in &experiment.questions {
            let found = findings.and_then(|findings| findings.of(question));
            match found.map(|found| judge(experiment, question, found)) {
                Some(Comparison::Tested(test)) => match (test.verdict, &question.repeats) {
                    (Verdict::Agrees, _) if test.trivial => tally.trivial += 1,
                    (verdict, Some(_)) => tally.repeats.count(verdict),
                    (verdict, None) => tally.numbers.count(verdict),
                },
                Some(Comparison::Ratio(_)) => tally.ratios += 1,
                Some(Comparison::New) => tally.new += 1,
                None => tally.missing += 1,
            }
        }
        let Some(findings) = findings else {
            return tally;
        };
        for test in joint_tests(experiment, findings) {
            if !test.repeats {
                tally.tables.count(test.verdict);
            }
        }
        for claim in judge_claims(experiment, findings) {
            tally.claims.count(claim.verdict);
        }
        tally
    }

    /// Both together.
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
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

    /// The numbers that were played.
    pub fn played(&self) -> usize {
        self.numbers.all() + self.trivial + self.repeats.all() + self.ratios + self.new
    }

    /// The tally in a line.
    pub fn sentence(&self) -> String {
        let told = |verdicts: &Verdicts| {
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

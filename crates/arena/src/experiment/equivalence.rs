//! Equivalence tests of our measured numbers against the published numbers.

use serde::Serialize;

use super::difference::{DifferenceEstimate, IntervalEstimate};
use super::plan::{DifferenceUnit, Experiment, ExperimentQuestion, Metric};
use super::run::MeasuredNumber;
use crate::stats::wilson;

/// Significance level of all tests of an experiment.
pub(super) const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// Verdict of a replication: our results agree with a published number or claim, differ, or are
/// inconclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplicationVerdict {
    /// Verdict of agreement: two one-sided tests at 5 % show that the difference is within the
    /// margin. The difference may nevertheless be significant.
    Agrees,
    /// Verdict of difference: significant at 5 %, and not shown to be within the margin.
    Differs,
    /// Inconclusive verdict: too few games to show either equivalence or a difference.
    CannotTell,
}

impl ReplicationVerdict {
    /// Name of the verdict in reports.
    pub fn name(self) -> &'static str {
        match self {
            ReplicationVerdict::Agrees => "agrees",
            ReplicationVerdict::Differs => "differs",
            ReplicationVerdict::CannotTell => "cannot tell",
        }
    }
}

/// Result of comparing our measured number with the published number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PublishedComparison {
    /// Result of the tests for equivalence and for a difference between the two numbers.
    Tested(EquivalenceTest),
    /// The number cannot be tested, because it depends on the machine or its variance is unknown.
    /// Holds our number divided by the published number.
    Ratio(f64),
    /// There is no published number to compare with.
    New,
}

impl PublishedComparison {
    /// Verdict of the test; `None` if the number was not tested.
    pub fn verdict(&self) -> Option<ReplicationVerdict> {
        match self {
            PublishedComparison::Tested(test) => Some(test.verdict),
            PublishedComparison::Ratio(_) | PublishedComparison::New => None,
        }
    }
}

/// Equivalence test and difference test of our number against the published number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EquivalenceTest {
    /// Verdict that follows from both tests.
    #[serde(skip)]
    pub verdict: ReplicationVerdict,
    /// Unit of the difference, its interval and the margin.
    pub unit: DifferenceUnit,
    /// Our number minus the published number; if the unit is `Times`, our number divided by the
    /// published number.
    pub difference: f64,
    /// 95 % interval of the difference. Includes the sampling error of the published number if its
    /// number of games is known.
    pub difference_interval: (f64, f64),
    /// Equivalence margin: a difference smaller than this counts as agreement.
    pub margin: f64,
    /// p-value of the two-sided test that our number differs from the published number.
    pub p_value: f64,
    /// p-value of the test that our number equals the published number within the margin.
    pub equivalence_p_value: f64,
    /// Smallest difference that would be significant with the number of games played.
    pub smallest_difference: f64,
    /// True if our rate and the published rate are both 0 %, or both 100 %.
    pub trivial: bool,
    /// Difference divided by its standard error; `None` if the published sample size is unknown.
    #[serde(skip)]
    pub standardised: Option<f64>,
}

impl EquivalenceTest {
    /// True if our number differs significantly from the published number at the 5 % level.
    pub fn is_significant(&self) -> bool {
        self.p_value < SIGNIFICANCE_LEVEL
    }
}

/// Explanation in the experiment plan for a significant difference or an untestable number; `None`
/// if the plan gives none or none is needed.
pub fn explanation<'a>(
    question: &'a ExperimentQuestion,
    comparison: &PublishedComparison,
) -> Option<&'a str> {
    let is_other = match comparison {
        PublishedComparison::Tested(test) => {
            test.verdict == ReplicationVerdict::Differs || test.is_significant()
        }
        PublishedComparison::Ratio(_) => true,
        PublishedComparison::New => false,
    };
    (is_other && !question.why.is_empty()).then_some(question.why.as_str())
}

/// Compares a measured number with the published number: tests their difference, or computes their
/// ratio.
pub fn compare_with_published(
    experiment: &Experiment,
    question: &ExperimentQuestion,
    found: &MeasuredNumber,
) -> PublishedComparison {
    let Some(published) = question.published else {
        return PublishedComparison::New;
    };
    let unit = experiment.unit_of(question);
    let published = match unit {
        DifferenceUnit::Points => published / 100.0,
        _ => published,
    };
    let ratio = PublishedComparison::Ratio(found.value / published);
    let Some(ours) = testable_estimate(experiment, question, found) else {
        return ratio;
    };
    let theirs = published_estimate(experiment, question, published, found);
    let has_spread = theirs.is_some();
    let theirs = theirs.unwrap_or(IntervalEstimate::exact(published));
    let (ours, theirs) = match unit {
        DifferenceUnit::Times => match (ours.ln(), theirs.ln()) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            _ => return ratio,
        },
        _ => (ours, theirs),
    };
    let difference = DifferenceEstimate::between(ours, theirs);
    let margin = experiment.margin_of(question);
    let (p_value, equivalence_p_value) = (
        difference.p_value(),
        difference.p_equivalent(unit.to_internal(margin)),
    );
    let verdict = match () {
        () if equivalence_p_value < SIGNIFICANCE_LEVEL => ReplicationVerdict::Agrees,
        () if p_value < SIGNIFICANCE_LEVEL => ReplicationVerdict::Differs,
        () => ReplicationVerdict::CannotTell,
    };
    let is_end = published == 0.0 || published == 1.0;
    PublishedComparison::Tested(EquivalenceTest {
        verdict,
        unit,
        difference: unit.to_display(difference.value),
        difference_interval: (
            unit.to_display(difference.low),
            unit.to_display(difference.high),
        ),
        margin,
        p_value,
        equivalence_p_value,
        smallest_difference: unit.to_display(difference.smallest_significant()),
        trivial: unit == DifferenceUnit::Points && is_end && found.value == published,
        standardised: has_spread
            .then(|| difference.standardised())
            .filter(|z| z.is_finite() || difference.value == 0.0)
            .map(|z| if z.is_nan() { 0.0 } else { z }),
    })
}

/// Estimate of our measured number; `None` if it cannot be tested against the published number.
fn testable_estimate(
    experiment: &Experiment,
    question: &ExperimentQuestion,
    found: &MeasuredNumber,
) -> Option<IntervalEstimate> {
    let measure = experiment.measure_of(question);
    let is_of_machine = measure.is_time() && question.relative_to.is_none();
    let can_be = !is_of_machine && !measure.is_clustered() && experiment.is_tested(question);
    can_be
        .then(|| interval_estimate(experiment, question, found))
        .flatten()
}

/// Estimate of our measured number with its interval; `None` if it has no interval. Events within
/// one game are dependent, so the interval of clustered metrics is doubled.
pub(super) fn interval_estimate(
    experiment: &Experiment,
    question: &ExperimentQuestion,
    found: &MeasuredNumber,
) -> Option<IntervalEstimate> {
    let (value, measure) = (found.value, experiment.measure_of(question));
    let interval = match measure {
        Metric::LogPositions => Some((value, value)),
        _ => found.interval,
    };
    let (low, high) = interval?;
    let wider = if measure.is_clustered() { 2.0 } else { 1.0 };
    Some(IntervalEstimate {
        value,
        low: value - wider * (value - low),
        high: value + wider * (high - value),
    })
}

/// Estimate of the published number; `None` if its sampling error is unknown. Published mean ranks
/// are assumed to have the same variance as ours.
fn published_estimate(
    experiment: &Experiment,
    question: &ExperimentQuestion,
    published: f64,
    found: &MeasuredNumber,
) -> Option<IntervalEstimate> {
    let games = experiment.published_games_of(question)?;
    if question.relative_to.is_some() {
        return None;
    }
    let measure = experiment.measure_of(question);
    let (low, high) = match (measure, found.interval) {
        _ if measure.counts_games() => wilson(published * games as f64, games),
        (Metric::Rank, Some((low, high))) => {
            let half = (high - low) / 2.0 * (found.cases as f64 / games as f64).sqrt();
            (published - half, published + half)
        }
        _ => return None,
    };
    Some(IntervalEstimate {
        value: published,
        low,
        high,
    })
}

#[cfg(test)]
mod tests {
    use super::super::read_experiment;
    use super::ReplicationVerdict::{Agrees, CannotTell, Differs};
    use super::*;

    fn compared(published: &str, value: f64, games: u64) -> PublishedComparison {
        let text = format!(
            "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 2\nquick = 2\n\
             published_games = 1000\n\
             questions = [{{ row = \"a\", column = \"b\", agents = [\"random\", \"random\"]{published} }}]"
        );
        let experiment = read_experiment(&text).unwrap();
        let question = &experiment.questions[0];
        let interval = if experiment.measure_of(question).is_rate() {
            wilson(value * games as f64, games)
        } else {
            (value * 0.9, value * 1.1)
        };
        let found = MeasuredNumber::toy(("a", "b"), value, interval, games);
        compare_with_published(&experiment, question, &found)
    }

    #[track_caller]
    fn check(
        published: &str,
        value: f64,
        games: u64,
        verdict: ReplicationVerdict,
    ) -> EquivalenceTest {
        match compared(published, value, games) {
            PublishedComparison::Tested(test) => {
                assert_eq!(test.verdict, verdict, "{test:?}");
                test
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn agreement_takes_games_enough_to_show_it() {
        assert_eq!(compared("", 0.5, 100), PublishedComparison::New);
        let same = check(", published = 50", 0.5, 1000, Agrees);
        assert!(!same.is_significant() && !same.trivial);
        let few = check(", published = 50", 0.5, 40, CannotTell);
        assert!((14.0..17.0).contains(&few.smallest_difference), "{few:?}");
        // 70 % must not agree with a published 53 % because of too few games.
        let unlike = ", published = 53, published_games = 100";
        check(unlike, 0.7, 70, Differs);
        check(unlike, 0.7, 50, Differs);
        check(unlike, 0.6, 50, CannotTell);
    }

    #[test]
    fn what_is_within_the_margin_agrees_and_the_difference_is_told() {
        let near = check(", published = 50", 0.55, 20_000, Agrees);
        assert!(near.is_significant() && (near.difference - 5.0).abs() < 1e-9);
        check(", published = 50, margin = 4", 0.55, 20_000, Differs);
        check(", published = 50", 0.63, 1000, Differs);
        check(", published = 50", 0.59, 1000, Differs);
    }

    #[test]
    fn nothing_against_nothing_is_trivial() {
        assert!(check(", published = 0", 0.0, 1000, Agrees).trivial);
        assert!(check(", published = 100", 1.0, 1000, Agrees).trivial);
        assert!(!check(", published = 0", 0.001, 1000, Agrees).trivial);
        let few = check(", published = 0", 0.0, 4, CannotTell);
        assert!(few.smallest_difference > 40.0);
    }

    #[test]
    fn other_numbers_agree_within_a_factor_and_times_of_machines_are_not_judged() {
        let nodes = ", measure = \"nodes\", published = 100";
        let test = check(nodes, 105.0, 10, Agrees);
        assert!((test.difference - 1.05).abs() < 1e-9 && test.margin == 1.25);
        check(nodes, 200.0, 10, Differs);
        check(nodes, 120.0, 10, Differs);
        check(nodes, 108.0, 10, Agrees);
        assert_eq!(
            compared(", published = 4, measure = \"time\"", 2.0, 10),
            PublishedComparison::Ratio(0.5)
        );
        assert_eq!(
            compared(", published = 50, measure = \"aggressivity\"", 0.25, 10),
            PublishedComparison::Ratio(0.5)
        );
        assert_eq!(
            compared(", published = 50, judged = false", 0.25, 10),
            PublishedComparison::Ratio(0.5)
        );
    }
}

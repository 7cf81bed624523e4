//! Whether what we find is what was published.

use serde::Serialize;

use super::difference::{Difference, Estimate};
use super::find::Finding;
use super::plan::{Experiment, Measure, Question, Unit};
use crate::stats::wilson;

/// Tests are at 5 %.
pub(super) const LEVEL: f64 = 0.05;

/// What games show about a published number or claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Ours is equivalent to the published number: two one-sided tests at 5 % show that they are no
    /// further apart than the margin. It may still be significantly different from it, by less.
    Agrees,
    /// Ours is significantly different, at 5 %, and not shown to be within the margin.
    Differs,
    /// Neither can be shown with these games.
    CannotTell,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::CannotTell => "cannot tell",
        }
    }
}

/// Our number beside the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// Both were tested against each other.
    Tested(Test),
    /// Nothing can be tested: the number is of another machine, or nothing is known about the spread of
    /// ours. Ours divided by theirs.
    Ratio(f64),
    /// Nothing was published.
    New,
}

impl Comparison {
    /// The verdict, where there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Comparison::Tested(test) => Some(test.verdict),
            Comparison::Ratio(_) | Comparison::New => None,
        }
    }
}

/// The tests of our number against the published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Test {
    /// What the tests show.
    #[serde(skip)]
    pub verdict: Verdict,
    /// The unit of all that follows.
    pub unit: Unit,
    /// Ours less theirs; ours divided by theirs where the unit is times.
    pub difference: f64,
    /// Its 95 % interval, with the spread of both where the number of published games is known.
    pub difference_interval: (f64, f64),
    /// The margin within which both agree.
    pub margin: f64,
    /// How likely a difference as large is by chance.
    pub p_value: f64,
    /// The p-value of the test of equivalence.
    pub equivalence_p_value: f64,
    /// The smallest difference that would have been significant with these games.
    pub smallest_difference: f64,
    /// Whether both are 0 %, or both 100 %.
    pub trivial: bool,
    /// The difference in standard errors, if the spread of the published number is known.
    #[serde(skip)]
    pub standardised: Option<f64>,
}

impl Test {
    /// Whether chance alone does not explain the difference.
    pub fn is_significant(&self) -> bool {
        self.p_value < LEVEL
    }
}

/// Why ours is another number than the published one, if it is and somebody knows.
pub fn why<'a>(question: &'a Question, comparison: &Comparison) -> Option<&'a str> {
    let is_other = match comparison {
        Comparison::Tested(test) => test.verdict == Verdict::Differs || test.is_significant(),
        Comparison::Ratio(_) => true,
        Comparison::New => false,
    };
    (is_other && !question.why.is_empty()).then_some(question.why.as_str())
}

/// Compares a finding with what was published.
pub fn judge(experiment: &Experiment, question: &Question, found: &Finding) -> Comparison {
    let Some(published) = question.published else {
        return Comparison::New;
    };
    let unit = experiment.unit_of(question);
    let published = match unit {
        Unit::Points => published / 100.0,
        _ => published,
    };
    let ratio = Comparison::Ratio(found.value / published);
    let Some(ours) = estimate(experiment, question, found) else {
        return ratio;
    };
    let theirs = published_estimate(experiment, question, published, found);
    let has_spread = theirs.is_some();
    let theirs = theirs.unwrap_or(Estimate::exact(published));
    let (ours, theirs) = match unit {
        Unit::Times => match (ours.ln(), theirs.ln()) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            _ => return ratio,
        },
        _ => (ours, theirs),
    };
    let difference = Difference::between(ours, theirs);
    let margin = experiment.margin_of(question);
    let (p_value, equivalence_p_value) = (
        difference.p_value(),
        difference.p_equivalent(unit.inside(margin)),
    );
    let verdict = match () {
        () if equivalence_p_value < LEVEL => Verdict::Agrees,
        () if p_value < LEVEL => Verdict::Differs,
        () => Verdict::CannotTell,
    };
    let is_end = published == 0.0 || published == 1.0;
    Comparison::Tested(Test {
        verdict,
        unit,
        difference: unit.outside(difference.value),
        difference_interval: (unit.outside(difference.low), unit.outside(difference.high)),
        margin,
        p_value,
        equivalence_p_value,
        smallest_difference: unit.outside(difference.smallest_shown()),
        trivial: unit == Unit::Points && is_end && found.value == published,
        standardised: has_spread
            .then(|| difference.standardised())
            .filter(|z| z.is_finite() || difference.value == 0.0)
            .map(|z| if z.is_nan() { 0.0 } else { z }),
    })
}

/// Our number as a sample, if it can be tested against a published one.
fn estimate(experiment: &Experiment, question: &Question, found: &Finding) -> Option<Estimate> {
    let measure = experiment.measure_of(question);
    let is_of_machine = measure.is_time() && question.relative_to.is_none();
    let can_be = !is_of_machine && !measure.is_clustered() && experiment.is_judged(question);
    can_be
        .then(|| sample(experiment, question, found))
        .flatten()
}

/// Our number as a sample. The attacks of one game are not independent of each other, so an interval that
/// takes them for that is doubled.
pub(super) fn sample(
    experiment: &Experiment,
    question: &Question,
    found: &Finding,
) -> Option<Estimate> {
    let (value, measure) = (found.value, experiment.measure_of(question));
    let interval = match measure {
        Measure::LogPositions => Some((value, value)),
        _ => found.interval,
    };
    let (low, high) = interval?;
    let wider = if measure.is_clustered() { 2.0 } else { 1.0 };
    Some(Estimate {
        value,
        low: value - wider * (value - low),
        high: value + wider * (high - value),
    })
}

/// The published number as a sample, if it is known how many games it rests on. Mean ranks are taken to
/// have the spread of ours.
fn published_estimate(
    experiment: &Experiment,
    question: &Question,
    published: f64,
    found: &Finding,
) -> Option<Estimate> {
    let games = experiment.published_games_of(question)?;
    if question.relative_to.is_some() {
        return None;
    }
    let measure = experiment.measure_of(question);
    let (low, high) = match (measure, found.interval) {
        _ if measure.counts_games() => wilson(published * games as f64, games),
        (Measure::Rank, Some((low, high))) => {
            let half = (high - low) / 2.0 * (found.cases as f64 / games as f64).sqrt();
            (published - half, published + half)
        }
        _ => return None,
    };
    Some(Estimate {
        value: published,
        low,
        high,
    })
}

#[cfg(test)]
mod tests {
    use super::super::read_experiment;
    use super::*;

    fn compared(published: &str, value: f64, games: u64) -> Comparison {
        let text = format!(
            "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 2\nquick = 2\n\
             published_games = 1000\n\
             questions = [{{ row = \"a\", column = \"b\", agents = [\"random\", \"random\"]{published} }}]"
        );
        let experiment = read_experiment(&text).unwrap();
        let question = &experiment.questions[0];
        let interval = match experiment.measure_of(question).is_rate() {
            true => wilson(value * games as f64, games),
            false => (value * 0.9, value * 1.1),
        };
        let found = Finding {
            row: "a".to_owned(),
            column: "b".to_owned(),
            games,
            cases: games,
            value,
            interval: Some(interval),
            at: None,
            content: Vec::new(),
            rules: 1,
            openings: None,
            command: String::new(),
        };
        judge(&experiment, question, &found)
    }

    #[track_caller]
    fn check(published: &str, value: f64, games: u64, verdict: Verdict) -> Test {
        match compared(published, value, games) {
            Comparison::Tested(test) => {
                assert_eq!(test.verdict, verdict, "{test:?}");
                test
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn agreement_takes_games_enough_to_show_it() {
        assert_eq!(compared("", 0.5, 100), Comparison::New);
        let same = check(", published = 50", 0.5, 1000, Verdict::Agrees);
        assert!(!same.is_significant() && !same.trivial);
        // Few games find nothing, and say so.
        let few = check(", published = 50", 0.5, 40, Verdict::CannotTell);
        assert!((14.0..17.0).contains(&few.smallest_difference), "{few:?}");
        // 70 % against a published 53 % agreed once, for want of games.
        let unlike = ", published = 53, published_games = 100";
        check(unlike, 0.7, 70, Verdict::Differs);
        check(unlike, 0.7, 50, Verdict::Differs);
        check(unlike, 0.6, 50, Verdict::CannotTell);
    }

    #[test]
    fn what_is_within_the_margin_agrees_and_the_difference_is_told() {
        let near = check(", published = 50", 0.55, 20_000, Verdict::Agrees);
        assert!(near.is_significant() && (near.difference - 5.0).abs() < 1e-9);
        check(
            ", published = 50, margin = 4",
            0.55,
            20_000,
            Verdict::Differs,
        );
        check(", published = 50", 0.63, 1000, Verdict::Differs);
        check(", published = 50", 0.59, 1000, Verdict::Differs);
    }

    #[test]
    fn nothing_against_nothing_is_trivial() {
        assert!(check(", published = 0", 0.0, 1000, Verdict::Agrees).trivial);
        assert!(check(", published = 100", 1.0, 1000, Verdict::Agrees).trivial);
        assert!(!check(", published = 0", 0.001, 1000, Verdict::Agrees).trivial);
        let few = check(", published = 0", 0.0, 4, Verdict::CannotTell);
        assert!(few.smallest_difference > 40.0);
    }

    #[test]
    fn other_numbers_agree_within_a_factor_and_times_of_machines_are_not_judged() {
        let nodes = ", measure = \"nodes\", published = 100";
        let test = check(nodes, 105.0, 10, Verdict::Agrees);
        assert!((test.difference - 1.05).abs() < 1e-9 && test.margin == 1.25);
        check(nodes, 200.0, 10, Verdict::Differs);
        check(nodes, 120.0, 10, Verdict::Differs);
        check(nodes, 108.0, 10, Verdict::Agrees);
        assert_eq!(
            compared(", published = 4, measure = \"time\"", 2.0, 10),
            Comparison::Ratio(0.5)
        );
        assert_eq!(
            compared(", published = 50, measure = \"aggressivity\"", 0.25, 10),
            Comparison::Ratio(0.5)
        );
        assert_eq!(
            compared(", published = 50, judged = false", 0.25, 10),
            Comparison::Ratio(0.5)
        );
    }
}

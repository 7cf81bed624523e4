//! Comparison of an experiment's results with its published numbers, for reports in all formats.

use serde::Serialize;

use super::claim::TestedClaim;
use super::claim_test::test_claims;
use super::equivalence::{
    EquivalenceTest, PublishedComparison, ReplicationVerdict, compare_with_published, explanation,
};
use super::joint_test::{JointTest, joint_tests};
use super::plan::{DifferenceUnit, Experiment, ExperimentQuestion};
use super::rank::{RankedRow, ranking};
use super::run::{ExperimentResults, MeasuredNumber};
use super::tally::ReplicationTally;

/// Comparison of our results of an experiment with the published numbers and claims.
#[derive(Clone, Debug, Serialize)]
pub struct ReplicationComparison<'a> {
    /// Plan of the experiment, with the published numbers.
    #[serde(skip)]
    pub experiment: &'a Experiment,
    /// Our results; `None` if the experiment was not played.
    #[serde(skip)]
    pub findings: Option<&'a ExperimentResults>,
    /// Id of the experiment, as used on the command line.
    pub id: &'a str,
    /// Research question of the experiment.
    pub question: &'a str,
    /// Publication in which the original results appeared.
    pub source: &'a str,
    /// Seed of all games of the experiment; empty if nothing was played.
    pub seed: &'a str,
    /// Comparison of each published number with our result, in the order of the plan.
    pub numbers: Vec<ComparedNumber<'a>>,
    /// Joint tests of groups of published numbers, such as entire tables.
    pub tables: Vec<JointTest>,
    /// Published claims with the results of their tests.
    pub claims: Vec<TestedClaim<'a>>,
    /// Numbers of agreements, differences and undecided tests in the experiment.
    pub tally: ReplicationTally,
    /// Rows sorted by their mean over all columns; empty unless the plan ranks its rows.
    #[serde(skip)]
    pub ranking: Vec<RankedRow>,
    /// Distinct explanations of differences, to which `ComparedNumber::reason` refers.
    #[serde(skip)]
    pub reasons: Vec<&'a str>,
}

/// Published number with our measured number and the result of comparing them.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedNumber<'a> {
    /// Our measured result; `None` if it was not measured.
    #[serde(flatten)]
    pub found: Option<&'a MeasuredNumber>,
    /// Name of the metric that was measured.
    pub measure: &'static str,
    /// Published value as printed; rates in percent. `None` if nothing was published.
    pub published: Option<f64>,
    /// Result for reports: `agrees`, `differs`, `cannot-tell`, `ratio` (not tested), `new` (nothing
    /// was published) or `missing` (not measured).
    #[serde(rename = "verdict")]
    pub verdict_name: &'static str,
    /// Result of the equivalence test; `None` if the number was not tested.
    #[serde(flatten)]
    pub test: Option<EquivalenceTest>,
    /// Measured value divided by the published value, for numbers that cannot be tested; else
    /// `None`.
    pub ratio: Option<f64>,
    /// Id of another experiment in which the same published number is tested and counted; `None` if
    /// it is counted here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<&'a str>,
    /// Explanation of the difference from the published number; empty if there is none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: &'a str,
    /// Question of the experiment plan that this number answers.
    #[serde(skip)]
    pub asked: &'a ExperimentQuestion,
    /// Result of the comparison: a test, a ratio, or nothing published; `None` if the number was
    /// not measured.
    #[serde(skip)]
    pub comparison: Option<PublishedComparison>,
    /// Position of the explanation in `ReplicationComparison::reasons`, from 1; `None` without one.
    #[serde(skip)]
    pub reason: Option<usize>,
    /// True if the number is a rate, printed in percent.
    #[serde(skip)]
    pub is_rate: bool,
}

impl<'a> ReplicationComparison<'a> {
    /// Compares the results of an experiment with the published numbers.
    pub fn of(
        experiment: &'a Experiment,
        findings: Option<&'a ExperimentResults>,
    ) -> ReplicationComparison<'a> {
        let mut reasons: Vec<&str> = Vec::new();
        let numbers: Vec<ComparedNumber<'_>> = experiment
            .questions
            .iter()
            .map(|question| {
                let found = findings.and_then(|findings| findings.for_question(question));
                number(experiment, question, found, &mut reasons)
            })
            .collect();
        let tables = findings.map_or_else(Vec::new, |found| joint_tests(experiment, found));
        let claims = findings.map_or_else(Vec::new, |found| test_claims(experiment, found));
        ReplicationComparison {
            experiment,
            findings,
            id: &experiment.id,
            question: &experiment.question,
            source: &experiment.source,
            seed: findings.map_or("", |findings| findings.seed.as_str()),
            tally: ReplicationTally::new(&numbers, &tables, &claims),
            numbers,
            tables,
            claims,
            ranking: findings.map_or_else(Vec::new, |found| ranking(experiment, found)),
            reasons,
        }
    }

    /// Compares several experiments with their publications. Also returns the verdict counts summed
    /// over all experiments.
    pub fn of_all(
        experiments: &'a [(Experiment, Option<ExperimentResults>)],
    ) -> (Vec<ReplicationComparison<'a>>, ReplicationTally) {
        let compared: Vec<ReplicationComparison<'_>> = experiments
            .iter()
            .map(|(experiment, findings)| ReplicationComparison::of(experiment, findings.as_ref()))
            .collect();
        let tallies = compared.iter().map(|compared| compared.tally);
        let sum = tallies.fold(ReplicationTally::default(), ReplicationTally::plus);
        (compared, sum)
    }

    /// Iterates over the compared numbers that were measured.
    pub fn measured(&self) -> impl Iterator<Item = &ComparedNumber<'a>> {
        self.numbers.iter().filter(|number| number.found.is_some())
    }

    /// Removes the compared numbers that were not measured.
    pub fn only_measured(mut self) -> ReplicationComparison<'a> {
        self.numbers.retain(|number| number.found.is_some());
        self
    }

    /// Sentence that lists the equivalence margins of the tests; `None` if nothing was tested.
    pub fn margins(&self) -> Option<String> {
        let mut margins: Vec<String> = Vec::new();
        for test in self.numbers.iter().filter_map(|number| number.test) {
            let margin = match test.unit {
                DifferenceUnit::Points => format!("{} points", test.margin),
                DifferenceUnit::Ranks => format!("{} ranks", test.margin),
                DifferenceUnit::Decades => format!("{} in the logarithm", test.margin),
                DifferenceUnit::Times => format!("a factor of {}", test.margin),
            };
            if !margins.contains(&margin) {
                margins.push(margin);
            }
        }
        (!margins.is_empty()).then(|| format!("Numbers agree within {}.", margins.join(", ")))
    }
}

fn number<'a>(
    experiment: &'a Experiment,
    question: &'a ExperimentQuestion,
    found: Option<&'a MeasuredNumber>,
    reasons: &mut Vec<&'a str>,
) -> ComparedNumber<'a> {
    let comparison = found.map(|found| compare_with_published(experiment, question, found));
    let why = comparison
        .and_then(|comparison| explanation(question, &comparison))
        .unwrap_or_default();
    let reason = (!why.is_empty()).then(|| {
        let known = reasons.iter().position(|known| *known == why);
        known.unwrap_or_else(|| {
            reasons.push(why);
            reasons.len() - 1
        }) + 1
    });
    let (verdict_name, test, ratio) = match comparison {
        Some(PublishedComparison::Tested(test)) => {
            let name = match test.verdict {
                ReplicationVerdict::CannotTell => "cannot-tell",
                verdict => verdict.name(),
            };
            (name, Some(test), None)
        }
        Some(PublishedComparison::Ratio(ratio)) => ("ratio", None, Some(ratio)),
        Some(PublishedComparison::New) => ("new", None, None),
        None => ("missing", None, None),
    };
    ComparedNumber {
        found,
        measure: experiment.measure_of(question).name(),
        published: question.published,
        verdict_name,
        test,
        ratio,
        repeats: question.repeats.as_deref(),
        why,
        asked: question,
        comparison,
        reason,
        is_rate: experiment.unit_of(question) == DifferenceUnit::Points,
    }
}

impl ComparedNumber<'_> {
    /// Formats the table cells: row, column, published value, our value, interval and sample size.
    /// `missing` replaces absent values.
    pub fn cells(&self, missing: &str) -> [String; 6] {
        let print = |value| format_number(value, self.is_rate);
        let published = self.published.map(|published| {
            if self.is_rate {
                format!("{published:.1}%")
            } else {
                format_significant(published)
            }
        });
        let interval = self.found.and_then(|found| found.interval);
        let interval = interval.map(|(low, high)| format!("{} to {}", print(low), print(high)));
        let or_missing = |text: Option<String>| text.unwrap_or_else(|| missing.to_owned());
        [
            self.asked.row.clone(),
            self.asked.column.clone(),
            or_missing(published),
            or_missing(self.found.map(|found| print(found.value))),
            or_missing(interval),
            or_missing(self.found.map(|found| found.cases.to_string())),
        ]
    }

    /// Verdict of the equivalence test; `None` if the number was not tested.
    pub fn verdict(&self) -> Option<ReplicationVerdict> {
        self.test.map(|test| test.verdict)
    }

    /// Describes the result of the comparison, such as "agrees: +1.2 points".
    pub fn words(&self) -> String {
        let words = match self.comparison {
            Some(PublishedComparison::Tested(test)) => tested(&test),
            Some(PublishedComparison::Ratio(ratio)) => format!("× {}", format_significant(ratio)),
            Some(PublishedComparison::New) | None => return String::new(),
        };
        match self.repeats {
            Some(_) => format!("{words} (repeat)"),
            None => words,
        }
    }
}

fn tested(test: &EquivalenceTest) -> String {
    let name = test.verdict.name();
    let difference = difference(test.unit, test.difference);
    match test.verdict {
        ReplicationVerdict::Agrees if test.trivial => format!("{name}: both the same"),
        ReplicationVerdict::Agrees if !test.is_significant() => format!("{name}: {difference}"),
        ReplicationVerdict::Agrees | ReplicationVerdict::Differs => {
            format!("{name}: {difference}, {}", format_p_value(test.p_value))
        }
        ReplicationVerdict::CannotTell => {
            let smallest = smallest(test.unit, test.smallest_difference);
            format!("{name}: {difference}; {smallest} would be significant")
        }
    }
}

fn smallest(unit: DifferenceUnit, difference: f64) -> String {
    match unit {
        DifferenceUnit::Points => format!("{difference:.1}"),
        DifferenceUnit::Ranks | DifferenceUnit::Decades => format_significant(difference),
        DifferenceUnit::Times => format!("× {}", format_significant(difference)),
    }
}

fn difference(unit: DifferenceUnit, value: f64) -> String {
    // Zero has no sign.
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    match unit {
        DifferenceUnit::Points => format!("{:+.1} points", (10.0 * value).round() / 10.0 + 0.0),
        DifferenceUnit::Ranks => format!("{value:+.2} ranks"),
        DifferenceUnit::Decades => format!("{value:+.2}"),
        DifferenceUnit::Times => format!("× {}", format_significant(value)),
    }
}

impl JointTest {
    /// Describes the joint test in one sentence.
    pub fn sentence(&self) -> String {
        let repeat = if self.repeats { " (repeat)" } else { "" };
        format!(
            "{}: as a whole {}{repeat}: {} of {} above what was published, {} below, sign test {}; \
             chi-square {:.1} for {} numbers, {}; mean difference {}.",
            self.group,
            self.verdict.name(),
            self.higher,
            self.cells,
            self.lower,
            format_p_value(self.sign_p_value),
            self.chi_square,
            self.cells,
            format_p_value(self.chi_square_p_value),
            difference(self.unit, self.mean_difference)
        )
    }
}

impl TestedClaim<'_> {
    /// Describes the verdict on the claim, with our numbers and the p-value.
    pub fn words(&self) -> String {
        let p = match self.verdict {
            ReplicationVerdict::Agrees => format!(", {}", format_p_value(self.p_value)),
            ReplicationVerdict::Differs => format!(", {}", format_p_value(self.opposite_p_value)),
            ReplicationVerdict::CannotTell => {
                let smallest = smallest(self.unit, self.smallest_difference);
                let unit = match self.unit {
                    DifferenceUnit::Points => " points",
                    DifferenceUnit::Ranks => " ranks",
                    DifferenceUnit::Decades | DifferenceUnit::Times => "",
                };
                format!("; a difference of {smallest}{unit} would be significant")
            }
        };
        let why = if self.why.is_empty() {
            String::new()
        } else {
            format!(" {}", self.why)
        };
        format!("{}: {}{p}.{why}", self.verdict.name(), self.found)
    }
}

/// Formats a number with three significant digits, or a rate in percent.
pub(super) fn format_number(number: f64, is_rate: bool) -> String {
    if is_rate {
        format!("{:.1}%", 100.0 * number)
    } else {
        format_significant(number)
    }
}

/// Formats a p-value, such as "p = 0.03".
pub fn format_p_value(p: f64) -> String {
    match p {
        ..1e-12 => "p < 1e-12".to_owned(),
        ..1e-3 => format!("p = {p:.0e}"),
        ..0.1 => format!("p = {p:.3}"),
        _ => format!("p = {p:.2}"),
    }
}

/// Formats a number with three significant digits.
pub fn format_significant(number: f64) -> String {
    match number.abs() {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        0.095.. => format!("{number:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{number:.2e}"),
    }
}

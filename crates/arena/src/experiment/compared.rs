//! The report about an experiment, made once for all that show it: the terminal, JSON, Markdown, the page
//! and Python.

use serde::Serialize;

use super::claim::{JudgedClaim, judge_claims};
use super::find::{Finding, Findings};
use super::joint::{JointTest, joint_tests};
use super::plan::{Experiment, Question, Unit};
use super::rank::{RankedRow, ranking};
use super::tally::Tally;
use super::verdict::{Comparison, Test, Verdict, judge, why};

/// An experiment, what was found, and how both compare.
#[derive(Clone, Debug, Serialize)]
pub struct Compared<'a> {
    /// The experiment.
    pub id: &'a str,
    /// What was asked.
    pub question: &'a str,
    /// Where it was published.
    pub source: &'a str,
    /// The seed of all games; empty if nothing was played.
    pub seed: &'a str,
    /// A number for each question, in the order of the plan.
    pub numbers: Vec<ComparedNumber<'a>>,
    /// Tables, or parts of them, as a whole.
    pub tables: Vec<JointTest>,
    /// What was claimed in words.
    pub claims: Vec<JudgedClaim<'a>>,
    /// How many numbers compare how.
    pub tally: Tally,
    /// The rows by their mean, if the experiment ranks them.
    #[serde(skip)]
    pub ranking: Vec<RankedRow>,
    /// Reasons why numbers differ, each once; numbers refer to them.
    #[serde(skip)]
    pub reasons: Vec<&'a str>,
}

/// A number of ours beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedNumber<'a> {
    /// What was found.
    #[serde(flatten)]
    pub found: Option<&'a Finding>,
    /// What is measured.
    pub measure: &'static str,
    /// What was published, as it was printed.
    pub published: Option<f64>,
    /// `agrees`, `differs`, `cannot-tell`, `ratio` if it is not judged, or `new` if nothing was published.
    #[serde(rename = "verdict")]
    pub verdict_name: &'static str,
    /// The tests, if it is judged.
    #[serde(flatten)]
    pub test: Option<Test>,
    /// Ours divided by theirs, if it is not judged.
    pub ratio: Option<f64>,
    /// The experiment that judges the same published number first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<&'a str>,
    /// Why ours is another number.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: &'a str,
    /// Its row, its column and the rest.
    #[serde(skip)]
    pub asked: &'a Question,
    /// How it compares, if it was found.
    #[serde(skip)]
    pub comparison: Option<Comparison>,
    /// The place of the reason, counted from 1.
    #[serde(skip)]
    pub reason: Option<usize>,
    /// Whether numbers are printed as percentages.
    #[serde(skip)]
    pub is_rate: bool,
}

impl<'a> Compared<'a> {
    /// Compares an experiment with what was found.
    pub fn of(experiment: &'a Experiment, findings: Option<&'a Findings>) -> Compared<'a> {
        let mut reasons: Vec<&str> = Vec::new();
        let numbers = experiment
            .questions
            .iter()
            .map(|question| {
                let found = findings.and_then(|findings| findings.of(question));
                number(experiment, question, found, &mut reasons)
            })
            .collect();
        Compared {
            id: &experiment.id,
            question: &experiment.question,
            source: &experiment.source,
            seed: findings.map_or("", |findings| findings.seed.as_str()),
            numbers,
            tables: findings.map_or_else(Vec::new, |found| joint_tests(experiment, found)),
            claims: findings.map_or_else(Vec::new, |found| judge_claims(experiment, found)),
            tally: Tally::of(experiment, findings),
            ranking: findings.map_or_else(Vec::new, |found| ranking(experiment, found)),
            reasons,
        }
    }

    /// The same with only the numbers that were found.
    pub fn only_found(mut self) -> Compared<'a> {
        self.numbers.retain(|number| number.found.is_some());
        self
    }

    /// The margins within which numbers agree, in words; none if nothing was judged.
    pub fn margins(&self) -> Option<String> {
        let mut margins: Vec<String> = Vec::new();
        for test in self.numbers.iter().filter_map(|number| number.test) {
            let margin = match test.unit {
                Unit::Points => format!("{} points", test.margin),
                Unit::Ranks => format!("{} ranks", test.margin),
                Unit::Decades => format!("{} in the logarithm", test.margin),
                Unit::Times => format!("a factor of {}", test.margin),
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
    question: &'a Question,
    found: Option<&'a Finding>,
    reasons: &mut Vec<&'a str>,
) -> ComparedNumber<'a> {
    let comparison = found.map(|found| judge(experiment, question, found));
    let why = comparison
        .and_then(|comparison| why(question, &comparison))
        .unwrap_or_default();
    let reason = (!why.is_empty()).then(|| {
        let known = reasons.iter().position(|known| *known == why);
        known.unwrap_or_else(|| {
            reasons.push(why);
            reasons.len() - 1
        }) + 1
    });
    let (verdict_name, test, ratio) = match comparison {
        Some(Comparison::Tested(test)) => {
            let name = match test.verdict {
                Verdict::CannotTell => "cannot-tell",
                verdict => verdict.name(),
            };
            (name, Some(test), None)
        }
        Some(Comparison::Ratio(ratio)) => ("ratio", None, Some(ratio)),
        Some(Comparison::New) => ("new", None, None),
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
        is_rate: experiment.unit_of(question) == Unit::Points,
    }
}

impl ComparedNumber<'_> {
    /// A number as it is printed here.
    pub fn print(&self, value: f64) -> String {
        match self.is_rate {
            true => percent(value),
            false => significant(value),
        }
    }

    /// What was published, in words.
    pub fn published_text(&self) -> Option<String> {
        self.published.map(|published| match self.is_rate {
            true => format!("{published:.1}%"),
            false => significant(published),
        })
    }

    /// Our number in words.
    pub fn ours(&self) -> Option<String> {
        self.found.map(|found| self.print(found.value))
    }

    /// Its interval in words.
    pub fn interval(&self) -> Option<String> {
        let (low, high) = self.found?.interval?;
        Some(format!("{} to {}", self.print(low), self.print(high)))
    }

    /// How it compares, in words.
    pub fn words(&self) -> String {
        let words = match self.comparison {
            Some(Comparison::Tested(test)) => tested(&test),
            Some(Comparison::Ratio(ratio)) => format!("× {}", significant(ratio)),
            Some(Comparison::New) | None => return String::new(),
        };
        match self.repeats {
            Some(_) => format!("{words} (repeat)"),
            None => words,
        }
    }
}

fn tested(test: &Test) -> String {
    let name = test.verdict.name();
    let difference = difference(test.unit, test.difference);
    match test.verdict {
        Verdict::Agrees if test.trivial => format!("{name}: both the same"),
        Verdict::Agrees if !test.is_significant() => format!("{name}: {difference}"),
        Verdict::Agrees | Verdict::Differs => {
            format!("{name}: {difference}, {}", probability(test.p_value))
        }
        Verdict::CannotTell => {
            let smallest = smallest(test.unit, test.smallest_difference);
            format!("{name}: {difference}; {smallest} would have shown")
        }
    }
}

fn smallest(unit: Unit, difference: f64) -> String {
    match unit {
        Unit::Points => format!("{difference:.1}"),
        Unit::Ranks | Unit::Decades => significant(difference),
        Unit::Times => format!("× {}", significant(difference)),
    }
}

fn difference(unit: Unit, value: f64) -> String {
    // Nothing has no sign.
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    match unit {
        Unit::Points => format!("{:+.1} points", (10.0 * value).round() / 10.0 + 0.0),
        Unit::Ranks => format!("{value:+.2} ranks"),
        Unit::Decades => format!("{value:+.2}"),
        Unit::Times => format!("× {}", significant(value)),
    }
}

impl JointTest {
    /// The test in a sentence.
    pub fn sentence(&self) -> String {
        let repeat = match self.repeats {
            true => " (repeat)",
            false => "",
        };
        format!(
            "{}: as a whole {}{repeat}: {} of {} above what was published, {} below, sign test {}; \
             chi-square {:.1} for {} numbers, {}; mean difference {}.",
            self.group,
            self.verdict.name(),
            self.higher,
            self.cells,
            self.lower,
            probability(self.sign_p_value),
            self.chi_square,
            self.cells,
            probability(self.chi_square_p_value),
            difference(self.unit, self.mean_difference)
        )
    }
}

impl JudgedClaim<'_> {
    /// What our games show, in words.
    pub fn words(&self) -> String {
        let p = match self.verdict {
            Verdict::Agrees => format!(", {}", probability(self.p_value)),
            Verdict::Differs => format!(", {}", probability(self.opposite_p_value)),
            Verdict::CannotTell => {
                let smallest = smallest(self.unit, self.smallest_difference);
                let unit = match self.unit {
                    Unit::Points => " points",
                    Unit::Ranks => " ranks",
                    Unit::Decades | Unit::Times => "",
                };
                format!("; a difference of {smallest}{unit} would have shown")
            }
        };
        let why = match self.why.is_empty() {
            true => String::new(),
            false => format!(" {}", self.why),
        };
        format!("{}: {}{p}.{why}", self.verdict.name(), self.found)
    }
}

fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

/// A p-value as far as its digits matter.
pub fn probability(p: f64) -> String {
    match p {
        ..1e-12 => "p < 1e-12".to_owned(),
        ..1e-3 => format!("p = {p:.0e}"),
        ..0.1 => format!("p = {p:.3}"),
        _ => format!("p = {p:.2}"),
    }
}

/// Three digits that matter.
pub fn significant(number: f64) -> String {
    match number.abs() {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        0.095.. => format!("{number:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{number:.2e}"),
    }
}

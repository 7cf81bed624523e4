//! What all numbers of a table together show: many small differences to one side are no chance, though
//! each of them may be.

use serde::Serialize;
use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

use super::find::Findings;
use super::plan::{Experiment, Measure, Question, Unit};
use super::verdict::{Comparison, LEVEL, Test, Verdict, judge};

/// Fewer numbers are no table.
const FEWEST: usize = 3;

/// A group of numbers of an experiment, tested together. They are taken as independent of each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointTest {
    /// What its numbers have in common.
    pub group: String,
    /// It differs if either test is significant at 2.5 %, so that one or the other is by chance at most
    /// once in twenty times; it agrees if it does not and all its numbers agree.
    pub verdict: Verdict,
    /// Its numbers, without trivial ones.
    pub cells: usize,
    /// Ours is above what was published.
    pub higher: usize,
    /// Ours is below it.
    pub lower: usize,
    /// The sign test: how likely so many to one side are by chance.
    pub sign_p_value: f64,
    /// The sum of the squares of the differences in standard errors.
    pub chi_square: f64,
    /// How likely so large a sum is by chance.
    pub chi_square_p_value: f64,
    /// The mean difference, in units of the numbers.
    pub mean_difference: f64,
    /// The unit of the mean difference.
    pub unit: Unit,
    /// Whether all its numbers are judged elsewhere too.
    pub repeats: bool,
}

/// Numbers of one measure that a plan puts together.
struct Group<'a> {
    name: &'a str,
    measure: Measure,
    tests: Vec<(&'a Question, Test)>,
}

/// Tests the groups of an experiment: the numbers of a measure, or those that the plan puts together.
pub fn joint_tests(experiment: &Experiment, findings: &Findings) -> Vec<JointTest> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.of(question) else {
            continue;
        };
        let Comparison::Tested(test) = judge(experiment, question, found) else {
            continue;
        };
        if test.trivial || test.standardised.is_none() {
            continue;
        }
        let (name, measure) = (question.group.as_str(), experiment.measure_of(question));
        let known = groups
            .iter_mut()
            .find(|group| group.name == name && group.measure == measure);
        match known {
            Some(group) => group.tests.push((question, test)),
            None => groups.push(Group {
                name,
                measure,
                tests: vec![(question, test)],
            }),
        }
    }
    groups.iter().filter_map(Group::test).collect()
}

impl Group<'_> {
    /// The test; none if there are too few numbers.
    fn test(&self) -> Option<JointTest> {
        let (cells, unit) = (self.tests.len(), self.tests.first()?.1.unit);
        if cells < FEWEST {
            return None;
        }
        let tests = || self.tests.iter().map(|(_, test)| test);
        let higher = tests().filter(|test| test.difference > 0.0).count();
        let lower = tests().filter(|test| test.difference < 0.0).count();
        let squares = tests().filter_map(|test| test.standardised);
        let chi_square: f64 = squares.map(|z| z * z).sum();
        let chi_square_p_value = ChiSquared::new(cells as f64).ok()?.sf(chi_square);
        let sign_p_value = sign_test(higher, lower)?;
        let verdict = match () {
            () if 2.0 * sign_p_value.min(chi_square_p_value) < LEVEL => Verdict::Differs,
            () if tests().all(|test| test.verdict == Verdict::Agrees) => Verdict::Agrees,
            () => Verdict::CannotTell,
        };
        Some(JointTest {
            group: match self.name.is_empty() {
                true => self.measure.name().to_owned(),
                false => format!("{}: {}", self.name, self.measure.name()),
            },
            verdict,
            cells,
            higher,
            lower,
            sign_p_value,
            chi_square,
            chi_square_p_value,
            mean_difference: tests().map(|test| test.difference).sum::<f64>() / cells as f64,
            unit,
            repeats: self.tests.iter().all(|(asked, _)| asked.repeats.is_some()),
        })
    }
}

/// The exact two-sided sign test.
fn sign_test(higher: usize, lower: usize) -> Option<f64> {
    let all = (higher + lower) as u64;
    let coin = Binomial::new(0.5, all).ok()?;
    Some((2.0 * coin.cdf(higher.min(lower) as u64)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_nine_of_forty_two_to_one_side_are_no_chance() {
        let p = sign_test(39, 3).unwrap();
        assert!((5e-9..7e-9).contains(&p), "{p}");
        assert_eq!(sign_test(4, 4).unwrap(), 1.0);
        assert_eq!(sign_test(0, 0).unwrap(), 1.0);
        assert_eq!(sign_test(1, 4), sign_test(4, 1));
    }
}

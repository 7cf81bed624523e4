//! Joint tests of all numbers of a published table: many small differences in one direction are
//! significant together.

use serde::Serialize;
use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

use super::equivalence::{
    EquivalenceTest, PublishedComparison, ReplicationVerdict, SIGNIFICANCE_LEVEL,
    compare_with_published,
};
use super::plan::{DifferenceUnit, Experiment, ExperimentQuestion, Metric};
use super::run::ExperimentResults;

/// Minimum number of tested numbers in a group for a joint test.
const FEWEST: usize = 3;

/// Joint test of a group of measured numbers against the published numbers: sign test and
/// chi-square test, under the assumption that the numbers are independent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointTest {
    /// Name of the group of numbers, such as a table of the publication.
    pub group: String,
    /// Verdict: `Differs` if either test is significant at 2.5 % (Bonferroni); otherwise `Agrees`
    /// if every number of the group agrees on its own.
    pub verdict: ReplicationVerdict,
    /// Count of tested numbers. Rates that are 0 % or 100 % both in our results and in the
    /// publication are excluded.
    pub cells: usize,
    /// Count of our numbers that are above the published numbers.
    pub higher: usize,
    /// Count of our numbers that are below the published numbers.
    pub lower: usize,
    /// Two-sided p-value of the sign test on `higher` and `lower`.
    pub sign_p_value: f64,
    /// Chi-square statistic: sum of the squares of the standardised differences.
    pub chi_square: f64,
    /// p-value of the chi-square test.
    pub chi_square_p_value: f64,
    /// Mean of the differences between our numbers and the published numbers.
    pub mean_difference: f64,
    /// Unit of `mean_difference`.
    pub unit: DifferenceUnit,
    /// True if every number of the group is tested in another experiment too.
    pub repeats: bool,
}

/// Equivalence tests of an experiment's numbers that share a metric and a group name.
struct JointTestGroup<'a> {
    name: &'a str,
    measure: Metric,
    tests: Vec<(&'a ExperimentQuestion, EquivalenceTest)>,
}

/// Runs the joint tests of an experiment, one for each metric and group with enough numbers.
pub fn joint_tests(experiment: &Experiment, findings: &ExperimentResults) -> Vec<JointTest> {
    let mut groups: Vec<JointTestGroup<'_>> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.for_question(question) else {
            continue;
        };
        let PublishedComparison::Tested(test) = compare_with_published(experiment, question, found)
        else {
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
            None => groups.push(JointTestGroup {
                name,
                measure,
                tests: vec![(question, test)],
            }),
        }
    }
    groups.iter().filter_map(JointTestGroup::test).collect()
}

impl JointTestGroup<'_> {
    /// Runs the joint test of the group; `None` if the group has too few numbers.
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
            () if 2.0 * sign_p_value.min(chi_square_p_value) < SIGNIFICANCE_LEVEL => {
                ReplicationVerdict::Differs
            }
            () if tests().all(|test| test.verdict == ReplicationVerdict::Agrees) => {
                ReplicationVerdict::Agrees
            }
            () => ReplicationVerdict::CannotTell,
        };
        Some(JointTest {
            group: if self.name.is_empty() {
                self.measure.name().to_owned()
            } else {
                format!("{}: {}", self.name, self.measure.name())
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

/// Two-sided p-value of the exact sign test with `higher` positive and `lower` negative signs.
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

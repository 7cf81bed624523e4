//! Statistical tests of published claims.

use super::claim::{ClaimKind, PublishedClaim, TestedClaim};
use super::difference::{DifferenceEstimate, IntervalEstimate};
use super::equivalence::{ReplicationVerdict, SIGNIFICANCE_LEVEL, interval_estimate};
use super::plan::{DifferenceUnit, Experiment, ExperimentQuestion};
use super::rank::ranking;
use super::run::ExperimentResults;

/// Test of one part of a claim: one measured result against one bound or one other result.
struct PartialClaimTest {
    /// p-value of the test for the statement; small values support the statement.
    p_value: f64,
    /// p-value of the test for the opposite of the statement; small values support the opposite.
    opposite_p_value: f64,
    /// Smallest difference that would have been significant in this test.
    smallest: f64,
}

impl PartialClaimTest {
    fn above(difference: &DifferenceEstimate, bound: f64) -> PartialClaimTest {
        PartialClaimTest {
            p_value: difference.p_above(bound),
            opposite_p_value: difference.p_below(bound),
            smallest: difference.smallest_significant_one_sided(),
        }
    }

    fn below(difference: &DifferenceEstimate, bound: f64) -> PartialClaimTest {
        PartialClaimTest {
            p_value: difference.p_below(bound),
            opposite_p_value: difference.p_above(bound),
            smallest: difference.smallest_significant_one_sided(),
        }
    }

    fn alike(difference: &DifferenceEstimate, margin: f64) -> PartialClaimTest {
        PartialClaimTest {
            p_value: difference.p_equivalent(margin),
            opposite_p_value: difference.p_value(),
            smallest: difference.smallest_significant(),
        }
    }

    /// Tests that one result exceeds another by less than `margin`, from their difference.
    fn no_greater(difference: &DifferenceEstimate, margin: f64) -> PartialClaimTest {
        PartialClaimTest {
            p_value: difference.p_below(margin),
            opposite_p_value: difference.p_above(0.0),
            smallest: difference.smallest_significant_one_sided(),
        }
    }
}

/// Tests the claims of an experiment; omits claims about results that have not been measured.
pub fn test_claims<'a>(
    experiment: &'a Experiment,
    findings: &ExperimentResults,
) -> Vec<TestedClaim<'a>> {
    let test = |claim| ClaimTester::new(experiment, findings, claim)?.test();
    experiment.claims.iter().filter_map(test).collect()
}

/// Measured result that a claim is about.
struct ClaimMeasurement {
    name: String,
    /// Value on the x axis: the number in the column name, or the agent's mean probability estimate
    /// in a calibration class.
    at: Option<f64>,
    estimate: IntervalEstimate,
}

struct ClaimTester<'a, 'f> {
    experiment: &'a Experiment,
    findings: &'f ExperimentResults,
    claim: &'a PublishedClaim,
    unit: DifferenceUnit,
    /// Equivalence margin in test units: rates from 0 to 1, factors as logarithms.
    margin: f64,
}

impl<'a, 'f> ClaimTester<'a, 'f> {
    fn new(
        experiment: &'a Experiment,
        findings: &'f ExperimentResults,
        claim: &'a PublishedClaim,
    ) -> Option<ClaimTester<'a, 'f>> {
        let question = experiment.questions.iter().find(|q| {
            let is_asked = claim.columns.is_empty() || claim.columns.contains(&q.column);
            claim.rows.contains(&q.row) && is_asked
        })?;
        let unit = experiment.unit_of(question);
        let margin = claim
            .margin
            .unwrap_or_else(|| experiment.margin_of(question));
        Some(ClaimTester {
            experiment,
            findings,
            claim,
            unit,
            margin: unit.to_internal(margin),
        })
    }

    fn test(&self) -> Option<TestedClaim<'a>> {
        let (parts, found) = match self.claim.kind {
            ClaimKind::BestRanked => self.best_ranked()?,
            ClaimKind::BestInRow => self.best(|q, best| q.row == best.row)?,
            ClaimKind::BestInColumn => self.best(|q, best| q.column == best.column)?,
            ClaimKind::RisesUntil => self.rises_until()?,
            ClaimKind::Rises | ClaimKind::Falls => self.trends()?,
            _ => self.each_number()?,
        };
        let p_value = parts.iter().map(|part| part.p_value).fold(0.0, f64::max);
        let smallest = parts
            .iter()
            .map(|part| part.opposite_p_value)
            .fold(1.0, f64::min);
        let opposite_p_value = (smallest * parts.len() as f64).min(1.0);
        let not_shown = parts
            .iter()
            .filter(|part| part.p_value >= SIGNIFICANCE_LEVEL);
        let smallest_difference = not_shown.map(|part| part.smallest).fold(0.0, f64::max);
        let verdict = match () {
            () if p_value < SIGNIFICANCE_LEVEL => ReplicationVerdict::Agrees,
            () if opposite_p_value < SIGNIFICANCE_LEVEL => ReplicationVerdict::Differs,
            () => ReplicationVerdict::CannotTell,
        };
        Some(TestedClaim {
            says: &self.claim.says,
            kind: self.claim.kind,
            verdict,
            p_value,
            opposite_p_value,
            smallest_difference: self.unit.to_display(smallest_difference),
            unit: self.unit,
            found,
            why: &self.claim.why,
        })
    }

    fn row(&self) -> Option<&'a String> {
        self.claim.rows.first()
    }

    fn cell(&self, question: &ExperimentQuestion) -> Option<ClaimMeasurement> {
        let found = self.findings.for_question(question)?;
        let estimate = interval_estimate(self.experiment, question, found)?;
        let estimate = match self.unit {
            DifferenceUnit::Times => estimate.ln()?,
            _ => estimate,
        };
        Some(ClaimMeasurement {
            name: question.column.clone(),
            at: found.at.or_else(|| question.column.parse().ok()),
            estimate,
        })
    }

    fn at(&self, row: &str, column: &str) -> Option<ClaimMeasurement> {
        let mut questions = self.experiment.questions.iter();
        self.cell(questions.find(|q| q.row == row && q.column == column)?)
    }

    /// Formats an estimate with its interval, in the unit of the metric.
    fn text(&self, estimate: &IntervalEstimate) -> String {
        let number = |value: f64| match self.unit {
            DifferenceUnit::Points => format!("{:.1}%", 100.0 * value),
            DifferenceUnit::Ranks | DifferenceUnit::Decades => format!("{value:.2}"),
            DifferenceUnit::Times => format!("{:.3}", value.exp()),
        };
        format!(
            "{} ({} to {})",
            number(estimate.value),
            number(estimate.low),
            number(estimate.high)
        )
    }

    fn each_number(&self) -> Option<(Vec<PartialClaimTest>, String)> {
        let claim = self.claim;
        let places = || {
            let rows = claim.rows.iter();
            rows.flat_map(|row| claim.columns.iter().map(move |column| (row, column)))
        };
        let (mut parts, mut words) = (Vec::new(), Vec::new());
        for (row, column) in places() {
            let cell = self.at(row, column)?;
            let ours = cell.estimate;
            let (other, against) = match (claim.kind, &claim.than) {
                (_, Some(row)) => {
                    let other = self.at(row, column)?.estimate;
                    (other, format!(" against {}", self.text(&other)))
                }
                (ClaimKind::AboveEstimate | ClaimKind::BelowEstimate, None) => {
                    let at = IntervalEstimate::exact(cell.at?);
                    (at, format!(" against {:.1}%", 100.0 * at.value))
                }
                (_, None) => {
                    let value = match self.unit {
                        DifferenceUnit::Points => claim.value? / 100.0,
                        DifferenceUnit::Times => claim.value?.ln(),
                        DifferenceUnit::Ranks | DifferenceUnit::Decades => claim.value?,
                    };
                    (IntervalEstimate::exact(value), String::new())
                }
            };
            let difference = DifferenceEstimate::between(ours, other);
            parts.push(match claim.kind {
                ClaimKind::AtMost | ClaimKind::BelowEstimate => {
                    PartialClaimTest::below(&difference, 0.0)
                }
                ClaimKind::NoMoreThan => PartialClaimTest::no_greater(&difference, self.margin),
                ClaimKind::Equals | ClaimKind::SameAs => {
                    PartialClaimTest::alike(&difference, self.margin)
                }
                _ => PartialClaimTest::above(&difference, 0.0),
            });
            let mut place: Vec<&str> = Vec::new();
            if claim.rows.len() > 1 {
                place.push(row);
            }
            if claim.columns.len() > 1 {
                place.push(column);
            }
            let colon = if place.is_empty() { "" } else { ": " };
            let place = place.join(" ");
            words.push(format!("{place}{colon}{}{against}", self.text(&ours)));
        }
        Some((parts, words.join("; ")))
    }

    fn best(
        &self,
        is_rival: impl Fn(&ExperimentQuestion, &ExperimentQuestion) -> bool,
    ) -> Option<(Vec<PartialClaimTest>, String)> {
        let questions = || self.experiment.questions.iter();
        let (row, column) = (self.row()?, self.claim.columns.first()?);
        let own = questions().find(|q| q.row == *row && q.column == *column)?;
        let measure = self.experiment.measure_of(own);
        let rivals = questions()
            .filter(|q| !std::ptr::eq(*q, own) && is_rival(q, own))
            .filter(|q| self.experiment.measure_of(q) == measure);
        let rivals = rivals
            .map(|rival| {
                let name = if rival.row == own.row {
                    rival.column.clone()
                } else {
                    rival.row.clone()
                };
                Some((name, self.cell(rival)?.estimate))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(self.against_all(self.cell(own)?.estimate, &rivals))
    }

    fn best_ranked(&self) -> Option<(Vec<PartialClaimTest>, String)> {
        let rows = ranking(self.experiment, self.findings);
        let estimates = rows
            .into_iter()
            .map(|row| {
                let (low, high) = row.interval?;
                let value = row.mean;
                Some((row.row, IntervalEstimate { value, low, high }))
            })
            .collect::<Option<Vec<_>>>()?;
        let (own, rivals): (Vec<_>, Vec<_>) = estimates
            .into_iter()
            .partition(|(row, _)| Some(row) == self.row());
        Some(self.against_all(own.first()?.1, &rivals))
    }

    /// Tests that the estimate `own` is above that of every rival, and describes the result.
    fn against_all(
        &self,
        own: IntervalEstimate,
        rivals: &[(String, IntervalEstimate)],
    ) -> (Vec<PartialClaimTest>, String) {
        let (mut above, mut close) = (Vec::new(), Vec::new());
        let mut parts = Vec::new();
        for (name, rival) in rivals {
            let part = PartialClaimTest::above(&DifferenceEstimate::between(own, *rival), 0.0);
            if part.opposite_p_value * (rivals.len() as f64) < SIGNIFICANCE_LEVEL {
                above.push(name.as_str());
            } else if part.p_value >= SIGNIFICANCE_LEVEL {
                close.push(name.as_str());
            }
            parts.push(part);
        }
        let better = rivals.iter().filter(|(_, rival)| rival.value > own.value);
        let mut words = format!(
            "{}, place {} of {}",
            self.text(&own),
            better.count() + 1,
            rivals.len() + 1
        );
        for (what, names) in [
            ("significantly above it", above),
            ("not told apart from it", close),
        ] {
            if !names.is_empty() {
                words.push_str(&format!("; {what}: {}", list_names(&names)));
            }
        }
        (parts, words)
    }

    /// Results of a row by x value, sorted; x is the number in the column name. `None` if a result
    /// is not measured or there are fewer than two.
    fn curve(&self, row: &str) -> Option<Vec<(f64, ClaimMeasurement)>> {
        let questions = self.experiment.questions.iter();
        let mut curve = questions
            .filter(|q| q.row == row)
            .filter_map(|q| Some((q.column.parse::<f64>().ok()?, q)))
            .map(|(x, q)| Some((x, self.cell(q)?)))
            .collect::<Option<Vec<_>>>()?;
        curve.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        (curve.len() >= 2).then_some(curve)
    }

    fn rises_until(&self) -> Option<(Vec<PartialClaimTest>, String)> {
        let curve = self.curve(self.row()?)?;
        let column = self.claim.columns.first()?;
        let place = curve.iter().position(|(_, cell)| cell.name == *column)?;
        let own = curve[place].1.estimate;
        let mut words = format!("{} there", self.text(&own));
        let mut parts = Vec::new();
        if place > 0 {
            let first = &curve[0].1;
            let rise = DifferenceEstimate::between(own, first.estimate);
            parts.push(PartialClaimTest::above(&rise, 0.0));
            words.push_str(&format!(
                ", {} at {}",
                self.text(&first.estimate),
                first.name
            ));
        }
        let later = &curve[place + 1..];
        for (_, cell) in later {
            let more = DifferenceEstimate::between(cell.estimate, own);
            parts.push(PartialClaimTest::no_greater(&more, self.margin));
        }
        let highest = later
            .iter()
            .max_by(|(_, a), (_, b)| a.estimate.value.total_cmp(&b.estimate.value));
        if let Some((_, cell)) = highest {
            let most = self.text(&cell.estimate);
            words.push_str(&format!(", afterwards at most {most} at {}", cell.name));
        }
        Some((parts, words))
    }

    fn trends(&self) -> Option<(Vec<PartialClaimTest>, String)> {
        let (mut parts, mut words) = (Vec::new(), Vec::new());
        for row in &self.claim.rows {
            let curve = self.curve(row)?;
            let (first, last) = (&curve.first()?.1, &curve.last()?.1);
            let rise = DifferenceEstimate::between(last.estimate, first.estimate);
            parts.push(match self.claim.kind {
                ClaimKind::Falls => PartialClaimTest::below(&rise, 0.0),
                _ => PartialClaimTest::above(&rise, 0.0),
            });
            let place = match self.claim.rows.len() {
                1 => String::new(),
                _ => format!("{row}: "),
            };
            words.push(format!(
                "{place}{} at {}, {} at {}",
                self.text(&first.estimate),
                first.name,
                self.text(&last.estimate),
                last.name
            ));
        }
        Some((parts, words.join("; ")))
    }
}

/// Joins at most four names and adds how many names were left out.
fn list_names(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    if names.len() > SHOWN {
        format!(
            "{} and {} more",
            names[..SHOWN].join(", "),
            names.len() - SHOWN
        )
    } else {
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MeasuredNumber, read_experiment};
    use super::ReplicationVerdict::{Agrees, CannotTell, Differs};
    use super::*;
    use crate::stats::wilson;
    use ludorum_core::Seed;

    /// Tests a claim about row "a" with these rates in columns 1, 2, ...; row "b" has 50 %
    /// everywhere.
    fn judged(claim: &str, curve: &[f64], games: u64) -> TestedClaim<'static> {
        let mut questions = Vec::new();
        for row in ["a", "half"] {
            for column in 1..=curve.len() {
                questions.push(format!(
                    "{{ row = \"{row}\", column = \"{column}\", agents = [\"random\", \"random\"] }}"
                ));
            }
        }
        let text = format!(
            "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 2\nquick = 2\n\
             ranked = true\nquestions = [{}]\nclaims = [{{ says = \"so\", {claim} }}]",
            questions.join(", ")
        );
        let experiment = Box::leak(Box::new(read_experiment(&text).unwrap()));
        let mut findings = ExperimentResults::new(experiment, Seed(1));
        for question in &experiment.questions {
            let column: usize = question.column.parse().unwrap();
            let value = if question.row == "a" {
                curve[column - 1]
            } else {
                0.5
            };
            let place = (question.row.as_str(), question.column.as_str());
            let interval = wilson(value * games as f64, games);
            findings.findings.push(MeasuredNumber {
                at: Some(0.6),
                ..MeasuredNumber::toy(place, value, interval, games)
            });
        }
        test_claims(experiment, &findings).remove(0)
    }

    #[track_caller]
    fn check(claim: &str, curve: &[f64], games: u64, verdict: ReplicationVerdict) {
        let judged = judged(claim, curve, games);
        assert_eq!(judged.verdict, verdict, "{claim} {curve:?}: {judged:?}");
    }

    #[test]
    fn claims_to_one_side_are_tested_to_that_side() {
        let over = "kind = \"at-least\", rows = [\"a\"], columns = [\"1\"], value = 60";
        check(over, &[0.7], 200, Agrees);
        check(over, &[0.61], 200, CannotTell);
        check(over, &[0.5], 200, Differs);
        // Significant in a one-sided test but not in a two-sided one.
        check(over, &[0.658], 200, Agrees);
        let below = "kind = \"at-most\", rows = [\"a\"], columns = [\"1\", \"2\"], value = 60";
        check(below, &[0.5, 0.4], 200, Agrees);
        check(below, &[0.5, 0.6], 200, CannotTell);
        check(below, &[0.5, 0.7], 200, Differs);
    }

    #[test]
    fn numbers_are_compared_with_others() {
        let greater =
            "kind = \"greater-than\", rows = [\"a\"], than = \"half\", columns = [\"1\", \"2\"]";
        check(greater, &[0.7, 0.8], 200, Agrees);
        check(greater, &[0.7, 0.52], 200, CannotTell);
        check(greater, &[0.7, 0.2], 200, Differs);
        let same = "kind = \"same-as\", rows = [\"a\"], than = \"half\", columns = [\"1\"]";
        check(same, &[0.52], 2000, Agrees);
        check(same, &[0.52], 20, CannotTell);
        check(same, &[0.7], 200, Differs);
        let equals = "kind = \"equals\", rows = [\"a\"], columns = [\"1\"], value = 25, margin = 3";
        check(equals, &[0.26], 10_000, Agrees);
        check(equals, &[0.26], 100, CannotTell);
        let no_more =
            "kind = \"no-more-than\", rows = [\"a\"], columns = [\"1\"], value = 25, margin = 3";
        check(no_more, &[0.2], 1000, Agrees);
        check(no_more, &[0.26], 10_000, Agrees);
        check(no_more, &[0.26], 100, CannotTell);
        check(no_more, &[0.35], 1000, Differs);
        let above = "kind = \"above-estimate\", rows = [\"a\"], columns = [\"1\"]";
        check(above, &[0.9], 200, Agrees);
        check(above, &[0.3], 200, Differs);
    }

    #[test]
    fn the_best_is_better_than_all_others() {
        let best = "kind = \"best-in-row\", rows = [\"a\"], columns = [\"2\"]";
        check(best, &[0.3, 0.9, 0.4], 200, Agrees);
        check(best, &[0.3, 0.9, 0.88], 200, CannotTell);
        check(best, &[0.3, 0.5, 0.9], 200, Differs);
        let column = "kind = \"best-in-column\", rows = [\"a\"], columns = [\"2\"]";
        check(column, &[0.9, 0.7], 200, Agrees);
        check(column, &[0.9, 0.3], 200, Differs);
        let ranked = "kind = \"best-ranked\", rows = [\"a\"]";
        check(ranked, &[0.4, 0.9], 200, Agrees);
        check(ranked, &[0.4, 0.6], 200, CannotTell);
        check(ranked, &[0.4, 0.1], 200, Differs);
    }

    #[test]
    fn curves_rise_and_stop_rising() {
        let until = "kind = \"rises-until\", rows = [\"a\"], columns = [\"3\"]";
        check(until, &[0.3, 0.5, 0.7, 0.71, 0.7], 2000, Agrees);
        check(until, &[0.3, 0.5, 0.7, 0.71, 0.7], 40, CannotTell);
        check(until, &[0.3, 0.5, 0.6, 0.7, 0.9], 2000, Differs);
        check(until, &[0.8, 0.5, 0.3, 0.3, 0.3], 2000, Differs);
        check(
            "kind = \"rises\", rows = [\"a\"]",
            &[0.3, 0.2, 0.7],
            200,
            Agrees,
        );
        check(
            "kind = \"falls\", rows = [\"a\"]",
            &[0.3, 0.2, 0.7],
            200,
            Differs,
        );
    }
}

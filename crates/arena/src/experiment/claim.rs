//! What was claimed in words: over 60 %, the best of all, no more after 90.

use serde::{Deserialize, Serialize};

use super::difference::{Difference, Estimate};
use super::find::Findings;
use super::plan::{Experiment, Question, Unit};
use super::rank::ranking;
use super::verdict::{LEVEL, Verdict, sample};

/// A claim of the source about numbers of the experiment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedClaim {
    /// What the source says, and where.
    pub says: String,
    /// What kind of claim it is.
    pub kind: ClaimKind,
    /// The rows it is about: of each of them it must hold.
    pub rows: Vec<String>,
    /// The columns it is about: of each of them it must hold.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The number it is compared with, as printed: rates as percentages.
    pub value: Option<f64>,
    /// The row it is compared with.
    pub than: Option<String>,
    /// The margin for claims that things are alike, in the unit of the measure.
    pub margin: Option<f64>,
    /// What is to be known about it.
    #[serde(default)]
    pub why: String,
}

/// What kind of claim it is. All are tested at 5 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The number is above a value: one-sided.
    AtLeast,
    /// The number is below a value: one-sided.
    AtMost,
    /// The number is not above a value by more than the margin: one-sided.
    NoMoreThan,
    /// The number is a value, within the margin.
    Equals,
    /// The number is above where it lies on the axis of the columns: one-sided.
    AboveEstimate,
    /// The number is below where it lies on the axis of the columns: one-sided.
    BelowEstimate,
    /// The number is above that of another row in the same column: one-sided.
    GreaterThan,
    /// The number is that of another row in the same column, within the margin.
    SameAs,
    /// The number is the greatest of its row: one-sided against each of the others.
    BestInRow,
    /// The number is the greatest of its column: one-sided against each of the others.
    BestInColumn,
    /// The row has the greatest mean of all in a ranked experiment: one-sided against each of the others.
    BestRanked,
    /// Along its row, numbers are above the first at this column, and after it no greater within the
    /// margin.
    RisesUntil,
    /// The last number of the row is above the first: one-sided.
    Rises,
    /// The last number of the row is below the first: one-sided.
    Falls,
}

impl ClaimKind {
    /// Whether it names columns.
    pub(super) fn has_columns(self) -> bool {
        !matches!(
            self,
            ClaimKind::BestRanked | ClaimKind::Rises | ClaimKind::Falls
        )
    }

    /// Whether it is about one number only.
    pub(super) fn is_of_one(self) -> bool {
        matches!(
            self,
            ClaimKind::BestInRow
                | ClaimKind::BestInColumn
                | ClaimKind::BestRanked
                | ClaimKind::RisesUntil
        )
    }

    /// Whether it names a value.
    pub(super) fn has_value(self) -> bool {
        matches!(
            self,
            ClaimKind::AtLeast | ClaimKind::AtMost | ClaimKind::NoMoreThan | ClaimKind::Equals
        )
    }

    /// Whether it names another row.
    pub(super) fn has_than(self) -> bool {
        matches!(self, ClaimKind::GreaterThan | ClaimKind::SameAs)
    }
}

/// A claim and what our games show about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedClaim<'a> {
    /// What the source says, and where.
    pub says: &'a str,
    /// What kind of claim it is.
    pub kind: ClaimKind,
    /// It agrees if every part of it is shown, and differs if the opposite of a part is, allowing for how
    /// many parts there are.
    pub verdict: Verdict,
    /// The largest p-value of what is to be shown: all of it is.
    pub p_value: f64,
    /// The smallest p-value of the opposite, times the number of parts.
    pub opposite_p_value: f64,
    /// The smallest difference that would have shown every part that is not, in the unit of the measure.
    pub smallest_difference: f64,
    /// The unit of the difference.
    pub unit: Unit,
    /// Our numbers in words.
    pub found: String,
    /// What is to be known about it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub why: &'a str,
}

/// One part of a claim.
struct Part {
    /// The p-value of the part.
    shown: f64,
    /// The p-value of its opposite.
    opposite: f64,
    /// The smallest difference that would have shown it.
    smallest: f64,
}

impl Part {
    fn above(difference: &Difference, bound: f64) -> Part {
        Part {
            shown: difference.p_above(bound),
            opposite: difference.p_below(bound),
            smallest: difference.smallest_shown_to_one_side(),
        }
    }

    fn below(difference: &Difference, bound: f64) -> Part {
        Part {
            shown: difference.p_below(bound),
            opposite: difference.p_above(bound),
            smallest: difference.smallest_shown_to_one_side(),
        }
    }

    fn alike(difference: &Difference, margin: f64) -> Part {
        Part {
            shown: difference.p_equivalent(margin),
            opposite: difference.p_value(),
            smallest: difference.smallest_shown(),
        }
    }

    /// No more than a margin above.
    fn no_greater(difference: &Difference, margin: f64) -> Part {
        Part {
            shown: difference.p_below(margin),
            opposite: difference.p_above(0.0),
            smallest: difference.smallest_shown_to_one_side(),
        }
    }
}

/// Judges the claims of an experiment whose numbers were found.
pub fn judge_claims<'a>(experiment: &'a Experiment, findings: &Findings) -> Vec<JudgedClaim<'a>> {
    let judged = |claim| Judge::new(experiment, findings, claim)?.judged();
    experiment.claims.iter().filter_map(judged).collect()
}

/// A number of the claim, in words and as a sample.
struct Cell {
    name: String,
    /// Where it lies on the axis of the columns.
    at: Option<f64>,
    estimate: Estimate,
}

struct Judge<'a, 'f> {
    experiment: &'a Experiment,
    findings: &'f Findings,
    claim: &'a PublishedClaim,
    unit: Unit,
    /// In units of what is computed with.
    margin: f64,
}

impl<'a, 'f> Judge<'a, 'f> {
    fn new(
        experiment: &'a Experiment,
        findings: &'f Findings,
        claim: &'a PublishedClaim,
    ) -> Option<Judge<'a, 'f>> {
        let question = experiment.questions.iter().find(|q| {
            let is_asked = claim.columns.is_empty() || claim.columns.contains(&q.column);
            claim.rows.contains(&q.row) && is_asked
        })?;
        let unit = experiment.unit_of(question);
        let margin = claim
            .margin
            .unwrap_or_else(|| experiment.margin_of(question));
        Some(Judge {
            experiment,
            findings,
            claim,
            unit,
            margin: unit.inside(margin),
        })
    }

    fn judged(&self) -> Option<JudgedClaim<'a>> {
        let (parts, found) = match self.claim.kind {
            ClaimKind::BestRanked => self.best_ranked()?,
            ClaimKind::BestInRow => self.best(|q, best| q.row == best.row)?,
            ClaimKind::BestInColumn => self.best(|q, best| q.column == best.column)?,
            ClaimKind::RisesUntil => self.rises_until()?,
            ClaimKind::Rises | ClaimKind::Falls => self.trends()?,
            _ => self.each_number()?,
        };
        let p_value = parts.iter().map(|part| part.shown).fold(0.0, f64::max);
        let smallest = parts.iter().map(|part| part.opposite).fold(1.0, f64::min);
        let opposite_p_value = (smallest * parts.len() as f64).min(1.0);
        let unshown = parts.iter().filter(|part| part.shown >= LEVEL);
        let smallest_difference = unshown.map(|part| part.smallest).fold(0.0, f64::max);
        let verdict = match () {
            () if p_value < LEVEL => Verdict::Agrees,
            () if opposite_p_value < LEVEL => Verdict::Differs,
            () => Verdict::CannotTell,
        };
        Some(JudgedClaim {
            says: &self.claim.says,
            kind: self.claim.kind,
            verdict,
            p_value,
            opposite_p_value,
            smallest_difference: self.unit.outside(smallest_difference),
            unit: self.unit,
            found,
            why: &self.claim.why,
        })
    }

    fn row(&self) -> Option<&'a String> {
        self.claim.rows.first()
    }

    fn cell(&self, question: &Question) -> Option<Cell> {
        let found = self.findings.of(question)?;
        let estimate = sample(self.experiment, question, found)?;
        let estimate = match self.unit {
            Unit::Times => estimate.ln()?,
            _ => estimate,
        };
        Some(Cell {
            name: question.column.clone(),
            at: found.at.or_else(|| question.column.parse().ok()),
            estimate,
        })
    }

    fn at(&self, row: &str, column: &str) -> Option<Cell> {
        let mut questions = self.experiment.questions.iter();
        self.cell(questions.find(|q| q.row == row && q.column == column)?)
    }

    /// A number of ours for people.
    fn text(&self, estimate: &Estimate) -> String {
        let number = |value: f64| match self.unit {
            Unit::Points => format!("{:.1}%", 100.0 * value),
            Unit::Ranks | Unit::Decades => format!("{value:.2}"),
            Unit::Times => format!("{:.3}", value.exp()),
        };
        format!(
            "{} ({} to {})",
            number(estimate.value),
            number(estimate.low),
            number(estimate.high)
        )
    }

    fn each_number(&self) -> Option<(Vec<Part>, String)> {
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
                    let at = Estimate::exact(cell.at?);
                    (at, format!(" against {:.1}%", 100.0 * at.value))
                }
                (_, None) => {
                    let value = match self.unit {
                        Unit::Points => claim.value? / 100.0,
                        Unit::Times => claim.value?.ln(),
                        Unit::Ranks | Unit::Decades => claim.value?,
                    };
                    (Estimate::exact(value), String::new())
                }
            };
            let difference = Difference::between(ours, other);
            parts.push(match claim.kind {
                ClaimKind::AtMost | ClaimKind::BelowEstimate => Part::below(&difference, 0.0),
                ClaimKind::NoMoreThan => Part::no_greater(&difference, self.margin),
                ClaimKind::Equals | ClaimKind::SameAs => Part::alike(&difference, self.margin),
                _ => Part::above(&difference, 0.0),
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

    fn best(&self, is_rival: impl Fn(&Question, &Question) -> bool) -> Option<(Vec<Part>, String)> {
        let questions = || self.experiment.questions.iter();
        let (row, column) = (self.row()?, self.claim.columns.first()?);
        let own = questions().find(|q| q.row == *row && q.column == *column)?;
        let measure = self.experiment.measure_of(own);
        let rivals = questions()
            .filter(|q| !std::ptr::eq(*q, own) && is_rival(q, own))
            .filter(|q| self.experiment.measure_of(q) == measure);
        let rivals = rivals
            .map(|rival| {
                let name = match rival.row == own.row {
                    true => rival.column.clone(),
                    false => rival.row.clone(),
                };
                Some((name, self.cell(rival)?.estimate))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(self.against_all(self.cell(own)?.estimate, &rivals))
    }

    fn best_ranked(&self) -> Option<(Vec<Part>, String)> {
        let rows = ranking(self.experiment, self.findings);
        let estimates = rows
            .into_iter()
            .map(|row| {
                let (low, high) = row.interval?;
                let value = row.mean;
                Some((row.row, Estimate { value, low, high }))
            })
            .collect::<Option<Vec<_>>>()?;
        let (own, rivals): (Vec<_>, Vec<_>) = estimates
            .into_iter()
            .partition(|(row, _)| Some(row) == self.row());
        Some(self.against_all(own.first()?.1, &rivals))
    }

    /// Whether a number is above all others.
    fn against_all(&self, own: Estimate, rivals: &[(String, Estimate)]) -> (Vec<Part>, String) {
        let (mut above, mut close) = (Vec::new(), Vec::new());
        let mut parts = Vec::new();
        for (name, rival) in rivals {
            let part = Part::above(&Difference::between(own, *rival), 0.0);
            if part.opposite * (rivals.len() as f64) < LEVEL {
                above.push(name.as_str());
            } else if part.shown >= LEVEL {
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
                words.push_str(&format!("; {what}: {}", listed(&names)));
            }
        }
        (parts, words)
    }

    /// The numbers of the row by the numbers that the columns are.
    fn curve(&self, row: &str) -> Option<Vec<(f64, Cell)>> {
        let questions = self.experiment.questions.iter();
        let mut curve = questions
            .filter(|q| q.row == row)
            .filter_map(|q| Some((q.column.parse::<f64>().ok()?, q)))
            .map(|(x, q)| Some((x, self.cell(q)?)))
            .collect::<Option<Vec<_>>>()?;
        curve.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        (curve.len() >= 2).then_some(curve)
    }

    fn rises_until(&self) -> Option<(Vec<Part>, String)> {
        let curve = self.curve(self.row()?)?;
        let column = self.claim.columns.first()?;
        let place = curve.iter().position(|(_, cell)| cell.name == *column)?;
        let own = curve[place].1.estimate;
        let mut words = format!("{} there", self.text(&own));
        let mut parts = Vec::new();
        if place > 0 {
            let first = &curve[0].1;
            let rise = Difference::between(own, first.estimate);
            parts.push(Part::above(&rise, 0.0));
            words.push_str(&format!(
                ", {} at {}",
                self.text(&first.estimate),
                first.name
            ));
        }
        let later = &curve[place + 1..];
        for (_, cell) in later {
            let more = Difference::between(cell.estimate, own);
            parts.push(Part::no_greater(&more, self.margin));
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

    fn trends(&self) -> Option<(Vec<Part>, String)> {
        let (mut parts, mut words) = (Vec::new(), Vec::new());
        for row in &self.claim.rows {
            let curve = self.curve(row)?;
            let (first, last) = (&curve.first()?.1, &curve.last()?.1);
            let rise = Difference::between(last.estimate, first.estimate);
            parts.push(match self.claim.kind {
                ClaimKind::Falls => Part::below(&rise, 0.0),
                _ => Part::above(&rise, 0.0),
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

/// A few names, and how many more there are.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() > SHOWN {
        true => format!(
            "{} and {} more",
            names[..SHOWN].join(", "),
            names.len() - SHOWN
        ),
        false => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Finding, read_experiment};
    use super::*;
    use crate::stats::wilson;
    use ludorum_core::Seed;

    /// A curve of rates over the columns 1, 2, ... with a hundred games each, and a second row of halves.
    fn judged(claim: &str, curve: &[f64], games: u64) -> JudgedClaim<'static> {
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
        let mut findings = Findings::none(experiment, Seed(1));
        for question in &experiment.questions {
            let column: usize = question.column.parse().unwrap();
            let value = if question.row == "a" {
                curve[column - 1]
            } else {
                0.5
            };
            findings.findings.push(Finding {
                row: question.row.clone(),
                column: question.column.clone(),
                games,
                cases: games,
                value,
                interval: Some(wilson(value * games as f64, games)),
                at: Some(0.6),
                content: Vec::new(),
                rules: 1,
                openings: None,
                command: String::new(),
            });
        }
        judge_claims(experiment, &findings).remove(0)
    }

    #[track_caller]
    fn check(claim: &str, curve: &[f64], games: u64, verdict: Verdict) {
        let judged = judged(claim, curve, games);
        assert_eq!(judged.verdict, verdict, "{claim} {curve:?}: {judged:?}");
    }

    #[test]
    fn claims_to_one_side_are_tested_to_that_side() {
        let over = "kind = \"at-least\", rows = [\"a\"], columns = [\"1\"], value = 60";
        check(over, &[0.7], 200, Verdict::Agrees);
        check(over, &[0.61], 200, Verdict::CannotTell);
        check(over, &[0.5], 200, Verdict::Differs);
        // Just significant to one side, not to both.
        check(over, &[0.658], 200, Verdict::Agrees);
        let below = "kind = \"at-most\", rows = [\"a\"], columns = [\"1\", \"2\"], value = 60";
        check(below, &[0.5, 0.4], 200, Verdict::Agrees);
        check(below, &[0.5, 0.6], 200, Verdict::CannotTell);
        check(below, &[0.5, 0.7], 200, Verdict::Differs);
    }

    #[test]
    fn numbers_are_compared_with_others() {
        let greater =
            "kind = \"greater-than\", rows = [\"a\"], than = \"half\", columns = [\"1\", \"2\"]";
        check(greater, &[0.7, 0.8], 200, Verdict::Agrees);
        check(greater, &[0.7, 0.52], 200, Verdict::CannotTell);
        check(greater, &[0.7, 0.2], 200, Verdict::Differs);
        let same = "kind = \"same-as\", rows = [\"a\"], than = \"half\", columns = [\"1\"]";
        check(same, &[0.52], 2000, Verdict::Agrees);
        check(same, &[0.52], 20, Verdict::CannotTell);
        check(same, &[0.7], 200, Verdict::Differs);
        let equals = "kind = \"equals\", rows = [\"a\"], columns = [\"1\"], value = 25, margin = 3";
        check(equals, &[0.26], 10_000, Verdict::Agrees);
        check(equals, &[0.26], 100, Verdict::CannotTell);
        let no_more =
            "kind = \"no-more-than\", rows = [\"a\"], columns = [\"1\"], value = 25, margin = 3";
        check(no_more, &[0.2], 1000, Verdict::Agrees);
        check(no_more, &[0.26], 10_000, Verdict::Agrees);
        check(no_more, &[0.26], 100, Verdict::CannotTell);
        check(no_more, &[0.35], 1000, Verdict::Differs);
        let above = "kind = \"above-estimate\", rows = [\"a\"], columns = [\"1\"]";
        check(above, &[0.9], 200, Verdict::Agrees);
        check(above, &[0.3], 200, Verdict::Differs);
    }

    #[test]
    fn the_best_is_better_than_all_others() {
        let best = "kind = \"best-in-row\", rows = [\"a\"], columns = [\"2\"]";
        check(best, &[0.3, 0.9, 0.4], 200, Verdict::Agrees);
        check(best, &[0.3, 0.9, 0.88], 200, Verdict::CannotTell);
        check(best, &[0.3, 0.5, 0.9], 200, Verdict::Differs);
        let column = "kind = \"best-in-column\", rows = [\"a\"], columns = [\"2\"]";
        check(column, &[0.9, 0.7], 200, Verdict::Agrees);
        check(column, &[0.9, 0.3], 200, Verdict::Differs);
        let ranked = "kind = \"best-ranked\", rows = [\"a\"]";
        check(ranked, &[0.4, 0.9], 200, Verdict::Agrees);
        check(ranked, &[0.4, 0.6], 200, Verdict::CannotTell);
        check(ranked, &[0.4, 0.1], 200, Verdict::Differs);
    }

    #[test]
    fn curves_rise_and_stop_rising() {
        let until = "kind = \"rises-until\", rows = [\"a\"], columns = [\"3\"]";
        check(until, &[0.3, 0.5, 0.7, 0.71, 0.7], 2000, Verdict::Agrees);
        check(until, &[0.3, 0.5, 0.7, 0.71, 0.7], 40, Verdict::CannotTell);
        check(until, &[0.3, 0.5, 0.6, 0.7, 0.9], 2000, Verdict::Differs);
        check(until, &[0.8, 0.5, 0.3, 0.3, 0.3], 2000, Verdict::Differs);
        check(
            "kind = \"rises\", rows = [\"a\"]",
            &[0.3, 0.2, 0.7],
            200,
            Verdict::Agrees,
        );
        check(
            "kind = \"falls\", rows = [\"a\"]",
            &[0.3, 0.2, 0.7],
            200,
            Verdict::Differs,
        );
    }
}

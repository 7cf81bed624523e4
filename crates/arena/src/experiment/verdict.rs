//! Whether what we find is what was published.

use super::find::{Finding, Findings};
use super::plan::{Experiment, Measure, Question};
use crate::stats::{Z, two_sided};

/// How our number compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Chance explains the difference; how likely one as large is.
    Agrees(f64),
    /// Chance does not explain it.
    Differs(f64),
    /// Nothing was published about the spread: ours divided by theirs.
    Ratio(f64),
    /// Nothing was published.
    New,
}

/// How many numbers of an experiment compare how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Chance explains the difference.
    pub agree: usize,
    /// Chance does not explain it.
    pub differ: usize,
    /// Ours divided by theirs.
    pub ratios: usize,
    /// Nothing was published.
    pub new: usize,
    /// Not played yet.
    pub missing: usize,
}

impl Tally {
    /// Counts the numbers of an experiment.
    pub fn of(experiment: &Experiment, findings: Option<&Findings>) -> Tally {
        let mut tally = Tally::default();
        for question in &experiment.questions {
            let found = findings.and_then(|findings| findings.of(question));
            let count = match found.map(|found| judge(experiment, question, found)) {
                Some(Verdict::Agrees(_)) => &mut tally.agree,
                Some(Verdict::Differs(_)) => &mut tally.differ,
                Some(Verdict::Ratio(_)) => &mut tally.ratios,
                Some(Verdict::New) => &mut tally.new,
                None => &mut tally.missing,
            };
            *count += 1;
        }
        tally
    }

    /// Both together.
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            agree: self.agree + other.agree,
            differ: self.differ + other.differ,
            ratios: self.ratios + other.ratios,
            new: self.new + other.new,
            missing: self.missing + other.missing,
        }
    }

    /// The numbers that were played.
    pub fn played(&self) -> usize {
        self.agree + self.differ + self.ratios + self.new
    }
}

/// Why ours is another number than the published one, if it is and somebody knows.
pub fn why(question: &Question, verdict: Verdict) -> Option<&str> {
    let differs = matches!(verdict, Verdict::Differs(_) | Verdict::Ratio(_));
    (differs && !question.why.is_empty()).then_some(question.why.as_str())
}

/// With dozens of numbers on a page, one in twenty would differ by chance: this is stricter.
const LEVEL: f64 = 0.01;

/// Compares a finding with what was published: rates by the test of two proportions, mean ranks as
/// if the published ones had the spread of ours.
pub fn judge(experiment: &Experiment, question: &Question, found: &Finding) -> Verdict {
    let Some(published) = question.published else {
        return Verdict::New;
    };
    let games = experiment.published_games_of(question);
    let measure = experiment.measure_of(question);
    let is_rate = measure.is_rate() && question.relative_to.is_none();
    let published = match is_rate {
        true => published / 100.0,
        false => published,
    };
    let ratio = Verdict::Ratio(found.value / published);
    let (Some(theirs), None) = (games, &question.relative_to) else {
        return ratio;
    };
    let (theirs, ours) = (theirs as f64, found.cases as f64);
    let error = match (measure, found.interval) {
        _ if measure.counts_games() => {
            let pooled = (published * theirs + found.value * ours) / (theirs + ours);
            (pooled * (1.0 - pooled) * (1.0 / theirs + 1.0 / ours)).sqrt()
        }
        (Measure::Rank, Some((low, high))) => (high - low) / 2.0 / Z * (1.0 + ours / theirs).sqrt(),
        _ => return ratio,
    };
    match two_sided(found.value - published, error) {
        p if p < LEVEL => Verdict::Differs(p),
        p => Verdict::Agrees(p),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_experiment;
    use super::*;

    fn verdict(published: &str, value: f64, games: u64) -> Verdict {
        let text = format!(
            "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 2\nquick = 2\n\
             published_games = 1000\n\
             questions = [{{ row = \"a\", column = \"b\", agents = [\"random\", \"random\"]{published} }}]"
        );
        let experiment = read_experiment(&text).unwrap();
        let found = Finding {
            row: "a".to_owned(),
            column: "b".to_owned(),
            games,
            cases: games,
            value,
            interval: None,
            at: None,
            content: Vec::new(),
            command: String::new(),
        };
        judge(&experiment, &experiment.questions[0], &found)
    }

    #[test]
    fn rates_are_compared_by_the_test_of_two_proportions() {
        assert_eq!(verdict("", 0.5, 100), Verdict::New);
        assert!(
            matches!(verdict(", published = 50", 0.53, 1000), Verdict::Agrees(p) if (p - 0.18).abs() < 0.01)
        );
        assert!(matches!(verdict(", published = 50", 0.6, 1000), Verdict::Differs(p) if p < 1e-4));
        assert_eq!(verdict(", published = 0", 0.0, 1000), Verdict::Agrees(1.0));
        assert_eq!(
            verdict(", published = 4, measure = \"time\"", 2.0, 10),
            Verdict::Ratio(0.5)
        );
        assert_eq!(
            verdict(", published = 50, measure = \"aggressivity\"", 0.25, 10),
            Verdict::Ratio(0.5)
        );
    }
}

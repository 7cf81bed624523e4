//! Whether what we find is what was published.

use super::find::Finding;
use super::plan::{Experiment, Question};
use crate::stats::two_sided;

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

/// With dozens of numbers on a page, one in twenty would differ by chance: this is stricter.
const LEVEL: f64 = 0.01;

/// Compares a finding with what was published: rates by the test of two proportions.
pub fn judge(experiment: &Experiment, question: &Question, found: &Finding) -> Verdict {
    let Some(published) = question.published else {
        return Verdict::New;
    };
    let games = experiment.published_games_of(question);
    let is_rate = experiment.measure_of(question).is_rate() && question.relative_to.is_none();
    let (Some(theirs), true) = (games, is_rate) else {
        return Verdict::Ratio(found.value / published);
    };
    let (theirs, ours) = (theirs as f64, found.cases as f64);
    let published = published / 100.0;
    let pooled = (published * theirs + found.value * ours) / (theirs + ours);
    let error = (pooled * (1.0 - pooled) * (1.0 / theirs + 1.0 / ours)).sqrt();
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
    }
}

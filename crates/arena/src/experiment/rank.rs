//! Ranks the rows of an experiment by their mean over all columns.

use super::comparison::format_number;
use super::plan::Experiment;
use super::run::ExperimentResults;

/// Row of a published table with the mean of our results over all columns, for a ranking of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedRow {
    /// Name of the row.
    pub row: String,
    /// Mean of our results in the row over all columns.
    pub mean: f64,
    /// 95 % interval of the mean under the assumption that the results are independent; `None` if a
    /// result of the row has no interval.
    pub interval: Option<(f64, f64)>,
    /// True if the results are rates, printed in percent.
    pub is_rate: bool,
}

impl RankedRow {
    /// Formats the name, the mean and the interval of the row. `to` separates the interval ends;
    /// `missing` replaces an absent interval.
    pub fn cells(&self, to: &str, missing: &str) -> [String; 3] {
        let print = |value| format_number(value, self.is_rate);
        let interval = self.interval.map_or(missing.to_owned(), |(low, high)| {
            format!("{}{to}{}", print(low), print(high))
        });
        [self.row.clone(), print(self.mean), interval]
    }
}

/// Ranks the table rows whose columns are all measured, highest mean first. Empty unless the
/// experiment ranks its rows.
pub fn ranking(experiment: &Experiment, findings: &ExperimentResults) -> Vec<RankedRow> {
    let mut rows: Vec<&str> = Vec::new();
    for question in experiment.questions.iter().filter(|_| experiment.ranked) {
        if !rows.contains(&question.row.as_str()) {
            rows.push(&question.row);
        }
    }
    let mut ranked: Vec<RankedRow> = rows
        .into_iter()
        .filter_map(|row| ranked_row(row, experiment, findings))
        .collect();
    ranked.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    ranked
}

fn ranked_row(
    row: &str,
    experiment: &Experiment,
    findings: &ExperimentResults,
) -> Option<RankedRow> {
    let questions = experiment.questions.iter().filter(|q| q.row == row);
    let found = questions
        .map(|question| findings.for_question(question))
        .collect::<Option<Vec<_>>>()?;
    let count = found.len().max(1) as f64;
    let mean = found.iter().map(|found| found.value).sum::<f64>() / count;
    // Half widths of independent intervals add up as squares (Zou and Donner 2008), so the mean of
    // non-negative numbers is not negative either.
    let ends = found.iter().map(|found| {
        let (low, high) = found.interval?;
        Some(((found.value - low).powi(2), (high - found.value).powi(2)))
    });
    let interval = ends.collect::<Option<Vec<(f64, f64)>>>().map(|ends| {
        let (below, above): (Vec<f64>, Vec<f64>) = ends.into_iter().unzip();
        let half = |squares: Vec<f64>| squares.iter().sum::<f64>().sqrt() / count;
        (mean - half(below), mean + half(above))
    });
    Some(RankedRow {
        row: row.to_owned(),
        mean,
        interval,
        is_rate: experiment.measure.is_rate(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{MeasuredNumber, read_experiment};
    use super::*;
    use ludorum_core::Seed;

    #[test]
    fn rows_are_ranked_by_their_mean_once_all_of_it_is_known() {
        let asked = |row: &str, column: &str| {
            format!(
                "{{ row = \"{row}\", column = \"{column}\", agents = [\"random\", \"random\"] }}"
            )
        };
        let questions = [
            asked("a", "1"),
            asked("a", "2"),
            asked("b", "1"),
            asked("b", "2"),
        ];
        let plan = |ranked: &str| {
            read_experiment(&format!(
                "id = \"x\"\nquestion = \"?\"\nsource = \"s\"\ngame = \"tictactoe\"\ngames = 2\nquick = 2\n\
                 {ranked}questions = [{}]",
                questions.join(", ")
            ))
            .unwrap()
        };
        let experiment = plan("ranked = true\n");
        let mut findings = ExperimentResults::new(&experiment, Seed(1));
        let number = |row: &str, column: &str, value: f64| {
            MeasuredNumber::toy((row, column), value, (value - 0.03, value + 0.03), 100)
        };
        findings.findings.push(number("a", "1", 0.2));
        findings.findings.push(number("a", "2", 0.4));
        findings.findings.push(number("b", "1", 0.9));
        assert_eq!(
            ranking(&experiment, &findings).len(),
            1,
            "b is not known yet"
        );
        findings.findings.push(number("b", "2", 0.1));
        let rows = ranking(&experiment, &findings);
        assert_eq!((rows[0].row.as_str(), rows[1].row.as_str()), ("b", "a"));
        assert!((rows[0].mean - 0.5).abs() < 1e-12);
        let (low, high) = rows[0].interval.unwrap();
        assert!((high - low - 2.0 * 0.03 / 2f64.sqrt()).abs() < 1e-12);
        assert!(ranking(&plan(""), &findings).is_empty());
        // Uncertain times: a symmetric interval would begin below 0.
        let wide =
            |finding: &mut MeasuredNumber| finding.interval = Some((0.01, 8.0 * finding.value));
        findings.findings.iter_mut().for_each(wide);
        for row in ranking(&experiment, &findings) {
            assert!(row.interval.unwrap().0 > 0.0, "{row:?}");
        }
    }
}

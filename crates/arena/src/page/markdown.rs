//! Report about experiments in Markdown.

use std::fmt::Write;

use crate::experiment::{
    ComparisonTally, Experiment, ExperimentComparison, ExperimentResults, ReplicationVerdict,
    VerdictCounts, format_significant,
};

/// Formats the report: a summary table, then each experiment with all its numbers.
pub fn experiment_markdown(experiments: &[(Experiment, Option<ExperimentResults>)]) -> String {
    let mut text = String::from(
        "| experiment | source | numbers | agree | differ | cannot tell | trivial | repeats | ratios | new | as a whole | claims |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut sum = ComparisonTally::default();
    for (experiment, findings) in experiments {
        let tally = ComparisonTally::of(experiment, findings.as_ref());
        sum = sum.plus(tally);
        let link = format!("[{0}](#{0})", experiment.id);
        summary(&mut text, &link, &experiment.source, tally);
    }
    summary(&mut text, "all", "", sum);
    let _ = write!(text, "\n{}\n", sum.sentence());
    for (experiment, findings) in experiments {
        section(&mut text, experiment, findings.as_ref());
    }
    text
}

fn summary(text: &mut String, name: &str, source: &str, tally: ComparisonTally) {
    let _ = writeln!(
        text,
        "| {name} | {source} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        tally.played(),
        tally.numbers.agree,
        tally.numbers.differ,
        tally.numbers.cannot_tell,
        tally.trivial,
        counts_cell(tally.repeats),
        tally.ratios,
        tally.new,
        counts_cell(tally.tables),
        counts_cell(tally.claims)
    );
}

/// Formats "agree / differ / cannot tell"; empty if all are 0.
fn counts_cell(verdicts: VerdictCounts) -> String {
    match verdicts.all() {
        0 => String::new(),
        _ => format!(
            "{} / {} / {}",
            verdicts.agree, verdicts.differ, verdicts.cannot_tell
        ),
    }
}

fn section(text: &mut String, experiment: &Experiment, findings: Option<&ExperimentResults>) {
    let _ = write!(
        text,
        "\n## {}\n\n**{}** {}.\n",
        experiment.id, experiment.question, experiment.source
    );
    if !experiment.notes.is_empty() {
        let _ = writeln!(text, "{}", experiment.notes);
    }
    let Some(findings) = findings else {
        text.push_str("\nNot played yet.\n");
        return;
    };
    let compared = ExperimentComparison::of(experiment, Some(findings)).only_measured();
    if let Some(margins) = compared.margins() {
        let _ = writeln!(text, "{margins}");
    }
    text.push_str(
        "\n| | | published | ours | 95% interval | cases | |\n|---|---|---|---|---|---|---|\n",
    );
    for number in &compared.numbers {
        let mut words = number.words();
        if number.test.map(|test| test.verdict) == Some(ReplicationVerdict::Differs) {
            words = bold(&words);
        }
        if let Some(place) = number.reason {
            let _ = write!(words, " [{place}]");
        }
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} |",
            number.asked.row,
            number.asked.column,
            number.published_text().unwrap_or_default(),
            number.ours().unwrap_or_default(),
            number.interval().unwrap_or_default(),
            number.found.map_or(0, |found| found.cases),
            words.trim()
        );
    }
    ranked(text, experiment, &compared);
    for test in &compared.tables {
        let sentence = test.sentence();
        let _ = write!(text, "\n{sentence}\n");
    }
    if !compared.claims.is_empty() {
        text.push_str("\n| claim | |\n|---|---|\n");
    }
    for claim in &compared.claims {
        let words = match claim.verdict {
            ReplicationVerdict::Differs => bold(&claim.words()),
            _ => claim.words(),
        };
        let _ = writeln!(text, "| {} | {words} |", claim.says);
    }
    for (number, reason) in (1..).zip(&compared.reasons) {
        let _ = write!(text, "\n[{number}] {reason}\n");
    }
}

/// Sets the verdict, before the colon, in bold.
fn bold(words: &str) -> String {
    match words.split_once(':') {
        Some((verdict, rest)) => format!("**{verdict}**:{rest}"),
        None => words.to_owned(),
    }
}

/// Table of rows ranked by their mean, if the experiment ranks them.
fn ranked(text: &mut String, experiment: &Experiment, compared: &ExperimentComparison<'_>) {
    if compared.ranking.is_empty() {
        return;
    }
    text.push_str("\n| by the mean over all columns | mean | 95% interval |\n|---|---|---|\n");
    let number = |value: f64| match experiment.measure.is_rate() {
        true => format!("{:.1}%", 100.0 * value),
        false => format_significant(value),
    };
    for row in &compared.ranking {
        let interval = row.interval.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", number(low), number(high))
        });
        let _ = writeln!(text, "| {} | {} | {interval} |", row.row, number(row.mean));
    }
}

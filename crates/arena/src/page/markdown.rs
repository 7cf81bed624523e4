//! The same report about experiments as text for documents.

use std::fmt::Write;

use super::experiments::{is_rate, significant};
use crate::experiment::{Experiment, Findings, Question, Tally, Verdict, judge, ranking, why};

/// A report about experiments in Markdown: a table of all of them, then each with all its numbers.
pub fn experiment_markdown(experiments: &[(Experiment, Option<Findings>)]) -> String {
    let mut text = String::from(
        "| experiment | source | numbers | agree | differ | ratios | new |\n|---|---|---|---|---|---|---|\n",
    );
    let mut sum = Tally::default();
    for (experiment, findings) in experiments {
        let tally = Tally::of(experiment, findings.as_ref());
        sum = sum.plus(tally);
        let link = format!("[{0}](#{0})", experiment.id);
        summary(&mut text, &link, &experiment.source, tally);
    }
    summary(&mut text, "all", "", sum);
    for (experiment, findings) in experiments {
        section(&mut text, experiment, findings.as_ref());
    }
    text
}

fn summary(text: &mut String, name: &str, source: &str, tally: Tally) {
    let _ = writeln!(
        text,
        "| {name} | {source} | {} | {} | {} | {} | {} |",
        tally.played(),
        tally.agree,
        tally.differ,
        tally.ratios,
        tally.new
    );
}

fn section(text: &mut String, experiment: &Experiment, findings: Option<&Findings>) {
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
    text.push_str(
        "\n| | | published | ours | 95% interval | cases | |\n|---|---|---|---|---|---|---|\n",
    );
    let mut reasons: Vec<&str> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.of(question) else {
            continue;
        };
        let verdict = judge(experiment, question, found);
        let is_rate = is_rate(experiment, question);
        let number = |value: f64| match is_rate {
            true => format!("{:.1}%", 100.0 * value),
            false => significant(value),
        };
        let interval = found.interval.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", number(low), number(high))
        });
        let mut words = told(verdict);
        if let Some(reason) = why(question, verdict) {
            let known = reasons.iter().position(|known| *known == reason);
            let place = known.unwrap_or_else(|| {
                reasons.push(reason);
                reasons.len() - 1
            });
            let _ = write!(words, " [{}]", place + 1);
        }
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {interval} | {} | {} |",
            question.row,
            question.column,
            published(question, is_rate),
            number(found.value),
            found.cases,
            words.trim()
        );
    }
    ranked(text, experiment, findings);
    for (number, reason) in (1..).zip(&reasons) {
        let _ = write!(text, "\n[{number}] {reason}\n");
    }
}

/// The rows by their mean, if the experiment ranks them.
fn ranked(text: &mut String, experiment: &Experiment, findings: &Findings) {
    let rows = ranking(experiment, findings);
    if rows.is_empty() {
        return;
    }
    text.push_str("\n| by the mean over all columns | mean | 95% interval |\n|---|---|---|\n");
    let number = |value: f64| match experiment.measure.is_rate() {
        true => format!("{:.1}%", 100.0 * value),
        false => significant(value),
    };
    for row in rows {
        let interval = row.interval.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", number(low), number(high))
        });
        let _ = writeln!(text, "| {} | {} | {interval} |", row.row, number(row.mean));
    }
}

fn published(question: &Question, is_rate: bool) -> String {
    match question.published {
        None => String::new(),
        Some(published) if is_rate => format!("{published:.1}%"),
        Some(published) => significant(published),
    }
}

fn told(verdict: Verdict) -> String {
    match verdict {
        Verdict::Agrees(p) => format!("agrees, p = {p:.2}"),
        Verdict::Differs(p) if p < 1e-3 => "**differs**, p < 0.001".to_owned(),
        Verdict::Differs(p) => format!("**differs**, p = {p:.3}"),
        Verdict::Ratio(ratio) => format!("× {}", significant(ratio)),
        Verdict::New => String::new(),
    }
}

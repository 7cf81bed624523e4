//! The same report about experiments as text for documents.

use std::fmt::Write;

use crate::experiment::{Compared, Experiment, Findings, Tally, Verdict, Verdicts, significant};

/// A report about experiments in Markdown: a table of all of them, then each with all its numbers.
pub fn experiment_markdown(experiments: &[(Experiment, Option<Findings>)]) -> String {
    let mut text = String::from(
        "| experiment | source | numbers | agree | differ | cannot tell | trivial | repeats | ratios | new | as a whole | claims |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut sum = Tally::default();
    for (experiment, findings) in experiments {
        let tally = Tally::of(experiment, findings.as_ref());
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

fn summary(text: &mut String, name: &str, source: &str, tally: Tally) {
    let _ = writeln!(
        text,
        "| {name} | {source} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        tally.played(),
        tally.numbers.agree,
        tally.numbers.differ,
        tally.numbers.cannot_tell,
        tally.trivial,
        short(tally.repeats),
        tally.ratios,
        tally.new,
        short(tally.tables),
        short(tally.claims)
    );
}

/// Agree, differ, cannot tell; nothing if there are none.
fn short(verdicts: Verdicts) -> String {
    match verdicts.all() {
        0 => String::new(),
        _ => format!(
            "{} / {} / {}",
            verdicts.agree, verdicts.differ, verdicts.cannot_tell
        ),
    }
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
    let compared = Compared::of(experiment, Some(findings)).only_found();
    if let Some(margins) = compared.margins() {
        let _ = writeln!(text, "{margins}");
    }
    text.push_str(
        "\n| | | published | ours | 95% interval | cases | |\n|---|---|---|---|---|---|---|\n",
    );
    for number in &compared.numbers {
        let mut words = number.words();
        if number.test.map(|test| test.verdict) == Some(Verdict::Differs) {
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
            Verdict::Differs => bold(&claim.words()),
            _ => claim.words(),
        };
        let _ = writeln!(text, "| {} | {words} |", claim.says);
    }
    for (number, reason) in (1..).zip(&compared.reasons) {
        let _ = write!(text, "\n[{number}] {reason}\n");
    }
}

/// The same with its first word, the verdict, in bold.
fn bold(words: &str) -> String {
    match words.split_once(':') {
        Some((verdict, rest)) => format!("**{verdict}**:{rest}"),
        None => words.to_owned(),
    }
}

/// The rows by their mean, if the experiment ranks them.
fn ranked(text: &mut String, experiment: &Experiment, compared: &Compared<'_>) {
    if compared.ranking.is_empty() {
        return;
    }
    text.push_str("\n| by the mean over all columns | mean | 95% interval |\n|---|---|---|\n");
    let number = |value: f64| match experiment.measure.is_rate() {
        true => format!("{:.1}%", 100.0 * value),
        false => significant(value),
    };
    for row in &compared.ranking {
        let interval = row.interval.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", number(low), number(high))
        });
        let _ = writeln!(text, "| {} | {} | {interval} |", row.row, number(row.mean));
    }
}

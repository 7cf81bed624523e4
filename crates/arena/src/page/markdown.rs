//! Markdown report about replicated experiments.

use std::fmt::Write;

use crate::experiment::{
    Experiment, ExperimentResults, ReplicationComparison, ReplicationTally, ReplicationVerdict,
    ReplicationVerdictCounts,
};

/// Formats a Markdown report: a summary table, then every experiment with all its numbers.
pub fn experiment_markdown(experiments: &[(Experiment, Option<ExperimentResults>)]) -> String {
    let mut text = String::from(
        "| experiment | source | numbers | agree | differ | cannot tell | trivial | repeats | ratios | new | as a whole | claims |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let (compared, sum) = ReplicationComparison::of_all(experiments);
    for compared in &compared {
        let link = format!("[{0}](#{0})", compared.id);
        summary(&mut text, &link, compared.source, compared.tally);
    }
    summary(&mut text, "all", "", sum);
    let _ = write!(text, "\n{}\n", sum.sentence());
    for compared in &compared {
        section(&mut text, compared);
    }
    text
}

fn summary(text: &mut String, name: &str, source: &str, tally: ReplicationTally) {
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

/// Formats verdict counts as "agree / differ / cannot tell"; empty text if all counts are 0.
fn counts_cell(verdicts: ReplicationVerdictCounts) -> String {
    match verdicts.all() {
        0 => String::new(),
        _ => format!(
            "{} / {} / {}",
            verdicts.agree, verdicts.differ, verdicts.cannot_tell
        ),
    }
}

fn section(text: &mut String, compared: &ReplicationComparison<'_>) {
    let _ = write!(
        text,
        "\n## {}\n\n**{}** {}.\n",
        compared.id, compared.question, compared.source
    );
    if !compared.experiment.notes.is_empty() {
        let _ = writeln!(text, "{}", compared.experiment.notes);
    }
    if compared.findings.is_none() {
        text.push_str("\nNot played yet.\n");
        return;
    }
    if let Some(margins) = compared.margins() {
        let _ = writeln!(text, "{margins}");
    }
    text.push_str(
        "\n| | | published | ours | 95% interval | cases | |\n|---|---|---|---|---|---|---|\n",
    );
    for number in compared.measured() {
        let mut words = number.words();
        if number.verdict() == Some(ReplicationVerdict::Differs) {
            words = bold(&words);
        }
        if let Some(place) = number.reason {
            let _ = write!(words, " [{place}]");
        }
        let cells = number.cells("").join(" | ");
        let _ = writeln!(text, "| {cells} | {} |", words.trim());
    }
    if !compared.ranking.is_empty() {
        text.push_str("\n| by the mean over all columns | mean | 95% interval |\n|---|---|---|\n");
    }
    for row in &compared.ranking {
        let _ = writeln!(text, "| {} |", row.cells(" to ", "").join(" | "));
    }
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

/// Formats the verdict, which is the text before the first colon, in bold Markdown.
fn bold(words: &str) -> String {
    match words.split_once(':') {
        Some((verdict, rest)) => format!("**{verdict}**:{rest}"),
        None => words.to_owned(),
    }
}

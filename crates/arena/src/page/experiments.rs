//! Page about repeated experiments: published numbers, our numbers, and whether they agree.

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::tables::{HeatmapCell, heatmap_table, table};
use super::{escape_html, html_document};
use crate::experiment::{
    ComparedNumber, ComparisonTally, Experiment, ExperimentComparison, ExperimentResults, Metric,
    ReplicationVerdict, VerdictCounts, format_significant,
};

/// Builds the page about experiments and their results.
pub fn experiment_page(experiments: &[(Experiment, Option<ExperimentResults>)]) -> String {
    let tally = experiments
        .iter()
        .map(|(experiment, findings)| ComparisonTally::of(experiment, findings.as_ref()))
        .fold(ComparisonTally::default(), ComparisonTally::plus);
    let links: Vec<String> = experiments
        .iter()
        .map(|(experiment, findings)| {
            let id = escape_html(&experiment.id);
            let tally = ComparisonTally::of(experiment, findings.as_ref());
            format!(
                "<li><a href=\"#{id}\">{}</a>{}</li>",
                escape_html(&experiment.question),
                badge(tally)
            )
        })
        .collect();
    let fact = |number: usize, class: &str, name: &str| {
        format!("<li><b class=\"{class}\">{number}</b><span>{name}</span></li>")
    };
    let facts = [
        fact(experiments.len(), "", "experiments"),
        fact(tally.played(), "", "numbers"),
        fact(tally.numbers.agree, "agrees", "agree"),
        fact(tally.numbers.differ, "differs", "differ"),
        fact(tally.numbers.cannot_tell, "", "cannot be told"),
        fact(tally.tables.differ, "differs", "tables differ as a whole"),
        fact(tally.claims.agree, "agrees", "claims agree"),
    ];
    let head = format!(
        "<h1>Published experiments, repeated</h1>\n\
         <p class=\"lead\">Every number was played again by the commands shown. A number agrees if two one-sided tests at \
         5% show that it is within the margin of the published one, with the spread of both; it differs if the difference \
         is significant at 5% and not shown to be within the margin; otherwise these games cannot tell, and the smallest \
         difference they could have shown is given.</p>\n\
         <ul class=\"facts\">{}</ul>\n<p>{}</p>\n<nav><ol>{}</ol></nav>",
        facts.join(""),
        escape_html(&tally.sentence()),
        links.join("")
    );
    let mut sections = vec![head];
    sections.extend(
        experiments
            .iter()
            .map(|(experiment, found)| section(experiment, found.as_ref())),
    );
    html_document("Published experiments, repeated", &sections)
}

fn section(experiment: &Experiment, findings: Option<&ExperimentResults>) -> String {
    let mut html = format!(
        "<header class=\"part\" id=\"{}\"><h1>{}</h1><p class=\"lead\">{} · <code>{}</code></p><p>{}</p></header>",
        escape_html(&experiment.id),
        escape_html(&experiment.question),
        escape_html(&experiment.source),
        escape_html(&experiment.id),
        escape_html(&experiment.notes)
    );
    let Some(findings) = findings else {
        let id = escape_html(&experiment.id);
        html.push_str(&format!(
            "<section>Not played yet: <code>ludorum experiment run {id}</code></section>"
        ));
        return html;
    };
    let compared = ExperimentComparison::of(experiment, Some(findings)).only_measured();
    for figure in figures(experiment, findings) {
        html.push_str(&format!("<section><figure>{figure}</figure></section>"));
    }
    if let Some(grid) = grid(&compared) {
        html.push_str(&format!(
            "<section><h2>{}</h2>{grid}<p class=\"why\">Ours, and below what was published.</p></section>",
            escape_html(experiment.measure.name())
        ));
    }
    html.push_str(&ranked(experiment, &compared));
    html.push_str(&joint_tests(&compared));
    html.push_str(&claims(&compared));
    html.push_str(&differences(&compared));
    html.push_str(&numbers(&compared));
    html
}

/// Formats a text in the colour of its verdict.
fn coloured(verdict: Option<ReplicationVerdict>, words: &str) -> String {
    let words = narrow_percent(&escape_html(words));
    match verdict {
        Some(ReplicationVerdict::Agrees) => format!("<span class=\"agrees\">✓ {words}</span>"),
        Some(ReplicationVerdict::Differs) => format!("<span class=\"differs\">≠ {words}</span>"),
        Some(ReplicationVerdict::CannotTell) => format!("? {words}"),
        None => words,
    }
}

/// Puts a narrow space before percent signs.
fn narrow_percent(text: &str) -> String {
    text.replace('%', "\u{202f}%")
}

/// List of joint tests of tables.
fn joint_tests(compared: &ExperimentComparison<'_>) -> String {
    let item =
        |sentence: String, verdict| format!("<li>{}</li>", coloured(Some(verdict), &sentence));
    let items = compared.tables.iter();
    let items: Vec<String> = items
        .map(|test| item(test.sentence(), test.verdict))
        .collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<section><h2>As a whole</h2><ul>{}</ul></section>",
            items.join("")
        ),
    }
}

/// Published claims and our verdicts.
fn claims(compared: &ExperimentComparison<'_>) -> String {
    let items: Vec<String> = compared
        .claims
        .iter()
        .map(|claim| {
            let words = coloured(Some(claim.verdict), &claim.words());
            format!("<dt>{}</dt><dd>{words}</dd>", escape_html(claim.says))
        })
        .collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<section><h2>Claims</h2><dl class=\"reasons\">{}</dl></section>",
            items.join("")
        ),
    }
}

/// Table of rows ranked by their mean, if the experiment ranks them.
fn ranked(experiment: &Experiment, compared: &ExperimentComparison<'_>) -> String {
    let is_rate = experiment.measure.is_rate();
    let number = |value: f64| match is_rate {
        true => super::percent(value),
        false => format_significant(value),
    };
    let rows: Vec<Vec<String>> = compared
        .ranking
        .iter()
        .map(|ranked| {
            let interval = ranked.interval.map_or("–".to_owned(), |(low, high)| {
                format!("{} – {}", number(low), number(high))
            });
            vec![escape_html(&ranked.row), number(ranked.mean), interval]
        })
        .collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "<section><h2>By the mean over all columns</h2>{}</section>",
            table(&["", "mean", "95% interval"], &rows)
        ),
    }
}

/// Badge with the counts of verdicts.
fn badge(tally: ComparisonTally) -> String {
    let VerdictCounts {
        agree,
        differ,
        cannot_tell,
    } = tally.numbers;
    let signs = [
        (" class=\"agrees\"", "✓", agree),
        (" class=\"differs\"", "≠", differ),
        ("", "?", cannot_tell),
    ];
    let shown = signs.iter().filter(|(_, _, count)| *count > 0);
    shown
        .map(|(class, sign, count)| format!(" <small{class}>{sign}\u{202f}{count}</small>"))
        .collect()
}

/// Explanations of differences, each with its numbers.
fn differences(compared: &ExperimentComparison<'_>) -> String {
    let item = |(place, reason): (usize, &&str)| {
        let numbers = compared.numbers.iter();
        let its = numbers.filter(|number| number.reason == Some(place));
        let places: Vec<String> = its
            .map(|number| format!("{} {}", number.asked.row, number.asked.column))
            .collect();
        let places = escape_html(&places.join(" · "));
        format!("<dt>{places}</dt><dd>{}</dd>", escape_html(reason))
    };
    let items: Vec<String> = (1..).zip(&compared.reasons).map(item).collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<section><h2>Why they differ</h2><dl class=\"reasons\">{}</dl></section>",
            items.join("")
        ),
    }
}

/// Table of all numbers, and the commands that produced them.
fn numbers(compared: &ExperimentComparison<'_>) -> String {
    let mut rows = Vec::new();
    let mut commands: Vec<&str> = Vec::new();
    for number in &compared.numbers {
        let Some(found) = number.found else {
            continue;
        };
        let words = match number.published {
            Some(_) => coloured(number.test.map(|test| test.verdict), &number.words()),
            None => "new".to_owned(),
        };
        rows.push(vec![
            format!(
                "{} <small>{}</small>",
                escape_html(&number.asked.row),
                escape_html(&number.asked.column)
            ),
            or_dash(number.published_text()),
            or_dash(number.ours()),
            or_dash(number.interval()),
            found.cases.to_string(),
            words,
        ]);
        if !commands.contains(&found.command.as_str()) {
            commands.push(&found.command);
        }
    }
    let header = ["", "published", "ours", "95% interval", "cases", "verdict"];
    let margins = compared.margins().unwrap_or_default();
    format!(
        "<section><details><summary>All {} numbers with intervals</summary><p>{margins}</p>{}</details>\
         <details><summary>{} commands, seed {}</summary><pre>{}</pre></details></section>",
        rows.len(),
        table(&header, &rows),
        commands.len(),
        escape_html(compared.seed),
        escape_html(&commands.join("\n"))
    )
}

fn or_dash(text: Option<String>) -> String {
    text.map_or_else(|| "–".to_owned(), |text| narrow_percent(&text))
}

/// Heat map of rows against columns, if the numbers form a grid, with a sign for each verdict.
fn grid(compared: &ExperimentComparison<'_>) -> Option<String> {
    let mut rows: Vec<&str> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for number in &compared.numbers {
        if !rows.contains(&number.asked.row.as_str()) {
            rows.push(&number.asked.row);
        }
        if !columns.contains(&number.asked.column.as_str()) {
            columns.push(&number.asked.column);
        }
    }
    // Opponents are in the order of the rows, so that empty cells lie on the diagonal.
    let opponent = |column: &str| {
        rows.iter()
            .position(|row| format!("against {row}") == column)
    };
    if columns.iter().all(|column| opponent(column).is_some()) {
        columns.sort_by_key(|column| opponent(column));
    }
    let is_full = 2 * compared.numbers.len() >= rows.len() * columns.len();
    if rows.len() < 2 || columns.len() < 2 || columns.len() > 12 || !is_full {
        return None;
    }
    let cell = |row: &str, column: &str| {
        let is_it = |n: &&ComparedNumber<'_>| n.asked.row == row && n.asked.column == column;
        let number = compared.numbers.iter().find(is_it)?;
        let sign = match number.test.map(|test| test.verdict) {
            Some(ReplicationVerdict::Agrees) => " <span class=\"agrees\">✓</span>",
            Some(ReplicationVerdict::Differs) => " <span class=\"differs\">≠</span>",
            Some(ReplicationVerdict::CannotTell) => " ?",
            None => "",
        };
        let below = match number.published_text() {
            Some(published) => format!("{}{sign}", narrow_percent(&published)),
            None => String::new(),
        };
        Some(HeatmapCell {
            rate: number
                .found
                .filter(|_| number.is_rate)
                .map(|found| found.value),
            text: or_dash(number.ours()),
            below,
            hint: or_dash(number.interval()),
        })
    };
    Some(heatmap_table(&rows, &columns, cell))
}

/// One figure for each measure, the experiment's main measure first.
fn figures(experiment: &Experiment, findings: &ExperimentResults) -> Vec<String> {
    let mut measures = vec![experiment.measure];
    for question in &experiment.questions {
        let measure = experiment.measure_of(question);
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    let figure = |measure| figure(experiment, findings, measure);
    measures.into_iter().filter_map(figure).collect()
}

/// Plot of our numbers with intervals and the published ones, with numeric columns as x.
fn figure(
    experiment: &Experiment,
    findings: &ExperimentResults,
    measure: Metric,
) -> Option<String> {
    let chart = experiment.chart.as_ref()?;
    let mut series: Vec<PlotSeries> = Vec::new();
    let mut add = |name: String, look: SeriesStyle, point: PlotPoint| {
        let place = series.iter().position(|known| known.name == name);
        match place {
            Some(place) => series[place].points.push(point),
            None => series.push(PlotSeries {
                name,
                points: vec![point],
                look,
            }),
        }
    };
    let is_rate = measure.is_rate();
    let plotted = || {
        let absolute = experiment
            .questions
            .iter()
            .filter(|q| q.relative_to.is_none() && experiment.measure_of(q) == measure);
        absolute.filter_map(|question| Some((question, question.column.parse::<f64>().ok()?)))
    };
    let mut rows: Vec<&str> = Vec::new();
    for (question, x) in plotted() {
        let Some(found) = findings.for_question(question) else {
            continue;
        };
        if !rows.contains(&question.row.as_str()) {
            rows.push(&question.row);
        }
        let point = PlotPoint {
            x: found.at.unwrap_or(x),
            y: found.value,
            interval: found.interval,
        };
        add(question.row.clone(), SeriesStyle::Joined, point);
    }
    for (question, x) in plotted() {
        let row = rows.iter().position(|row| *row == question.row);
        if let (Some(y), Some(row)) = (question.published, row) {
            let y = if is_rate { y / 100.0 } else { y };
            let point = PlotPoint {
                x,
                y,
                interval: None,
            };
            let name = format!("{} (published)", question.row);
            add(name, SeriesStyle::Hollow(row), point);
        }
    }
    if series.is_empty() {
        return None;
    }
    let x = PlotAxis {
        label: chart.x.clone(),
        scale: AxisScale::Linear,
        at_least: chart.calibration.then_some((0.0, 1.0)),
        unit: if chart.calibration {
            AxisUnit::Percent
        } else {
            AxisUnit::Number
        },
    };
    let y = PlotAxis {
        label: measure.name().to_owned(),
        scale: if chart.log && measure == experiment.measure {
            AxisScale::Logarithmic
        } else {
            AxisScale::Linear
        },
        at_least: is_rate.then_some((0.0, 1.0)),
        unit: if is_rate {
            AxisUnit::Percent
        } else {
            AxisUnit::Number
        },
    };
    let reference = match measure {
        _ if chart.calibration => ReferenceLine::Diagonal,
        _ if chart.players => ReferenceLine::EqualShare,
        Metric::Won | Metric::WonFirst => ReferenceLine::Level(0.5),
        _ => ReferenceLine::None,
    };
    Some(plot(&x, &y, &series, reference))
}

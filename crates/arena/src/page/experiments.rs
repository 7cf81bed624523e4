//! HTML page about replicated experiments: published numbers, our numbers and test results.

use super::chart::{AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot};
use super::tables::{HeatmapCell, heatmap_table, table};
use super::{escape_html, html_document, section};
use crate::experiment::{
    ComparedNumber, Experiment, ExperimentResults, Metric, RankedRow, ReplicationComparison,
    ReplicationTally, ReplicationVerdict, ReplicationVerdictCounts,
};

/// Builds the HTML page about replicated experiments and their results.
pub fn experiment_page(experiments: &[(Experiment, Option<ExperimentResults>)]) -> String {
    let (compared, tally) = ReplicationComparison::of_all(experiments);
    let links: Vec<String> = compared
        .iter()
        .map(|compared| {
            format!(
                "<li><a href=\"#{}\">{}</a>{}</li>",
                escape_html(compared.id),
                escape_html(compared.question),
                badge(compared.tally)
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
        fact(tally.numbers.cannot_tell, "", "inconclusive"),
        fact(
            tally.tables.differ,
            "differs",
            "tables differ in the joint test",
        ),
        fact(tally.claims.agree, "agrees", "claims agree"),
    ];
    let head = format!(
        "<h1>Published experiments, repeated</h1>\n\
         <p class=\"lead\">Every number was measured again by the commands shown. A number agrees if two one-sided tests at \
         5% show that it is within the margin of the published one, given the sampling errors of both; it differs if the difference \
         is significant at 5% and not shown to be within the margin; otherwise these games cannot tell, and the smallest \
         difference that would be significant is given.</p>\n\
         <ul class=\"facts\">{}</ul>\n<p>{}</p>\n<nav><ol>{}</ol></nav>",
        facts.join(""),
        escape_html(&tally.sentence()),
        links.join("")
    );
    let mut sections = vec![head];
    sections.extend(compared.into_iter().map(experiment_section));
    html_document("Published experiments, repeated", &sections)
}

fn experiment_section(compared: ReplicationComparison<'_>) -> String {
    let experiment = compared.experiment;
    let id = escape_html(&experiment.id);
    let head = format!(
        "<header class=\"part\" id=\"{id}\"><h1>{}</h1><p class=\"lead\">{} · <code>{id}</code></p><p>{}</p></header>",
        escape_html(&experiment.question),
        escape_html(&experiment.source),
        escape_html(&experiment.notes)
    );
    let Some(findings) = compared.findings else {
        return format!(
            "{head}<section>Not played yet: <code>ludorum experiment run {id}</code></section>"
        );
    };
    let compared = compared.only_measured();
    let figures = figures(experiment, findings).into_iter();
    let figures: String = figures
        .map(|figure| format!("<section><figure>{figure}</figure></section>"))
        .collect();
    let grid = grid(&compared).map(|grid| {
        let below = "<p class=\"why\">Our numbers, with the published numbers below.</p>";
        section(experiment.measure.name(), &(grid + below))
    });
    [
        head,
        figures,
        grid.unwrap_or_default(),
        ranked(&compared),
        joint_tests(&compared),
        claims(&compared),
        differences(&compared),
        numbers(&compared),
    ]
    .concat()
}

/// HTML section with a list of items between the tags `list` and `end`; empty text without items.
fn list_section(title: &str, list: &str, end: &str, items: impl Iterator<Item = String>) -> String {
    let items: String = items.collect();
    if items.is_empty() {
        items
    } else {
        section(title, &format!("{list}{items}{end}"))
    }
}

/// Wraps a text in HTML that shows it in the colour of a verdict.
fn coloured(verdict: Option<ReplicationVerdict>, words: &str) -> String {
    let words = narrow_percent(&escape_html(words));
    match verdict {
        Some(ReplicationVerdict::Agrees) => format!("<span class=\"agrees\">✓ {words}</span>"),
        Some(ReplicationVerdict::Differs) => format!("<span class=\"differs\">≠ {words}</span>"),
        Some(ReplicationVerdict::CannotTell) => format!("? {words}"),
        None => words,
    }
}

/// Inserts a narrow space before percent signs.
fn narrow_percent(text: &str) -> String {
    text.replace('%', "\u{202f}%")
}

/// HTML list of an experiment's joint tests.
fn joint_tests(compared: &ReplicationComparison<'_>) -> String {
    let items = compared.tables.iter().map(|test| {
        let words = coloured(Some(test.verdict), &test.sentence());
        format!("<li>{words}</li>")
    });
    list_section("As a whole", "<ul>", "</ul>", items)
}

/// HTML list of the published claims with our verdicts.
fn claims(compared: &ReplicationComparison<'_>) -> String {
    let items = compared.claims.iter().map(|claim| {
        let words = coloured(Some(claim.verdict), &claim.words());
        format!("<dt>{}</dt><dd>{words}</dd>", escape_html(claim.says))
    });
    list_section("Claims", "<dl class=\"reasons\">", "</dl>", items)
}

/// HTML table of an experiment's rows sorted by mean; empty unless it ranks its rows.
fn ranked(compared: &ReplicationComparison<'_>) -> String {
    if compared.ranking.is_empty() {
        return String::new();
    }
    let row = |ranked: &RankedRow| {
        let [row, mean, interval] = ranked.cells(" – ", "–");
        vec![
            escape_html(&row),
            narrow_percent(&mean),
            narrow_percent(&interval),
        ]
    };
    let rows: Vec<Vec<String>> = compared.ranking.iter().map(row).collect();
    section(
        "By the mean over all columns",
        &table(&["", "mean", "95% interval"], &rows),
    )
}

/// HTML badge with the verdict counts of an experiment's numbers.
fn badge(tally: ReplicationTally) -> String {
    let ReplicationVerdictCounts {
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

/// HTML list of the explanations of differences, each with the numbers it applies to.
fn differences(compared: &ReplicationComparison<'_>) -> String {
    let item = |(place, reason): (usize, &&str)| {
        let numbers = compared.numbers.iter();
        let its = numbers.filter(|number| number.reason == Some(place));
        let places: Vec<String> = its
            .map(|number| format!("{} {}", number.asked.row, number.asked.column))
            .collect();
        let places = escape_html(&places.join(" · "));
        format!("<dt>{places}</dt><dd>{}</dd>", escape_html(reason))
    };
    let items = (1..).zip(&compared.reasons).map(item);
    list_section("Why they differ", "<dl class=\"reasons\">", "</dl>", items)
}

/// HTML table of all compared numbers, with the commands that reproduce them.
fn numbers(compared: &ReplicationComparison<'_>) -> String {
    let mut rows = Vec::new();
    let mut commands: Vec<&str> = Vec::new();
    for number in &compared.numbers {
        let Some(found) = number.found else {
            continue;
        };
        let words = match number.published {
            Some(_) => coloured(number.verdict(), &number.words()),
            None => "new".to_owned(),
        };
        let [row, column, published, ours, interval, cases] = number.cells("–");
        rows.push(vec![
            format!(
                "{} <small>{}</small>",
                escape_html(&row),
                escape_html(&column)
            ),
            narrow_percent(&published),
            narrow_percent(&ours),
            narrow_percent(&interval),
            cases,
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

/// HTML heat map of our numbers with a sign for each verdict; `None` if the numbers fill less than
/// half of the grid or the grid has an unsuitable size.
fn grid(compared: &ReplicationComparison<'_>) -> Option<String> {
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
        let sign = match number.verdict() {
            Some(ReplicationVerdict::Agrees) => " <span class=\"agrees\">✓</span>",
            Some(ReplicationVerdict::Differs) => " <span class=\"differs\">≠</span>",
            Some(ReplicationVerdict::CannotTell) => " ?",
            None => "",
        };
        let [_, _, published, ours, interval, _] = number.cells("–");
        let published = number.published.map(|_| narrow_percent(&published) + sign);
        let rate = number.found.filter(|_| number.is_rate);
        Some(HeatmapCell {
            rate: rate.map(|found| found.value),
            text: narrow_percent(&ours),
            below: published.unwrap_or_default(),
            hint: narrow_percent(&interval),
        })
    };
    Some(heatmap_table(&rows, &columns, cell))
}

/// HTML plots of an experiment, one per metric; the experiment's default metric comes first.
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

/// Plot of our numbers with intervals and the published numbers, with the columns as x values.
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
            let name = format!("{} (published)", question.row);
            add(name, SeriesStyle::Hollow(row), PlotPoint::new(x, y));
        }
    }
    if series.is_empty() {
        return None;
    }
    let axis = |label: &str, is_rate: bool| {
        if is_rate {
            PlotAxis::percent(label)
        } else {
            PlotAxis::linear(label, AxisUnit::Number)
        }
    };
    let x = axis(&chart.x, chart.calibration);
    let mut y = axis(measure.name(), is_rate);
    if chart.log && measure == experiment.measure {
        y = y.logarithmic();
    }
    let reference = match measure {
        _ if chart.calibration => ReferenceLine::Diagonal,
        _ if chart.players => ReferenceLine::EqualShare,
        Metric::Won | Metric::WonFirst => ReferenceLine::Level(0.5),
        _ => ReferenceLine::None,
    };
    Some(plot(&x, &y, &series, reference))
}

//! The page about experiments: published, ours, and whether they agree.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::tables::{GridCell, cross_of, table};
use super::{document, escaped, percent, percents};
use crate::experiment::{
    Experiment, Finding, Findings, Measure, Question, Tally, Verdict, judge, ranking, why,
};

/// One page about experiments and what was found.
pub fn experiment_page(experiments: &[(Experiment, Option<Findings>)]) -> String {
    let tally = experiments
        .iter()
        .map(|(experiment, findings)| Tally::of(experiment, findings.as_ref()))
        .fold(Tally::default(), Tally::plus);
    let links: Vec<String> = experiments
        .iter()
        .map(|(experiment, findings)| {
            let id = escaped(&experiment.id);
            let tally = Tally::of(experiment, findings.as_ref());
            format!(
                "<li><a href=\"#{id}\">{}</a>{}</li>",
                escaped(&experiment.question),
                badge(tally)
            )
        })
        .collect();
    let head = format!(
        "<h1>Published experiments, repeated</h1>\n\
         <p class=\"lead\">Every number was played again by the commands shown. Rates are compared by the test of two \
         proportions; they differ where chance alone would explain it less than once in a hundred times. Ratios are ours \
         divided by theirs, where nothing was published about the spread.</p>\n\
         <ul class=\"facts\"><li><b>{}</b><span>experiments</span></li><li><b>{}</b><span>numbers</span></li>\
         <li><b class=\"agrees\">{}</b><span>agree</span></li><li><b class=\"differs\">{}</b><span>differ</span></li>\
         <li><b>{}</b><span>ratios</span></li><li><b>{}</b><span>were never published</span></li></ul>\n\
         <nav><ol>{}</ol></nav>",
        experiments.len(),
        tally.played(),
        tally.agree,
        tally.differ,
        tally.ratios,
        tally.new,
        links.join("")
    );
    let mut sections = vec![head];
    sections.extend(
        experiments
            .iter()
            .map(|(experiment, found)| section(experiment, found.as_ref())),
    );
    document("Published experiments, repeated", &sections)
}

fn section(experiment: &Experiment, findings: Option<&Findings>) -> String {
    let mut html = format!(
        "<header class=\"part\" id=\"{}\"><h1>{}</h1><p class=\"lead\">{} · <code>{}</code></p><p>{}</p></header>",
        escaped(&experiment.id),
        escaped(&experiment.question),
        escaped(&experiment.source),
        escaped(&experiment.id),
        escaped(&experiment.notes)
    );
    let Some(findings) = findings else {
        let id = escaped(&experiment.id);
        html.push_str(&format!(
            "<section>Not played yet: <code>ludorum experiment run {id}</code></section>"
        ));
        return html;
    };
    for figure in figures(experiment, findings) {
        html.push_str(&format!("<section><figure>{figure}</figure></section>"));
    }
    if let Some(grid) = grid(experiment, findings) {
        html.push_str(&format!(
            "<section><h2>{}</h2>{grid}<p class=\"why\">Ours, and below what was published.</p></section>",
            escaped(experiment.measure.name())
        ));
    }
    html.push_str(&ranked(experiment, findings));
    html.push_str(&differences(experiment, findings));
    html.push_str(&numbers(experiment, findings));
    html
}

/// The rows by their mean, if the experiment ranks them.
fn ranked(experiment: &Experiment, findings: &Findings) -> String {
    let is_rate = experiment.measure.is_rate();
    let number = |value: f64| match is_rate {
        true => percent(value),
        false => significant(value),
    };
    let rows: Vec<Vec<String>> = ranking(experiment, findings)
        .iter()
        .map(|ranked| {
            let interval = ranked.interval.map_or("–".to_owned(), |(low, high)| {
                format!("{} – {}", number(low), number(high))
            });
            vec![escaped(&ranked.row), number(ranked.mean), interval]
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

/// How much of an experiment agrees, in a few signs.
fn badge(tally: Tally) -> String {
    let mut html = String::new();
    if tally.agree > 0 {
        html.push_str(&format!(
            " <small class=\"agrees\">✓\u{202f}{}</small>",
            tally.agree
        ));
    }
    if tally.differ > 0 {
        html.push_str(&format!(
            " <small class=\"differs\">≠\u{202f}{}</small>",
            tally.differ
        ));
    }
    html
}

/// The reasons why numbers differ, each with the numbers it is a reason for.
fn differences(experiment: &Experiment, findings: &Findings) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.of(question) else {
            continue;
        };
        let Some(reason) = why(question, judge(experiment, question, found)) else {
            continue;
        };
        let place = format!("{} {}", question.row, question.column);
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, places)) => places.push(place),
            None => reasons.push((reason, vec![place])),
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let item = |(reason, places): &(&str, Vec<String>)| {
        let places = escaped(&places.join(" · "));
        format!("<dt>{places}</dt><dd>{}</dd>", escaped(reason))
    };
    let items: Vec<String> = reasons.iter().map(item).collect();
    format!(
        "<section><h2>Why they differ</h2><dl class=\"reasons\">{}</dl></section>",
        items.join("")
    )
}

/// All numbers, one in a line, and the commands that made them.
fn numbers(experiment: &Experiment, findings: &Findings) -> String {
    let mut rows = Vec::new();
    let mut commands: Vec<&str> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.of(question) else {
            continue;
        };
        let is_rate = is_rate(experiment, question);
        rows.push(vec![
            format!(
                "{} <small>{}</small>",
                escaped(&question.row),
                escaped(&question.column)
            ),
            published(question, is_rate),
            ours(found, is_rate),
            interval(found, is_rate),
            found.cases.to_string(),
            told(judge(experiment, question, found)),
        ]);
        if !commands.contains(&found.command.as_str()) {
            commands.push(&found.command);
        }
    }
    let header = ["", "published", "ours", "95% interval", "cases", "verdict"];
    format!(
        "<section><details><summary>All {} numbers with intervals</summary>{}</details>\
         <details><summary>{} commands, seed {}</summary><pre>{}</pre></details></section>",
        rows.len(),
        table(&header, &rows),
        commands.len(),
        escaped(&findings.seed),
        escaped(&commands.join("\n"))
    )
}

/// Rows against columns, if that is how the numbers lie: a colour for rates, a sign for what differs.
fn grid(experiment: &Experiment, findings: &Findings) -> Option<String> {
    let mut rows: Vec<&str> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    let mut played = 0;
    for question in &experiment.questions {
        if findings.of(question).is_none() {
            continue;
        }
        played += 1;
        if !rows.contains(&question.row.as_str()) {
            rows.push(&question.row);
        }
        if !columns.contains(&question.column.as_str()) {
            columns.push(&question.column);
        }
    }
    // Who plays against whom: in the order of the rows, so that nobody's own cell is where it should not be.
    let opponent = |column: &str| {
        rows.iter()
            .position(|row| format!("against {row}") == column)
    };
    if columns.iter().all(|column| opponent(column).is_some()) {
        columns.sort_by_key(|column| opponent(column));
    }
    let is_full = 2 * played >= rows.len() * columns.len();
    if rows.len() < 2 || columns.len() < 2 || columns.len() > 12 || !is_full {
        return None;
    }
    let cell = |row: &str, column: &str| {
        let mut questions = experiment.questions.iter();
        let question = questions.find(|q| q.row == row && q.column == column)?;
        let found = findings.of(question)?;
        let is_rate = is_rate(experiment, question);
        let sign = match judge(experiment, question, found) {
            Verdict::Agrees(_) => " <span class=\"agrees\">✓</span>",
            Verdict::Differs(_) => " <span class=\"differs\">≠</span>",
            Verdict::Ratio(_) | Verdict::New => "",
        };
        let below = match question.published {
            Some(_) => format!("{}{sign}", published(question, is_rate)),
            None => String::new(),
        };
        Some(GridCell {
            rate: is_rate.then_some(found.value),
            text: ours(found, is_rate),
            below,
            hint: interval(found, is_rate),
        })
    };
    Some(cross_of(&rows, &columns, cell))
}

/// Whether the answer is printed as a percentage.
pub(super) fn is_rate(experiment: &Experiment, question: &Question) -> bool {
    experiment.measure_of(question).is_rate() && question.relative_to.is_none()
}

fn published(question: &Question, is_rate: bool) -> String {
    match question.published {
        None => "–".to_owned(),
        Some(published) if is_rate => format!("{published:.1}\u{202f}%"),
        Some(published) => significant(published),
    }
}

fn ours(found: &Finding, is_rate: bool) -> String {
    match is_rate {
        true => percent(found.value),
        false => significant(found.value),
    }
}

fn told(verdict: Verdict) -> String {
    match verdict {
        Verdict::Agrees(p) => {
            format!("<span class=\"agrees\">✓ agrees</span> <small>p = {p:.2}</small>")
        }
        Verdict::Differs(p) if p < 1e-3 => {
            "<span class=\"differs\">≠ differs</span> <small>p &lt; 0.001</small>".to_owned()
        }
        Verdict::Differs(p) => {
            format!("<span class=\"differs\">≠ differs</span> <small>p = {p:.3}</small>")
        }
        Verdict::Ratio(ratio) => format!("× {}", significant(ratio)),
        Verdict::New => "new".to_owned(),
    }
}

fn interval(found: &Finding, is_rate: bool) -> String {
    match found.interval {
        Some(range) if is_rate => percents(range),
        Some((low, high)) => format!("{} – {}", significant(low), significant(high)),
        None => "–".to_owned(),
    }
}

/// Three digits that matter.
pub(super) fn significant(number: f64) -> String {
    match number.abs() {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        0.095.. => format!("{number:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{number:.2e}"),
    }
}

/// A figure for everything that is measured, what the experiment is about first.
fn figures(experiment: &Experiment, findings: &Findings) -> Vec<String> {
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

/// Ours with intervals and the published numbers, by the numbers that the columns are.
fn figure(experiment: &Experiment, findings: &Findings, measure: Measure) -> Option<String> {
    let chart = experiment.chart.as_ref()?;
    let mut series: Vec<Series> = Vec::new();
    let mut add = |name: String, look: Look, point: Point| {
        let place = series.iter().position(|known| known.name == name);
        match place {
            Some(place) => series[place].points.push(point),
            None => series.push(Series {
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
        let Some(found) = findings.of(question) else {
            continue;
        };
        if !rows.contains(&question.row.as_str()) {
            rows.push(&question.row);
        }
        let point = Point {
            x: found.at.unwrap_or(x),
            y: found.value,
            interval: found.interval,
        };
        add(question.row.clone(), Look::Joined, point);
    }
    for (question, x) in plotted() {
        let row = rows.iter().position(|row| *row == question.row);
        if let (Some(y), Some(row)) = (question.published, row) {
            let y = if is_rate { y / 100.0 } else { y };
            let point = Point {
                x,
                y,
                interval: None,
            };
            let name = format!("{} (published)", question.row);
            add(name, Look::Hollow(row), point);
        }
    }
    if series.is_empty() {
        return None;
    }
    let x = Axis {
        label: chart.x.clone(),
        scale: Scale::Linear,
        at_least: chart.calibration.then_some((0.0, 1.0)),
        unit: if chart.calibration {
            Unit::Percent
        } else {
            Unit::Number
        },
    };
    let y = Axis {
        label: measure.name().to_owned(),
        scale: if chart.log && measure == experiment.measure {
            Scale::Logarithmic
        } else {
            Scale::Linear
        },
        at_least: is_rate.then_some((0.0, 1.0)),
        unit: if is_rate { Unit::Percent } else { Unit::Number },
    };
    let reference = match measure {
        _ if chart.calibration => Reference::Diagonal,
        _ if chart.players => Reference::EqualShare,
        Measure::Won | Measure::WonFirst => Reference::Level(0.5),
        _ => Reference::None,
    };
    Some(plot(&x, &y, &series, reference))
}

//! The page about experiments: published, ours, and whether they agree.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::tables::{GridCell, cross_of, table};
use super::{document, escaped};
use crate::experiment::{
    Compared, ComparedNumber, Experiment, Findings, Measure, Tally, Verdict, Verdicts, significant,
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
         difference they could have shown is told.</p>\n\
         <ul class=\"facts\">{}</ul>\n<p>{}</p>\n<nav><ol>{}</ol></nav>",
        facts.join(""),
        escaped(&tally.sentence()),
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
    let compared = Compared::of(experiment, Some(findings)).only_found();
    for figure in figures(experiment, findings) {
        html.push_str(&format!("<section><figure>{figure}</figure></section>"));
    }
    if let Some(grid) = grid(&compared) {
        html.push_str(&format!(
            "<section><h2>{}</h2>{grid}<p class=\"why\">Ours, and below what was published.</p></section>",
            escaped(experiment.measure.name())
        ));
    }
    html.push_str(&ranked(experiment, &compared));
    html.push_str(&as_a_whole(&compared));
    html.push_str(&claims(&compared));
    html.push_str(&differences(&compared));
    html.push_str(&numbers(&compared));
    html
}

/// Words about a verdict in its colour.
fn coloured(verdict: Option<Verdict>, words: &str) -> String {
    let words = narrow(&escaped(words));
    match verdict {
        Some(Verdict::Agrees) => format!("<span class=\"agrees\">✓ {words}</span>"),
        Some(Verdict::Differs) => format!("<span class=\"differs\">≠ {words}</span>"),
        Some(Verdict::CannotTell) => format!("? {words}"),
        None => words,
    }
}

/// The sign of percent is set off from its number.
fn narrow(text: &str) -> String {
    text.replace('%', "\u{202f}%")
}

/// The tests of tables as a whole.
fn as_a_whole(compared: &Compared<'_>) -> String {
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

/// What was claimed in words, and what we find.
fn claims(compared: &Compared<'_>) -> String {
    let items: Vec<String> = compared
        .claims
        .iter()
        .map(|claim| {
            let words = coloured(Some(claim.verdict), &claim.words());
            format!("<dt>{}</dt><dd>{words}</dd>", escaped(claim.says))
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

/// The rows by their mean, if the experiment ranks them.
fn ranked(experiment: &Experiment, compared: &Compared<'_>) -> String {
    let is_rate = experiment.measure.is_rate();
    let number = |value: f64| match is_rate {
        true => super::percent(value),
        false => significant(value),
    };
    let rows: Vec<Vec<String>> = compared
        .ranking
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
    let Verdicts {
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

/// The reasons why numbers differ, each with the numbers it is a reason for.
fn differences(compared: &Compared<'_>) -> String {
    let item = |(place, reason): (usize, &&str)| {
        let numbers = compared.numbers.iter();
        let its = numbers.filter(|number| number.reason == Some(place));
        let places: Vec<String> = its
            .map(|number| format!("{} {}", number.asked.row, number.asked.column))
            .collect();
        let places = escaped(&places.join(" · "));
        format!("<dt>{places}</dt><dd>{}</dd>", escaped(reason))
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

/// All numbers, one in a line, and the commands that made them.
fn numbers(compared: &Compared<'_>) -> String {
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
                escaped(&number.asked.row),
                escaped(&number.asked.column)
            ),
            shown(number.published_text()),
            shown(number.ours()),
            shown(number.interval()),
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
        escaped(compared.seed),
        escaped(&commands.join("\n"))
    )
}

fn shown(text: Option<String>) -> String {
    text.map_or_else(|| "–".to_owned(), |text| narrow(&text))
}

/// Rows against columns, if that is how the numbers lie: a colour for rates, a sign for the verdict.
fn grid(compared: &Compared<'_>) -> Option<String> {
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
    // Who plays against whom: in the order of the rows, so that nobody's own cell is where it should not be.
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
            Some(Verdict::Agrees) => " <span class=\"agrees\">✓</span>",
            Some(Verdict::Differs) => " <span class=\"differs\">≠</span>",
            Some(Verdict::CannotTell) => " ?",
            None => "",
        };
        let below = match number.published_text() {
            Some(published) => format!("{}{sign}", narrow(&published)),
            None => String::new(),
        };
        Some(GridCell {
            rate: number
                .found
                .filter(|_| number.is_rate)
                .map(|found| found.value),
            text: shown(number.ours()),
            below,
            hint: shown(number.interval()),
        })
    };
    Some(cross_of(&rows, &columns, cell))
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

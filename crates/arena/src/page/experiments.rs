//! The page about experiments: published, ours, and whether they agree.

use super::chart::{Axis, Point, Reference, Scale, Series, Unit, plot};
use super::tables::table;
use super::{document, escaped, percent, percents};
use crate::experiment::{Experiment, Finding, Findings, Measure, Verdict, judge};

/// One page about experiments and what was found.
pub fn experiment_page(experiments: &[(Experiment, Option<Findings>)]) -> String {
    let mut agreeing = 0;
    let mut differing = 0;
    let mut numbers = 0;
    for (experiment, findings) in experiments {
        for question in &experiment.questions {
            let found = findings.as_ref().and_then(|findings| findings.of(question));
            let Some(found) = found else { continue };
            numbers += 1;
            match judge(experiment, question, found) {
                Verdict::Agrees(_) => agreeing += 1,
                Verdict::Differs(_) => differing += 1,
                Verdict::Ratio(_) | Verdict::New => {}
            }
        }
    }
    let links: Vec<String> = experiments
        .iter()
        .map(|(experiment, _)| {
            let id = escaped(&experiment.id);
            format!(
                "<li><a href=\"#{id}\">{}</a></li>",
                escaped(&experiment.question)
            )
        })
        .collect();
    let head = format!(
        "<h1>Published experiments, repeated</h1>\n\
         <p class=\"lead\">Every number was played again by the commands shown. Rates are compared by the test of two \
         proportions; they differ where chance alone would explain it less than once in a hundred times. Ratios are ours \
         divided by theirs, where nothing was published about the spread.</p>\n\
         <ul class=\"facts\"><li><b>{}</b><span>experiments</span></li><li><b>{numbers}</b><span>numbers</span></li>\
         <li><b>{agreeing}</b><span>rates that agree</span></li><li><b>{differing}</b><span>rates that differ</span></li></ul>\n\
         <nav><ol>{}</ol></nav>",
        experiments.len(),
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
    if let Some(figure) = figure(experiment, findings) {
        html.push_str(&format!("<section><figure>{figure}</figure></section>"));
    }
    let mut rows = Vec::new();
    let mut commands: Vec<&str> = Vec::new();
    for question in &experiment.questions {
        let Some(found) = findings.of(question) else {
            continue;
        };
        let measure = experiment.measure_of(question);
        let is_rate = measure.is_rate() && question.relative_to.is_none();
        let verdict = judge(experiment, question, found);
        let mut words = told(verdict);
        if matches!(verdict, Verdict::Differs(_)) && !question.why.is_empty() {
            words.push_str(&format!(
                "<div class=\"why\">{}</div>",
                escaped(&question.why)
            ));
        }
        rows.push(vec![
            format!(
                "{} <small>{}</small>",
                escaped(&question.row),
                escaped(&question.column)
            ),
            question
                .published
                .map_or("–".to_owned(), |published| match is_rate {
                    true => format!("{published:.1}\u{202f}%"),
                    false => significant(published),
                }),
            match is_rate {
                true => percent(found.value),
                false => significant(found.value),
            },
            interval(found, is_rate),
            found.cases.to_string(),
            words,
        ]);
        if !commands.contains(&found.command.as_str()) {
            commands.push(&found.command);
        }
    }
    let header = ["", "published", "ours", "95% interval", "cases", "verdict"];
    html.push_str(&format!(
        "<section><h2>{}</h2>{}<details><summary class=\"why\">{} commands, seed {}</summary><pre>{}</pre></details></section>",
        escaped(experiment.measure.name()),
        table(&header, &rows),
        commands.len(),
        escaped(&findings.seed),
        escaped(&commands.join("\n"))
    ));
    html
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
fn significant(number: f64) -> String {
    match number.abs() {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        0.095.. => format!("{number:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{number:.2e}"),
    }
}

/// Ours with intervals and the published numbers, by the numbers that the columns are.
fn figure(experiment: &Experiment, findings: &Findings) -> Option<String> {
    let chart = experiment.chart.as_ref()?;
    let mut series: Vec<Series> = Vec::new();
    let mut add = |name: String, point: Point| match series.iter_mut().find(|s| s.name == name) {
        Some(series) => series.points.push(point),
        None => series.push(Series {
            name,
            points: vec![point],
        }),
    };
    let is_rate = experiment.measure.is_rate();
    for question in &experiment.questions {
        let (Some(found), Ok(x)) = (findings.of(question), question.column.parse()) else {
            continue;
        };
        add(
            question.row.clone(),
            Point {
                x,
                y: found.value,
                interval: found.interval,
            },
        );
    }
    for question in &experiment.questions {
        if let (Some(y), Ok(x)) = (question.published, question.column.parse()) {
            let y = if is_rate { y / 100.0 } else { y };
            add(
                format!("{} (published)", question.row),
                Point {
                    x,
                    y,
                    interval: None,
                },
            );
        }
    }
    let x = Axis {
        label: chart.x.clone(),
        scale: Scale::Linear,
        at_least: None,
        unit: Unit::Number,
    };
    let y = Axis {
        label: experiment.measure.name().to_owned(),
        scale: if chart.log {
            Scale::Logarithmic
        } else {
            Scale::Linear
        },
        at_least: is_rate.then_some((0.0, 1.0)),
        unit: if is_rate { Unit::Percent } else { Unit::Number },
    };
    let reference = match experiment.measure {
        Measure::Won | Measure::WonFirst => Reference::Level(0.5),
        _ => Reference::None,
    };
    Some(plot(&x, &y, &series, reference))
}

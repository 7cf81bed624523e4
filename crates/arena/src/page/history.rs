//! Page about a tuning: every trial, and the score by each parameter.

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::tables::table;
use super::{escape_html, html_document, percent, percent_range};
use crate::tune::{TuningHistory, TuningTrial};

/// Builds the page about a tuning.
pub fn tuning_page(history: &TuningHistory) -> String {
    let title = format!("{}: {}", history.game, history.agent);
    let mut sections = vec![head(history)];
    let order = |trial: usize| trial as f64 + 1.0;
    let all = (0..history.trials.len()).map(order).collect();
    sections.push(figure(history, "Trials in their order", "trial", all));
    for (index, name) in history.parameters.iter().enumerate() {
        let xs = history
            .trials
            .iter()
            .map(|trial| trial.values[index])
            .collect();
        sections.push(figure(history, &format!("Score by {name}"), name, xs));
    }
    let rows: Vec<Vec<String>> = history.trials.iter().map(row).collect();
    let header = ["agent", "score", "95% interval", "games"];
    sections.push(format!(
        "<section><h2>All trials</h2>{}</section>",
        table(&header, &rows)
    ));
    html_document(&title, &sections)
}

fn head(history: &TuningHistory) -> String {
    let best = match &history.best {
        Some(best) => format!(
            "<section><h2>Found</h2><pre>{}</pre><p>{} of the points in {} more games ({})</p></section>",
            escape_html(&best.spec),
            percent(best.score),
            best.games,
            best.interval.map_or("–".to_owned(), percent_range)
        ),
        None => String::new(),
    };
    let openings = history.openings.as_deref();
    let openings = openings.map_or(String::new(), |spec| {
        format!("; openings {}", escape_html(spec))
    });
    format!(
        "<h1>{} tuned for {}</h1><p class=\"lead\">{}; against {}; seed {}{openings}</p>{best}",
        escape_html(&history.agent),
        escape_html(&history.game),
        escape_html(&history.method),
        escape_html(&history.opponents.join(", ")),
        escape_html(&history.seed)
    )
}

fn row(trial: &TuningTrial) -> Vec<String> {
    vec![
        format!("<code>{}</code>", escape_html(&trial.spec)),
        percent(trial.score),
        trial.interval.map_or("–".to_owned(), percent_range),
        trial.games.to_string(),
    ]
}

fn figure(history: &TuningHistory, title: &str, label: &str, xs: Vec<f64>) -> String {
    let points = xs
        .into_iter()
        .zip(&history.trials)
        .map(|(x, trial)| PlotPoint {
            x,
            y: trial.score,
            interval: trial.interval,
        });
    let mut points: Vec<PlotPoint> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let x = PlotAxis {
        label: label.to_owned(),
        scale: AxisScale::Linear,
        at_least: None,
        unit: AxisUnit::Number,
    };
    let y = PlotAxis {
        label: "score".to_owned(),
        scale: AxisScale::Linear,
        at_least: None,
        unit: AxisUnit::Percent,
    };
    let series = [PlotSeries {
        name: "score".to_owned(),
        look: SeriesStyle::Joined,
        points,
    }];
    let svg = plot(&x, &y, &series, ReferenceLine::None);
    format!(
        "<section><h2>{}</h2><figure>{svg}<figcaption>Bars are 95 % intervals from blocks of games.</figcaption></figure></section>",
        escape_html(title)
    )
}

//! HTML page about a parameter tuning: all trials, and the score by each parameter.

use super::chart::{AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, plot};
use super::tables::table;
use super::{escape_html, figure, html_document, percent, percent_range, section};
use crate::tune::{TuningHistory, TuningTrial};

/// Builds the HTML page about the history of a parameter tuning.
pub fn tuning_page(history: &TuningHistory) -> String {
    let title = format!("{}: {}", history.game, history.agent);
    let mut sections = vec![head(history)];
    let order = |trial: usize| trial as f64 + 1.0;
    let all = (0..history.trials.len()).map(order).collect();
    sections.push(score_plot(history, "Trials in their order", "trial", all));
    for (index, name) in history.parameters.iter().enumerate() {
        let xs = history
            .trials
            .iter()
            .map(|trial| trial.values[index])
            .collect();
        let title = format!("Score by {name}");
        sections.push(score_plot(history, &title, name, xs));
    }
    let rows: Vec<Vec<String>> = history.trials.iter().map(row).collect();
    let header = ["agent", "score", "95% interval", "games"];
    sections.push(section("All trials", &table(&header, &rows)));
    html_document(&title, &sections)
}

fn head(history: &TuningHistory) -> String {
    let best = history.best.as_ref().map(|best| {
        let found = format!(
            "<pre>{}</pre><p>{} of the points in {} more games ({})</p>",
            escape_html(&best.spec),
            percent(best.score),
            best.games,
            best.interval.map_or("–".to_owned(), percent_range)
        );
        section("Found", &found)
    });
    let best = best.unwrap_or_default();
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

fn score_plot(history: &TuningHistory, title: &str, label: &str, xs: Vec<f64>) -> String {
    let trials = xs.into_iter().zip(&history.trials);
    let mut points: Vec<PlotPoint> = trials
        .map(|(x, trial)| PlotPoint {
            x,
            y: trial.score,
            interval: trial.interval,
        })
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let x = PlotAxis::linear(label, AxisUnit::Number);
    let y = PlotAxis::linear("score", AxisUnit::Percent);
    let series = [PlotSeries::joined("score", points)];
    let svg = plot(&x, &y, &series, ReferenceLine::None);
    let caption = "Bars are 95 % intervals, with blocks of games as samples.";
    section(title, &figure(&svg, caption))
}

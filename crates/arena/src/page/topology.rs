//! HTML page about win rates by properties of the board.

use super::chart::{AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, plot};
use super::tables::table;
use super::{escape_html, figure, heading, html_document, reproduce, section};
use crate::BoardPropertyRegression;

/// Builds the HTML page about the effect of board properties on win rates. `command` is the command
/// line that played the games.
pub fn topology_page(
    title: &str,
    what: &str,
    command: &str,
    agents: &[String],
    effects: &[BoardPropertyRegression],
) -> String {
    let mut sections = vec![heading(title, what)];
    for effect in effects {
        let caption = format!(
            "Boards grouped by {}; bars are 95 % intervals, with boards as independent samples.",
            escape_html(effect.measure)
        );
        let rates = figure(&win_rates(agents, effect), &caption);
        sections.push(section(effect.measure, &(rates + &slopes(agents, effect))));
    }
    sections.push(reproduce(command));
    html_document(title, &sections)
}

/// HTML plot of each agent's win rate by group of boards with similar values of one property.
fn win_rates(agents: &[String], effect: &BoardPropertyRegression) -> String {
    let series = |(agent, name): (usize, &String)| {
        let points = effect.groups.iter().map(|group| PlotPoint {
            x: group.mean,
            y: group.rates[agent].0,
            interval: group.rates[agent].1,
        });
        PlotSeries::joined(name, points)
    };
    let series: Vec<PlotSeries> = agents.iter().enumerate().map(series).collect();
    let x = PlotAxis::linear(effect.measure, AxisUnit::Number);
    let y = PlotAxis::linear("games won", AxisUnit::Percent);
    plot(&x, &y, &series, ReferenceLine::None)
}

fn slopes(agents: &[String], effect: &BoardPropertyRegression) -> String {
    let rows: Vec<Vec<String>> = agents
        .iter()
        .zip(&effect.slopes)
        .map(|(agent, slope)| {
            let points = |share: f64| format!("{:+.1}", 100.0 * share);
            let told = slope.map(|slope| {
                let (low, high) = slope.interval;
                let p = match slope.p {
                    p if p < 1e-3 => "&lt; 0.001".to_owned(),
                    p => format!("{p:.3}"),
                };
                [
                    points(slope.per_deviation),
                    format!("{} – {}", points(low), points(high)),
                    p,
                ]
            });
            let told = told.unwrap_or_else(|| ["–", "–", "–"].map(str::to_owned));
            [vec![escape_html(agent)], told.to_vec()].concat()
        })
        .collect();
    let header = [
        "",
        "points of the win rate per standard deviation",
        "95% interval",
        "p",
    ];
    table(&header, &rows)
}

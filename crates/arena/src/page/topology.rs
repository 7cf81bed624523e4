//! Page about boards: win rates by the shape of the board.

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::tables::table;
use super::{escape_html, html_document};
use crate::BoardEffect;

/// Builds the page, with the command that played the games.
pub fn topology_page(
    title: &str,
    what: &str,
    command: &str,
    agents: &[String],
    effects: &[BoardEffect],
) -> String {
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escape_html(title),
        escape_html(what)
    )];
    for effect in effects {
        sections.push(format!(
            "<section><h2>{}</h2><figure>{}<figcaption>Boards in groups by their {}; bars are 95 % \
             intervals, boards being independent.</figcaption></figure>{}</section>",
            escape_html(effect.measure),
            figure(agents, effect),
            escape_html(effect.measure),
            slopes(agents, effect)
        ));
    }
    sections.push(format!(
        "<section><h2>How to reproduce this</h2><pre>{}</pre></section>",
        escape_html(command)
    ));
    html_document(title, &sections)
}

fn figure(agents: &[String], effect: &BoardEffect) -> String {
    let series: Vec<PlotSeries> = agents
        .iter()
        .enumerate()
        .map(|(agent, name)| PlotSeries {
            name: name.clone(),
            look: SeriesStyle::Joined,
            points: effect
                .groups
                .iter()
                .map(|group| PlotPoint {
                    x: group.mean,
                    y: group.rates[agent].0,
                    interval: group.rates[agent].1,
                })
                .collect(),
        })
        .collect();
    let axis = |label: &str, unit: AxisUnit| PlotAxis {
        label: label.to_owned(),
        scale: AxisScale::Linear,
        at_least: None,
        unit,
    };
    plot(
        &axis(effect.measure, AxisUnit::Number),
        &axis("games won", AxisUnit::Percent),
        &series,
        ReferenceLine::None,
    )
}

fn slopes(agents: &[String], effect: &BoardEffect) -> String {
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

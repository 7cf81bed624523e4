//! The page about boards: win rates by the shape of the board.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::tables::table;
use super::{document, escaped};
use crate::BoardEffect;

/// One page that shows how the win rates of agents depend on the board, and the command that played.
pub fn topology_page(
    title: &str,
    what: &str,
    command: &str,
    agents: &[String],
    effects: &[BoardEffect],
) -> String {
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escaped(title),
        escaped(what)
    )];
    for effect in effects {
        sections.push(format!(
            "<section><h2>{}</h2><figure>{}<figcaption>Boards in groups by their {}; bars are 95 % \
             intervals, boards being independent.</figcaption></figure>{}</section>",
            escaped(effect.measure),
            figure(agents, effect),
            escaped(effect.measure),
            slopes(agents, effect)
        ));
    }
    sections.push(format!(
        "<section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(command)
    ));
    document(title, &sections)
}

fn figure(agents: &[String], effect: &BoardEffect) -> String {
    let series: Vec<Series> = agents
        .iter()
        .enumerate()
        .map(|(agent, name)| Series {
            name: name.clone(),
            look: Look::Joined,
            points: effect
                .groups
                .iter()
                .map(|group| Point {
                    x: group.mean,
                    y: group.rates[agent].0,
                    interval: group.rates[agent].1,
                })
                .collect(),
        })
        .collect();
    let axis = |label: &str, unit: Unit| Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        at_least: None,
        unit,
    };
    plot(
        &axis(effect.measure, Unit::Number),
        &axis("games won", Unit::Percent),
        &series,
        Reference::None,
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
            [vec![escaped(agent)], told.to_vec()].concat()
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

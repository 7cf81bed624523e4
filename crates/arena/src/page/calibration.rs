//! The page about estimates: what was expected, and what happened.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::{document, escaped};
use crate::stats::wilson;

/// Estimates of one agent: how many there were around a probability, their mean, and how often what
/// they estimated happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// The agent.
    pub agent: String,
    /// Number, mean estimate and share that came true, for each tenth.
    pub tenths: Vec<(u64, f64, f64)>,
}

/// One page that shows how good estimates of probabilities are, and the command that measured them.
pub fn calibration_page(title: &str, what: &str, command: &str, all: &[Estimates]) -> String {
    let point = |&(count, estimated, happened): &(u64, f64, f64)| Point {
        x: estimated,
        y: happened,
        interval: Some(wilson(happened * count as f64, count)),
    };
    let series: Vec<Series> = all
        .iter()
        .map(|estimates| Series {
            name: estimates.agent.clone(),
            look: Look::Joined,
            points: estimates
                .tenths
                .iter()
                .filter(|tenth| tenth.0 > 0)
                .map(point)
                .collect(),
        })
        .collect();
    let axis = |label: &str| Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        at_least: Some((0.0, 1.0)),
        unit: Unit::Percent,
    };
    let svg = plot(
        &axis("estimated"),
        &axis("happened"),
        &series,
        Reference::Diagonal,
    );
    let section = format!(
        "<h1>{}</h1><p class=\"lead\">{}</p><section><figure>{svg}<figcaption>On the dashed line estimates are right. \
         Bars are 95 % intervals (Wilson).</figcaption></figure></section>\
         <section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(title),
        escaped(what),
        escaped(command)
    );
    document(title, &[section])
}

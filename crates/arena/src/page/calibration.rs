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
    let held = curves(all, |&(count, estimated, happened), _| Point {
        x: estimated,
        y: happened,
        interval: Some(wilson(happened * count as f64, count)),
    });
    let shares = curves(all, |&(count, estimated, _), all| Point {
        x: estimated,
        y: count as f64 / all as f64,
        interval: None,
    });
    let axis = |label: &str| Axis {
        label: label.to_owned(),
        scale: Scale::Linear,
        at_least: Some((0.0, 1.0)),
        unit: Unit::Percent,
    };
    let estimated = axis("estimated");
    let svg = plot(&estimated, &axis("happened"), &held, Reference::Diagonal);
    let share = axis("share of all estimates");
    let spread = plot(&estimated, &share, &shares, Reference::None);
    let section = format!(
        "<h1>{}</h1><p class=\"lead\">{}</p><section><figure>{svg}<figcaption>On the dashed line estimates are right. \
         Bars are 95 % intervals (Wilson).</figcaption></figure></section>\
         <section><h2>How often each was estimated</h2><figure>{spread}<figcaption>By tenths.</figcaption></figure></section>\
         <section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(title),
        escaped(what),
        escaped(command)
    );
    document(title, &[section])
}

/// A curve for each agent, with a point for each tenth in which there were estimates; it is made of the
/// tenth and of how many estimates there were in all.
fn curves(all: &[Estimates], point: impl Fn(&(u64, f64, f64), u64) -> Point + Copy) -> Vec<Series> {
    let curve = |estimates: &Estimates| {
        let tenths = || estimates.tenths.iter().filter(|tenth| tenth.0 > 0);
        let count = tenths().map(|tenth| tenth.0).sum();
        Series {
            name: estimates.agent.clone(),
            look: Look::Joined,
            points: tenths().map(|tenth| point(tenth, count)).collect(),
        }
    };
    all.iter().map(curve).collect()
}

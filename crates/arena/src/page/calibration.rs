//! Page about the calibration of probability estimates.

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::{escape_html, html_document};
use crate::stats::wilson;

/// Calibration curve of one agent: its estimates in tenths against observed frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationCurve {
    /// Spec of the agent.
    pub agent: String,
    /// Number of cases, mean estimate and observed frequency, for each tenth.
    pub tenths: Vec<(u64, f64, f64)>,
}

/// Builds the page, with the command that reproduces it.
pub fn calibration_page(
    title: &str,
    what: &str,
    command: &str,
    all: &[CalibrationCurve],
) -> String {
    let held = curves(all, |&(count, estimated, happened), _| PlotPoint {
        x: estimated,
        y: happened,
        interval: Some(wilson(happened * count as f64, count)),
    });
    let shares = curves(all, |&(count, estimated, _), all| PlotPoint {
        x: estimated,
        y: count as f64 / all as f64,
        interval: None,
    });
    let axis = |label: &str| PlotAxis {
        label: label.to_owned(),
        scale: AxisScale::Linear,
        at_least: Some((0.0, 1.0)),
        unit: AxisUnit::Percent,
    };
    let estimated = axis("estimated");
    let svg = plot(
        &estimated,
        &axis("happened"),
        &held,
        ReferenceLine::Diagonal,
    );
    let share = axis("share of all estimates");
    let spread = plot(&estimated, &share, &shares, ReferenceLine::None);
    let section = format!(
        "<h1>{}</h1><p class=\"lead\">{}</p><section><figure>{svg}<figcaption>On the dashed line estimates are right. \
         Bars are 95 % intervals (Wilson).</figcaption></figure></section>\
         <section><h2>How often each was estimated</h2><figure>{spread}<figcaption>By tenths.</figcaption></figure></section>\
         <section><h2>How to reproduce this</h2><pre>{}</pre></section>",
        escape_html(title),
        escape_html(what),
        escape_html(command)
    );
    html_document(title, &[section])
}

/// Curve for each agent, with a point for each non-empty tenth. `point` gets the tenth and the
/// number of all estimates.
fn curves(
    all: &[CalibrationCurve],
    point: impl Fn(&(u64, f64, f64), u64) -> PlotPoint + Copy,
) -> Vec<PlotSeries> {
    let curve = |estimates: &CalibrationCurve| {
        let tenths = || estimates.tenths.iter().filter(|tenth| tenth.0 > 0);
        let count = tenths().map(|tenth| tenth.0).sum();
        PlotSeries {
            name: estimates.agent.clone(),
            look: SeriesStyle::Joined,
            points: tenths().map(|tenth| point(tenth, count)).collect(),
        }
    };
    all.iter().map(curve).collect()
}

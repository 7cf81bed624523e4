//! HTML page with calibration plots of agents' probability estimates.

use super::chart::{PlotAxis, PlotPoint, PlotSeries, ReferenceLine, plot};
use super::{figure, heading, html_document, reproduce, section};
use crate::stats::wilson;

/// Calibration curve of one agent: its probability estimates, in ten classes, and observed
/// frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationCurve {
    /// Spec of the agent.
    pub agent: String,
    /// Number of estimates, mean estimate and observed frequency for each tenth of the estimates: 0
    /// to 10 %, 10 to 20 %, and so on.
    pub tenths: Vec<(u64, f64, f64)>,
}

/// Builds the HTML page with the agents' calibration plots. `command` is the command line that
/// reproduces the page.
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
    let shares = curves(all, |&(count, estimated, _), all| {
        PlotPoint::new(estimated, count as f64 / all as f64)
    });
    let estimated = PlotAxis::percent("estimated");
    let happened = PlotAxis::percent("observed");
    let svg = plot(&estimated, &happened, &held, ReferenceLine::Diagonal);
    let caption = "On the dashed line, estimates equal observed frequencies. Bars are 95 % intervals (Wilson).";
    let held = format!("<section>{}</section>", figure(&svg, caption));
    let share = PlotAxis::percent("share of all estimates");
    let spread = plot(&estimated, &share, &shares, ReferenceLine::None);
    let spread = section(
        "Distribution of the estimates",
        &figure(&spread, "By tenths."),
    );
    let page = [heading(title, what), held, spread, reproduce(command)].concat();
    html_document(title, &[page])
}

/// Builds one plot series per agent, with a point for each non-empty class of estimates. `point`
/// computes the point from a class and the agent's total number of estimates.
fn curves(
    all: &[CalibrationCurve],
    point: impl Fn(&(u64, f64, f64), u64) -> PlotPoint + Copy,
) -> Vec<PlotSeries> {
    let curve = |estimates: &CalibrationCurve| {
        let tenths = || estimates.tenths.iter().filter(|tenth| tenth.0 > 0);
        let count = tenths().map(|tenth| tenth.0).sum();
        PlotSeries::joined(&estimates.agent, tenths().map(|tenth| point(tenth, count)))
    };
    all.iter().map(curve).collect()
}

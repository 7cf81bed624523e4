//! HTML page with plots of exact probabilities.

use super::chart::{AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, plot};
use super::{heading, html_document, reproduce};

/// Named curve of probabilities, for a line plot.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotCurve {
    /// Name of the curve in the legend.
    pub name: String,
    /// Points of the curve: x and probability.
    pub points: Vec<(f64, f64)>,
}

/// Builds an HTML page with one plot per element of `parts`: x label, y label and curves.
pub fn curve_page(
    title: &str,
    what: &str,
    command: &str,
    parts: &[(&str, &str, Vec<PlotCurve>)],
) -> String {
    let mut sections = vec![heading(title, what)];
    for (x, y, curves) in parts {
        let series: Vec<PlotSeries> = curves
            .iter()
            .map(|curve| {
                let points = curve.points.iter();
                PlotSeries::joined(&curve.name, points.map(|&(x, y)| PlotPoint::new(x, y)))
            })
            .collect();
        let x = PlotAxis::linear(*x, AxisUnit::Number);
        let y = PlotAxis::linear(*y, AxisUnit::Percent).including(0.0, 0.0);
        let svg = plot(&x, &y, &series, ReferenceLine::None);
        sections.push(format!("<section><figure>{svg}</figure></section>"));
    }
    sections.push(reproduce(command));
    html_document(title, &sections)
}

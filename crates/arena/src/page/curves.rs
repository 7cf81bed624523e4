//! Page of exact probabilities drawn as curves.

use super::chart::{
    AxisScale, AxisUnit, PlotAxis, PlotPoint, PlotSeries, ReferenceLine, SeriesStyle, plot,
};
use super::{escape_html, html_document};

/// Named curve of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotCurve {
    /// Name in the legend.
    pub name: String,
    /// Points (x, probability).
    pub points: Vec<(f64, f64)>,
}

/// Builds a page with one plot for each part: labels of both axes, and curves.
pub fn curve_page(
    title: &str,
    what: &str,
    command: &str,
    parts: &[(&str, &str, Vec<PlotCurve>)],
) -> String {
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escape_html(title),
        escape_html(what)
    )];
    for (x, y, curves) in parts {
        let series: Vec<PlotSeries> = curves
            .iter()
            .map(|curve| PlotSeries {
                name: curve.name.clone(),
                look: SeriesStyle::Joined,
                points: curve
                    .points
                    .iter()
                    .map(|&(x, y)| PlotPoint {
                        x,
                        y,
                        interval: None,
                    })
                    .collect(),
            })
            .collect();
        let axis = |label: &str, unit: AxisUnit| PlotAxis {
            label: label.to_owned(),
            scale: AxisScale::Linear,
            at_least: (unit == AxisUnit::Percent).then_some((0.0, 0.0)),
            unit,
        };
        let svg = plot(
            &axis(x, AxisUnit::Number),
            &axis(y, AxisUnit::Percent),
            &series,
            ReferenceLine::None,
        );
        sections.push(format!("<section><figure>{svg}</figure></section>"));
    }
    sections.push(format!(
        "<section><h2>How to reproduce this</h2><pre>{}</pre></section>",
        escape_html(command)
    ));
    html_document(title, &sections)
}

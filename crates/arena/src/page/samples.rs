//! Page about training data: distribution of positions, won and lost.

use super::chart::{AxisScale, AxisUnit, PlotAxis, bubble_plot};
use super::{escape_html, html_document};

/// Plot of training positions by a feature of both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplePlot {
    /// Name of the feature.
    pub what: String,
    /// Own value, opponent's value, and number of such positions that were won.
    pub won: Vec<(f64, f64, u64)>,
    /// The same for lost positions.
    pub lost: Vec<(f64, f64, u64)>,
}

/// Builds the page, with the command that played the positions.
pub fn sample_page(title: &str, what: &str, command: &str, plots: &[SamplePlot]) -> String {
    let axis = |label: String, dots: &[&[(f64, f64, u64)]], of: fn(&(f64, f64, u64)) -> f64| {
        // Both figures share their axes, so that they can be compared.
        let values = || dots.iter().flat_map(|dots| dots.iter()).map(of);
        let (low, high) = (
            values().fold(f64::MAX, f64::min),
            values().fold(f64::MIN, f64::max),
        );
        PlotAxis {
            label,
            scale: AxisScale::Linear,
            at_least: (low <= high).then_some((low, high)),
            unit: AxisUnit::Number,
        }
    };
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escape_html(title),
        escape_html(what)
    )];
    for plot in plots {
        let both = [plot.won.as_slice(), plot.lost.as_slice()];
        let x = axis(format!("own {}", plot.what), &both, |dot| dot.0);
        let y = axis(format!("the other's {}", plot.what), &both, |dot| dot.1);
        let mut figures = String::new();
        for (hue, (ending, dots)) in [("won", &plot.won), ("lost", &plot.lost)]
            .into_iter()
            .enumerate()
        {
            let count: u64 = dots.iter().map(|dot| dot.2).sum();
            figures.push_str(&format!(
                "<figure>{}<figcaption>{count} positions that were {ending}; the area of a dot is how many \
                 there were.</figcaption></figure>",
                bubble_plot(&x, &y, hue, dots)
            ));
        }
        sections.push(format!(
            "<section><h2>{}</h2>{figures}</section>",
            escape_html(&plot.what)
        ));
    }
    sections.push(format!(
        "<section><h2>How to reproduce this</h2><pre>{}</pre></section>",
        escape_html(command)
    ));
    html_document(title, &sections)
}

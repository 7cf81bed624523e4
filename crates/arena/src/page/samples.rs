//! HTML page about training data: distribution of won and lost positions.

use super::chart::{AxisUnit, PlotAxis, bubble_plot};
use super::{figure, heading, html_document, reproduce, section};

/// Data of a bubble plot: training positions counted by the values of one feature for the player
/// and for the opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSamplePlot {
    /// Name of the plotted feature.
    pub what: String,
    /// Positions of won games: player's and opponent's feature value, number of positions.
    pub won: Vec<(f64, f64, u64)>,
    /// Positions of lost games: player's and opponent's feature value, number of positions.
    pub lost: Vec<(f64, f64, u64)>,
}

/// Builds the HTML page about training positions. `command` is the command line that generated
/// them.
pub fn sample_page(title: &str, what: &str, command: &str, plots: &[TrainingSamplePlot]) -> String {
    let axis = |label: String, dots: &[&[(f64, f64, u64)]], of: fn(&(f64, f64, u64)) -> f64| {
        // Both figures share their axes, so that they can be compared.
        let values = || dots.iter().flat_map(|dots| dots.iter()).map(of);
        let (low, high) = (
            values().fold(f64::MAX, f64::min),
            values().fold(f64::MIN, f64::max),
        );
        PlotAxis {
            at_least: (low <= high).then_some((low, high)),
            ..PlotAxis::linear(label, AxisUnit::Number)
        }
    };
    let mut sections = vec![heading(title, what)];
    for plot in plots {
        let both = [plot.won.as_slice(), plot.lost.as_slice()];
        let x = axis(format!("own {}", plot.what), &both, |dot| dot.0);
        let y = axis(format!("opponent's {}", plot.what), &both, |dot| dot.1);
        let mut figures = String::new();
        for (hue, (ending, dots)) in [("won", &plot.won), ("lost", &plot.lost)]
            .into_iter()
            .enumerate()
        {
            let count: u64 = dots.iter().map(|dot| dot.2).sum();
            let caption = format!(
                "{count} positions that were {ending}; the area of a dot is proportional to their number."
            );
            figures.push_str(&figure(&bubble_plot(&x, &y, hue, dots), &caption));
        }
        sections.push(section(&plot.what, &figures));
    }
    sections.push(reproduce(command));
    html_document(title, &sections)
}

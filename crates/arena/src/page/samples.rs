//! The page about training data: which positions there were, how often, and how they ended.

use super::chart::{Axis, Scale, Unit, bubbles};
use super::{document, escaped};

/// Positions by two numbers, one of each side.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplePlot {
    /// What the numbers are.
    pub what: String,
    /// The own number, the other's, and how often there were such positions that were won.
    pub won: Vec<(f64, f64, u64)>,
    /// The same for those that were lost.
    pub lost: Vec<(f64, f64, u64)>,
}

/// One page that shows the positions something was learnt from, and the command that played them.
pub fn sample_page(title: &str, what: &str, command: &str, plots: &[SamplePlot]) -> String {
    let axis = |label: String, dots: &[&[(f64, f64, u64)]], of: fn(&(f64, f64, u64)) -> f64| {
        // Both figures have the same axes, so that they can be compared.
        let values = || dots.iter().flat_map(|dots| dots.iter()).map(of);
        let (low, high) = (
            values().fold(f64::MAX, f64::min),
            values().fold(f64::MIN, f64::max),
        );
        Axis {
            label,
            scale: Scale::Linear,
            at_least: (low <= high).then_some((low, high)),
            unit: Unit::Number,
        }
    };
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escaped(title),
        escaped(what)
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
                bubbles(&x, &y, hue, dots)
            ));
        }
        sections.push(format!(
            "<section><h2>{}</h2>{figures}</section>",
            escaped(&plot.what)
        ));
    }
    sections.push(format!(
        "<section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(command)
    ));
    document(title, &sections)
}

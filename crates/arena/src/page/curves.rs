//! A page of exact numbers drawn as curves.

use super::chart::{Axis, Look, Point, Reference, Scale, Series, Unit, plot};
use super::{document, escaped};

/// A curve with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Places along the axis and probabilities.
    pub points: Vec<(f64, f64)>,
}

/// One page with a plot of probabilities for each part: the names of both axes, and its curves.
pub fn curve_page(
    title: &str,
    what: &str,
    command: &str,
    parts: &[(&str, &str, Vec<Curve>)],
) -> String {
    let mut sections = vec![format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>",
        escaped(title),
        escaped(what)
    )];
    for (x, y, curves) in parts {
        let series: Vec<Series> = curves
            .iter()
            .map(|curve| Series {
                name: curve.name.clone(),
                look: Look::Joined,
                points: curve
                    .points
                    .iter()
                    .map(|&(x, y)| Point {
                        x,
                        y,
                        interval: None,
                    })
                    .collect(),
            })
            .collect();
        let axis = |label: &str, unit: Unit| Axis {
            label: label.to_owned(),
            scale: Scale::Linear,
            at_least: (unit == Unit::Percent).then_some((0.0, 0.0)),
            unit,
        };
        let svg = plot(
            &axis(x, Unit::Number),
            &axis(y, Unit::Percent),
            &series,
            Reference::None,
        );
        sections.push(format!("<section><figure>{svg}</figure></section>"));
    }
    sections.push(format!(
        "<section><h2>How to get the same</h2><pre>{}</pre></section>",
        escaped(command)
    ));
    document(title, &sections)
}

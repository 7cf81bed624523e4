//! SVG plots: series with error bars on linear or logarithmic axes, bubble plots, forest plots.

use std::fmt::Write;

use super::escape_html;
use super::pixel_scale::{AxisPixelScale, tick_label};

/// Scale of a plot axis: linear or logarithmic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisScale {
    Linear,
    Logarithmic,
}

/// Axis of a plot: label, scale and number format.
#[derive(Clone, Debug)]
pub(crate) struct PlotAxis {
    pub(crate) label: String,
    pub(crate) scale: AxisScale,
    /// Range of values that the axis must include; `None` to fit the axis to the data.
    pub(crate) at_least: Option<(f64, f64)>,
    /// Format of the tick labels: plain numbers or percentages.
    pub(crate) unit: AxisUnit,
}

impl PlotAxis {
    pub(crate) fn linear(label: impl Into<String>, unit: AxisUnit) -> PlotAxis {
        PlotAxis {
            label: label.into(),
            scale: AxisScale::Linear,
            at_least: None,
            unit,
        }
    }

    /// Creates a linear axis of percentages from 0 to 100.
    pub(crate) fn percent(label: impl Into<String>) -> PlotAxis {
        PlotAxis::linear(label, AxisUnit::Percent).including(0.0, 1.0)
    }

    pub(crate) fn including(self, low: f64, high: f64) -> PlotAxis {
        PlotAxis {
            at_least: Some((low, high)),
            ..self
        }
    }

    pub(crate) fn logarithmic(self) -> PlotAxis {
        PlotAxis {
            scale: AxisScale::Logarithmic,
            ..self
        }
    }
}

/// Number format of the tick labels of an axis: plain or percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisUnit {
    Number,
    Percent,
}

/// Data point of a plot with an optional vertical error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlotPoint {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

impl PlotPoint {
    /// Creates a point without an error bar.
    pub(crate) fn new(x: f64, y: f64) -> PlotPoint {
        let interval = None;
        PlotPoint { x, y, interval }
    }
}

/// Named series of data points in a plot.
#[derive(Clone, Debug)]
pub(crate) struct PlotSeries {
    pub(crate) name: String,
    pub(crate) points: Vec<PlotPoint>,
    pub(crate) look: SeriesStyle,
}

/// Drawing style of the points of a plot series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeriesStyle {
    /// Points joined by a line, with the series' own colour and marker.
    Joined,
    /// Hollow points without a line, with the colour and marker of the series with the given index.
    Hollow(usize),
}

impl PlotSeries {
    pub(crate) fn joined(
        name: impl Into<String>,
        points: impl IntoIterator<Item = PlotPoint>,
    ) -> PlotSeries {
        PlotSeries {
            name: name.into(),
            points: points.into_iter().collect(),
            look: SeriesStyle::Joined,
        }
    }

    /// Index of the colour and marker of this series, which is series `place` of its plot.
    fn hue(&self, place: usize) -> usize {
        match self.look {
            SeriesStyle::Joined => place,
            SeriesStyle::Hollow(other) => other,
        }
    }

    fn fill(&self, place: usize) -> String {
        match self.look {
            SeriesStyle::Joined => format!("var(--c{})", self.hue(place) % 8),
            SeriesStyle::Hollow(_) => "var(--card)".to_owned(),
        }
    }
}

/// Reference line drawn behind the data of a plot, such as a diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ReferenceLine {
    None,
    /// Horizontal line at the given y value.
    Level(f64),
    /// Diagonal line y = x.
    Diagonal,
    /// Curve y = 1/x: the win share of each of x equal players.
    EqualShare,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 48.0;

/// Draws an SVG plot of series with error bars.
pub(crate) fn plot(
    x: &PlotAxis,
    y: &PlotAxis,
    series: &[PlotSeries],
    reference: ReferenceLine,
) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let xs = AxisPixelScale::new(x, points().map(|point| point.x), LEFT, WIDTH - RIGHT);
    let ends = |point: &PlotPoint| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [point.y, low, high]
    };
    let level = match reference {
        ReferenceLine::Level(level) => Some(level),
        ReferenceLine::None | ReferenceLine::Diagonal | ReferenceLine::EqualShare => None,
    };
    let ys = points().flat_map(ends).chain(level);
    let ys = AxisPixelScale::new(y, ys, HEIGHT - BOTTOM, TOP);
    let mut svg = open_svg(WIDTH, HEIGHT, &format!("{} by {}", y.label, x.label));
    axes(&mut svg, x, y, &xs, &ys);
    match reference {
        ReferenceLine::None => {}
        ReferenceLine::Level(level) => {
            let place = ys.to_pixel(level);
            push_line(&mut svg, "reference", (LEFT, place), (WIDTH - RIGHT, place));
        }
        ReferenceLine::Diagonal => {
            let (low, high) = (xs.low.max(ys.low), xs.high.min(ys.high));
            let at = |value: f64| (xs.to_pixel(value), ys.to_pixel(value));
            push_line(&mut svg, "reference", at(low), at(high));
        }
        ReferenceLine::EqualShare => {
            let mut numbers: Vec<f64> = points().map(|point| point.x).collect();
            numbers.retain(|number| *number >= 1.0);
            numbers.sort_by(f64::total_cmp);
            numbers.dedup();
            let at = |number: f64| (xs.to_pixel(number), ys.to_pixel(1.0 / number));
            for ends in numbers.windows(2) {
                push_line(&mut svg, "reference", at(ends[0]), at(ends[1]));
            }
        }
    }
    for (index, series) in series.iter().enumerate() {
        draw_series(&mut svg, index, series, &xs, &ys);
    }
    svg.push_str("</svg>");
    if series.len() > 1 {
        svg.push_str(&legend(series));
    }
    svg
}

/// Draws an SVG bubble plot of points (x, y, count); the area of a bubble is proportional to the
/// count.
pub(crate) fn bubble_plot(
    x: &PlotAxis,
    y: &PlotAxis,
    hue: usize,
    dots: &[(f64, f64, u64)],
) -> String {
    /// Radius of the largest bubble, in pixels.
    const RADIUS: f64 = 9.0;
    let xs = AxisPixelScale::new(x, dots.iter().map(|dot| dot.0), LEFT, WIDTH - RIGHT);
    let ys = AxisPixelScale::new(y, dots.iter().map(|dot| dot.1), HEIGHT - BOTTOM, TOP);
    let mut svg = open_svg(WIDTH, HEIGHT, &format!("{} by {}", y.label, x.label));
    axes(&mut svg, x, y, &xs, &ys);
    let most = dots.iter().map(|dot| dot.2).max().unwrap_or(1).max(1) as f64;
    let _ = write!(svg, "<g fill=\"var(--c{})\" opacity=\".8\">", hue % 8);
    for &(x, y, count) in dots {
        let (x, y) = (xs.to_pixel(x), ys.to_pixel(y));
        let radius = (RADIUS * (count as f64 / most).sqrt()).max(0.4);
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.2}\"/>"
        );
    }
    svg.push_str("</g></svg>");
    svg
}

/// Draws the x and y axis of a plot with grid lines, ticks and labels.
fn axes(svg: &mut String, x: &PlotAxis, y: &PlotAxis, xs: &AxisPixelScale, ys: &AxisPixelScale) {
    for tick in ys.ticks() {
        let place = ys.to_pixel(tick);
        let end = WIDTH - RIGHT;
        push_line(svg, "grid", (LEFT, place), (end, place));
        push_text(
            svg,
            "",
            "end",
            (LEFT - 8.0, place + 4.0),
            &tick_label(tick, y.unit),
        );
    }
    for tick in xs.ticks() {
        let place = xs.to_pixel(tick);
        let bottom = HEIGHT - BOTTOM;
        push_line(svg, "grid", (place, TOP), (place, bottom));
        push_text(
            svg,
            "",
            "middle",
            (place, bottom + 18.0),
            &tick_label(tick, x.unit),
        );
    }
    let corner = (LEFT, HEIGHT - BOTTOM);
    push_line(svg, "axis", corner, (WIDTH - RIGHT, corner.1));
    push_text(
        svg,
        "",
        "middle",
        (f64::midpoint(LEFT, WIDTH - RIGHT), HEIGHT - 10.0),
        &x.label,
    );
    let _ = write!(
        svg,
        "<text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(TOP, HEIGHT - BOTTOM),
        escape_html(&y.label)
    );
}

fn draw_series(
    svg: &mut String,
    index: usize,
    series: &PlotSeries,
    xs: &AxisPixelScale,
    ys: &AxisPixelScale,
) {
    let hue = series.hue(index);
    let colour = format!("var(--c{})", hue % 8);
    let at = |point: &PlotPoint| (xs.to_pixel(point.x), ys.to_pixel(point.y));
    let path: Vec<String> = series
        .points
        .iter()
        .map(|point| {
            let (x, y) = at(point);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<g stroke=\"{colour}\" stroke-width=\"1.6\" fill=\"{}\">",
        series.fill(index)
    );
    if series.look == SeriesStyle::Joined {
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\" opacity=\".55\"/>",
            path.join(" ")
        );
    }
    for point in &series.points {
        let (x, y) = at(point);
        if let Some((low, high)) = point.interval {
            let (low, high) = (ys.to_pixel(low), ys.to_pixel(high));
            let _ = write!(
                svg,
                "<path d=\"M{x:.1} {low:.1}V{high:.1}M{:.1} {low:.1}h8M{:.1} {high:.1}h8\" stroke-width=\"1.4\" fill=\"none\"/>",
                x - 4.0,
                x - 4.0
            );
        }
        marker(svg, hue, x, y);
    }
    svg.push_str("</g>");
}

/// Draws the marker of series `index`. Series differ in shape too, for colour-blind readers.
fn marker(svg: &mut String, index: usize, x: f64, y: f64) {
    // Colours repeat after eight series, with a different shape.
    let _ = match (index + index / 8) % 4 {
        0 => write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7.4\" height=\"7.4\"/>",
            x - 3.7,
            y - 3.7
        ),
        2 => write!(svg, "<path d=\"M{x:.1} {:.1}l4.8 8.4h-9.6z\"/>", y - 5.2),
        _ => write!(svg, "<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"/>", y - 5.0),
    };
}

fn legend(series: &[PlotSeries]) -> String {
    let mut html = String::from("<figcaption>");
    for (index, series) in series.iter().enumerate() {
        let mut shape = String::new();
        let hue = series.hue(index);
        marker(&mut shape, hue, 7.0, 7.0);
        let _ = write!(
            html,
            "<span style=\"white-space:nowrap;margin-right:1.2em\"><svg viewBox=\"0 0 14 14\" style=\"display:inline-block;width:.9em;height:.9em;vertical-align:-.08em\" stroke=\"var(--c{})\" stroke-width=\"1.6\" fill=\"{}\" aria-hidden=\"true\">{shape}</svg> {}</span>",
            hue % 8,
            series.fill(index),
            escape_html(&series.name)
        );
    }
    html.push_str("</figcaption>");
    html
}

/// Row of a forest plot: name, estimate and interval.
#[derive(Clone, Debug)]
pub(crate) struct ForestPlotRow {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

/// Draws an SVG forest plot: one estimate with its interval per row, highest estimate first.
pub(crate) fn forest_plot(label: &str, mut rows: Vec<ForestPlotRow>) -> String {
    const STEP: f64 = 30.0;
    const NAMES: f64 = 300.0;
    const WIDTH: f64 = 860.0;
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let height = TOP + STEP * rows.len() as f64 + BOTTOM;
    let axis = PlotAxis::linear(label, AxisUnit::Number);
    let ends = |row: &ForestPlotRow| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [low, row.value, high]
    };
    let xs = AxisPixelScale::new(&axis, rows.iter().flat_map(ends), NAMES, WIDTH - 70.0);
    let mut svg = open_svg(WIDTH, height, label);
    let bottom = height - BOTTOM;
    for tick in xs.ticks() {
        let place = xs.to_pixel(tick);
        push_line(&mut svg, "grid", (place, TOP), (place, bottom));
        push_text(
            &mut svg,
            "",
            "middle",
            (place, bottom + 18.0),
            &tick_label(tick, AxisUnit::Number),
        );
    }
    push_text(
        &mut svg,
        "",
        "middle",
        (f64::midpoint(NAMES, WIDTH - 70.0), height - 10.0),
        label,
    );
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + STEP * (index as f64 + 0.5);
        let x = xs.to_pixel(row.value);
        push_text(
            &mut svg,
            "name",
            "end",
            (NAMES - 16.0, y + 4.0),
            &truncated(&row.name, 42),
        );
        svg.push_str("<g stroke=\"var(--c0)\" fill=\"var(--c0)\">");
        if let Some((low, high)) = row.interval {
            let (low, high) = (xs.to_pixel(low), xs.to_pixel(high));
            let _ = write!(
                svg,
                "<path d=\"M{low:.1} {y:.1}H{high:.1}\" stroke-width=\"8\" opacity=\".28\" stroke-linecap=\"round\"/>"
            );
        }
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/></g>");
        let value = signed_integer(row.value);
        push_text(&mut svg, "value", "start", (WIDTH - 58.0, y + 4.0), &value);
    }
    svg.push_str("</svg>");
    svg
}

/// Formats a value as an integer with its sign.
pub(super) fn signed_integer(value: f64) -> String {
    match value.round() {
        0.0 => "0".to_owned(),
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        value if value.is_nan() => "–".to_owned(),
        value => format!("{value:+.0}").replace('-', "−"),
    }
}

/// Truncates a text to at most `most` characters and marks the cut with an ellipsis.
pub(crate) fn truncated(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

fn open_svg(width: f64, height: f64, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        escape_html(label)
    )
}

fn push_line(svg: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

fn push_text(svg: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), words: &str) {
    let _ = write!(
        svg,
        "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escape_html(words)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: AxisScale) -> PlotAxis {
        PlotAxis {
            scale,
            ..PlotAxis::linear("time <ms>", AxisUnit::Number)
        }
    }

    #[test]
    fn no_two_of_many_series_look_the_same() {
        let mut looks = std::collections::HashSet::new();
        for index in 0..32 {
            let series = PlotSeries::joined("", [PlotPoint::new(1.0, 1.0)]);
            let mut shape = String::new();
            marker(&mut shape, series.hue(index), 7.0, 7.0);
            assert!(looks.insert((series.fill(index), shape)), "{index}");
        }
    }

    #[test]
    fn an_equal_share_is_one_divided_by_the_players() {
        let points = [2.0, 3.0, 8.0].map(|x| PlotPoint::new(x, 0.4));
        let series = [PlotSeries::joined("a", points)];
        let axis = axis(AxisScale::Linear).including(0.0, 1.0);
        let svg = plot(&axis, &axis, &series, ReferenceLine::EqualShare);
        assert_eq!(svg.matches("class=\"reference\"").count(), 2);
        // The equal share of two players is halfway between the axis and the top.
        let half = f64::midpoint(TOP, HEIGHT - BOTTOM);
        assert!(svg.contains(&format!("y1=\"{half:.1}\"")), "{svg}");
        let none = plot(&axis, &axis, &series, ReferenceLine::None);
        assert!(!none.contains("reference"));
    }

    #[test]
    fn a_plot_survives_odd_numbers_and_escapes_words() {
        let points = [0.0, f64::NAN, f64::INFINITY, 3.0].map(|y| PlotPoint {
            x: 1.0,
            y,
            interval: Some((y, y)),
        });
        let series = [PlotSeries::joined("<a>", points)];
        for scale in [AxisScale::Linear, AxisScale::Logarithmic] {
            let svg = plot(&axis(scale), &axis(scale), &series, ReferenceLine::Diagonal);
            assert!(svg.contains("time &lt;ms&gt;") && !svg.contains("<ms>"));
        }
        assert!(
            plot(
                &axis(AxisScale::Linear),
                &axis(AxisScale::Linear),
                &[],
                ReferenceLine::None
            )
            .ends_with("</svg>")
        );
    }
}

//! SVG pictures of positions, for notebooks and web pages.

use std::fmt::Write;

use crate::palette::seat_colour;
use crate::{Game, Seat};

/// A game that draws its positions as SVG pictures.
pub trait DrawSvg: Game {
    /// Draws the position as the seat of `view` sees it.
    fn picture(&self, view: &Self::View) -> Svg;

    /// Draws the position with nothing hidden. Games with hidden information must override the
    /// default.
    fn picture_revealed(&self, state: &Self::State) -> Svg {
        self.picture(&self.view(state, Seat::FIRST))
    }
}

/// An SVG picture under construction. Lengths are in pixels; the y axis points down.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// Creates an empty picture of this width and height, in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg {
            width,
            height,
            body: String::new(),
        }
    }

    /// Creates a picture that shows a terminal drawing in a monospace font.
    pub fn of_text(drawing: &str) -> Svg {
        const SIZE: f64 = 14.0;
        let columns = drawing.lines().map(|line| line.chars().count()).max();
        let mut svg = Svg::new(
            (columns.unwrap_or(0) + 2) as f64 * 0.6 * SIZE,
            (drawing.lines().count() + 1) as f64 * 1.2 * SIZE,
        );
        for (row, line) in drawing.lines().enumerate() {
            let (x, y) = (0.6 * SIZE, (row + 1) as f64 * 1.2 * SIZE);
            let words = escaped(line);
            svg.add(format_args!(
                r#"<text x="{x:.1}" y="{y:.1}" font-size="{SIZE:.1}" fill="{INK}" font-family="monospace" xml:space="preserve">{words}</text>"#
            ));
        }
        svg
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(element);
    }

    /// Adds a rectangle with rounded corners; `(x, y)` is its upper left corner.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.add(format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="3" fill="{fill}"/>"#
        ));
    }

    /// Adds a filled circle with centre `(x, y)`.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        self.add(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="{fill}"/>"#
        ));
    }

    /// Adds the outline of a circle with centre `(x, y)`.
    pub fn ring(&mut self, (x, y): (f64, f64), radius: f64, stroke: &str, thickness: f64) {
        self.add(format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius:.1}" fill="none" stroke="{stroke}" stroke-width="{thickness:.1}"/>"#
        ));
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, thickness: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{stroke}" stroke-width="{thickness:.1}" stroke-linecap="round"/>"#
        ));
    }

    /// Adds a filled polygon.
    pub fn polygon(&mut self, corners: impl IntoIterator<Item = (f64, f64)>, fill: &str) {
        let corners: Vec<String> = corners
            .into_iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let corners = corners.join(" ");
        self.add(format_args!(
            r#"<polygon points="{corners}" fill="{fill}"/>"#
        ));
    }

    /// Adds text centred on the point `at`.
    pub fn text(&mut self, at: (f64, f64), size: f64, fill: &str, words: &str) {
        self.words(at, size, fill, words, "middle");
    }

    /// Adds text centred on the point `at`, in a smaller font if it would be wider than `width`.
    pub fn fitted(&mut self, at: (f64, f64), width: f64, size: f64, fill: &str, words: &str) {
        // A sans-serif letter is on average about half as wide as high.
        let needed = 0.54 * size * words.chars().count() as f64;
        self.text(at, size * (width / needed).min(1.0), fill, words);
    }

    /// Adds text that begins at the point `at`.
    pub fn label(&mut self, at: (f64, f64), size: f64, fill: &str, words: &str) {
        self.words(at, size, fill, words, "start");
    }

    /// Adds text about `seat` that begins at `(x, y)`. A disc shows the seat's colour, because not
    /// every colour is readable as text.
    pub fn seat_label(&mut self, (x, y): (f64, f64), size: f64, seat: Seat, words: &str) {
        let radius = 0.36 * size;
        self.disc((x + radius, y), radius, seat_colour(seat));
        self.label((x + size, y), size, INK, words);
    }

    fn words(&mut self, (x, y): (f64, f64), size: f64, fill: &str, words: &str, anchor: &str) {
        let words = escaped(words);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}" fill="{fill}" text-anchor="{anchor}" dominant-baseline="central">{words}</text>"#
        ));
    }

    /// The SVG document as text.
    pub fn print(&self) -> String {
        let Svg {
            width,
            height,
            body,
        } = self;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif"><rect width="100%" height="100%" fill="{PAPER}"/>{body}</svg>"#
        )
    }
}

/// Colour of text in pictures, in CSS notation.
const INK: &str = "#333333";

/// Background colour of pictures, in CSS notation.
const PAPER: &str = "#faf8f3";

fn escaped(words: &str) -> String {
    words
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_a_file_with_what_was_drawn() {
        let mut svg = Svg::new(20.0, 10.0);
        svg.text((1.0, 2.0), 9.0, seat_colour(Seat::FIRST), "a < b & c");
        let file = svg.print();
        assert!(file.starts_with("<svg ") && file.ends_with("</svg>"));
        assert!(file.contains(">a &lt; b &amp; c</text>"), "{file}");
        assert!(file.contains(r#"viewBox="0 0 20 10""#), "{file}");
    }

    #[test]
    fn words_are_made_to_fit() {
        let size = |words: &str| {
            let mut svg = Svg::new(20.0, 10.0);
            svg.fitted((1.0, 2.0), 27.0, 10.0, "#333", words);
            let file = svg.print();
            assert!(file.contains(&format!(">{words}</text>")), "{file}");
            let (_, rest) = file.split_once("font-size=\"").unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        assert_eq!(
            [size(""), size("short"), size("twice-that")],
            ["10.0", "10.0", "5.0"]
        );
    }
}

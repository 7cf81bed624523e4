//! Appearance of a field: an outline, a colour and a pattern, checked and drawn as SVG.

use std::fmt::Write;

use crate::icon;
use crate::manifest::{FieldStyle, FieldStyleShape};

/// Width and height of a field in the units of outlines, textures and icons.
const SIDE: f64 = 24.0;

const LONGEST_OUTLINE: usize = 2000;

/// Returns a description of the first error in a texture, an SVG picture with a viewBox; `None` if
/// there is no error.
pub(crate) fn texture_flaw(texture: &str) -> Option<String> {
    if let Some(flaw) = icon::find_flaw(texture) {
        return Some(flaw);
    }
    match view_box(texture) {
        Some(_) => None,
        None => Some(format!(
            "needs a viewBox of its size, from 1 to {SIDE} each, such as viewBox=\"0 0 6 6\""
        )),
    }
}

/// Returns a description of the first error in an outline, which is SVG path data; `None` if there
/// is no error.
pub(crate) fn outline_flaw(outline: &str) -> Option<String> {
    let example = "write outline = \"M12 1L23 12L12 23L1 12Z\"";
    let is_path = |c: char| c.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZz., +-\n\t".contains(c);
    let text = outline.trim();
    if text.len() > LONGEST_OUTLINE {
        return Some(format!(
            "has more than {LONGEST_OUTLINE} characters; make it simpler"
        ));
    }
    if !text.starts_with(['M', 'm']) || !text.chars().all(is_path) {
        return Some(format!(
            "is not a path: it starts with M and has only path commands and numbers; {example}"
        ));
    }
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let is_far = |number: &str| number.parse::<f64>().is_ok_and(|number| number > SIDE);
    if numbers.into_iter().any(is_far) {
        return Some(format!(
            "leaves the field, which is {SIDE} by {SIDE}; {example}"
        ));
    }
    None
}

/// Parses the viewBox of a texture: x, y, width and height; `None` if it is missing or out of
/// range.
fn view_box(texture: &str) -> Option<[f64; 4]> {
    let head = texture.split('>').next()?;
    let (_, rest) = head.split_once("viewBox=")?;
    let quote = rest.chars().next()?;
    let value = rest.get(1..)?.split(quote).next()?;
    let words = value.split(|c: char| c == ',' || c.is_whitespace());
    let numbers: Option<Vec<f64>> = words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let numbers: [f64; 4] = numbers?.try_into().ok()?;
    let fits = |size: f64| (1.0..=SIDE).contains(&size);
    let is_near = |at: f64| at.abs() <= 1000.0;
    let [x, y, width, height] = numbers;
    (is_near(x) && is_near(y) && fits(width) && fits(height)).then_some(numbers)
}

impl FieldStyle {
    /// Draws the field as SVG: colour, pattern and edge, without the icon.
    pub fn picture(&self) -> String {
        let outline = match (&self.outline, self.shape) {
            (Some(outline), _) => outline.trim(),
            (None, FieldStyleShape::Square) => {
                "M2.8.8h18.4a2 2 0 0 1 2 2v18.4a2 2 0 0 1-2 2H2.8a2 2 0 0 1-2-2V2.8a2 2 0 0 1 2-2Z"
            }
            (None, FieldStyleShape::Circle) => {
                "M12 1.2a10.8 10.8 0 1 1 0 21.6a10.8 10.8 0 1 1 0-21.6Z"
            }
            (None, FieldStyleShape::Diamond) => "M12 .7L23.3 12L12 23.3L.7 12Z",
        };
        let fill = &self.fill;
        let mut out =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">");
        let texture = self.texture.as_deref();
        let pattern = texture.and_then(|texture| Some((view_box(texture)?, inside(texture)?)));
        if let Some(([x, y, width, height], inside)) = &pattern {
            write!(
                out,
                "<defs><pattern id=\"t\" patternUnits=\"userSpaceOnUse\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"{x} {y} {width} {height}\">{inside}</pattern></defs>"
            )
            .expect("text can be written to");
        }
        write!(out, "<path d=\"{outline}\" fill=\"{fill}\"/>").expect("text can be written to");
        if pattern.is_some() {
            write!(out, "<path d=\"{outline}\" fill=\"url(#t)\"/>")
                .expect("text can be written to");
        }
        write!(
            out,
            "<path d=\"{outline}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".3\" stroke-width=\".5\"/></svg>"
        )
        .expect("text can be written to");
        out
    }
}

/// Returns the content of the root element of a checked SVG picture.
fn inside(texture: &str) -> Option<&str> {
    let text = texture.trim();
    let (_, rest) = text.split_once('>')?;
    let end = rest.rfind("</")?;
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOTS: &str = "<svg viewBox=\"0 0 6 6\"><circle cx=\"3\" cy=\"3\" r=\"1\"/></svg>";

    #[test]
    fn textures_are_pictures_with_a_size() {
        assert_eq!(texture_flaw(DOTS), None);
        assert_eq!(
            texture_flaw("<svg viewBox='-1,-1 2.5 24'><path d='M0 0'/></svg>"),
            None
        );
        for (texture, expected) in [
            ("<svg><path d='M0 0'/></svg>", "needs a viewBox"),
            ("<svg viewBox='0 0 0 6'></svg>", "needs a viewBox"),
            ("<svg viewBox='0 0 25 6'></svg>", "needs a viewBox"),
            ("<svg viewBox='0 0 6'></svg>", "needs a viewBox"),
            ("<svg viewBox='0 0 nan 6'></svg>", "needs a viewBox"),
            ("<svg viewBox='0 0 6 6' onload='x'></svg>", "onload"),
            ("<svg viewBox='0 0 6 6'><script/></svg>", "<script"),
            (
                "<svg viewBox='0 0 6 6'><image href='//a.b'/></svg>",
                "<image",
            ),
            ("dots", "begins with <svg"),
        ] {
            let flaw = texture_flaw(texture).unwrap_or_else(|| panic!("{texture} is accepted"));
            assert!(flaw.contains(expected), "{texture}: {flaw}");
        }
    }

    #[test]
    fn outlines_are_paths_inside_the_field() {
        for outline in [
            "M12 1L23 12L12 23L1 12Z",
            "M2 2h20v20H2z",
            " m1,1 a2 2 0 0 1 2,2z\n",
        ] {
            assert_eq!(outline_flaw(outline), None, "{outline}");
        }
        let long = format!("M0 0{}", "l1 1".repeat(500));
        for outline in [
            "",
            "L1 1",
            "M0 0\"/><script",
            "M0 0 url(#a)",
            "M0 0&lt;",
            "M0 0L25 0Z",
            "M0 0L1e9 0Z",
            &long,
        ] {
            assert!(outline_flaw(outline).is_some(), "{outline}");
        }
    }

    #[test]
    fn a_field_is_drawn_with_its_outline_and_pattern() {
        let look = FieldStyle {
            fill: "#abcdef".to_owned(),
            outline: Some("M1 1H23V23H1Z".to_owned()),
            texture: Some(DOTS.to_owned()),
            ..FieldStyle::default()
        };
        let picture = look.picture();
        assert_eq!(picture.matches("M1 1H23V23H1Z").count(), 3, "{picture}");
        assert!(
            picture.contains("fill=\"#abcdef\"") && picture.contains("url(#t)"),
            "{picture}"
        );
        assert!(
            picture.contains("<circle cx=\"3\" cy=\"3\" r=\"1\"/></pattern>"),
            "{picture}"
        );
        assert!(!FieldStyle::default().picture().contains("pattern"));
    }
}

//! Allow-list for SVG pictures of plug-ins: shapes only, as pages of other users show them.

/// SVG elements that icons and textures of plug-ins may contain.
const ELEMENTS: [&str; 10] = [
    "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title",
];

/// SVG attributes that icons and textures of plug-ins may contain.
const ATTRIBUTES: [&str; 34] = [
    "xmlns",
    "viewBox",
    "preserveAspectRatio",
    "width",
    "height",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "transform",
    "opacity",
    "color",
    "fill",
    "fill-rule",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-opacity",
    "vector-effect",
    "paint-order",
];

/// The only XML namespace that icons and textures of plug-ins may declare.
const SVG: &str = "http://www.w3.org/2000/svg";

const LONGEST: usize = 10_000;

/// Returns a description of the first error in an SVG picture; `None` if the picture is allowed.
pub(crate) fn find_flaw(icon: &str) -> Option<String> {
    if !icon.trim_start().starts_with("<svg") || icon.len() > LONGEST {
        let message =
            format!("must be an SVG picture that begins with <svg, at most {LONGEST} bytes");
        return Some(message);
    }
    let mut checker = IconSvgChecker {
        rest: icon.trim(),
        open: Vec::new(),
    };
    checker.check().err()
}

struct IconSvgChecker<'a> {
    rest: &'a str,
    /// Names of the SVG elements that are not closed yet.
    open: Vec<&'a str>,
}

impl<'a> IconSvgChecker<'a> {
    fn check(&mut self) -> Result<(), String> {
        loop {
            self.tag()?;
            if self.open.is_empty() {
                break;
            }
            let text = self.until("<")?;
            let may_be_text = self.open.last() == Some(&"title") && !text.contains('&');
            if !may_be_text && !text.trim().is_empty() {
                return Err(format!(
                    "may not contain the text '{}': a picture only shows shapes",
                    shortened(text.trim())
                ));
            }
        }
        if self.rest.trim().is_empty() {
            Ok(())
        } else {
            Err("must end with </svg>; remove what comes after it".to_owned())
        }
    }

    /// Consumes the text up to `end`.
    fn until(&mut self, end: &str) -> Result<&'a str, String> {
        let at = self.rest.find(end).ok_or_else(|| self.unfinished())?;
        let (before, rest) = self.rest.split_at(at);
        self.rest = rest;
        Ok(before)
    }

    fn unfinished(&self) -> String {
        let last = self.open.last().unwrap_or(&"svg");
        format!("does not end; close <{last}>")
    }

    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn tag(&mut self) -> Result<(), String> {
        if self.take("</") {
            let name = self.until(">")?.trim_end();
            self.take(">");
            return match self.open.pop() {
                Some(open) if open == name => Ok(()),
                open => Err(format!(
                    "closes <{}> where <{}> is open",
                    shortened(name),
                    open.unwrap_or_default()
                )),
            };
        }
        self.take("<");
        let name = self.word();
        let is_root = self.open.is_empty();
        if !ELEMENTS.contains(&name) || is_root != (name == "svg") {
            let known = ELEMENTS.join(", ");
            return Err(format!(
                "may not contain '<{}': a picture only shows shapes and is made of {known}",
                shortened(name)
            ));
        }
        loop {
            let spaced = self.rest.trim_start();
            let has_space = spaced.len() < self.rest.len();
            self.rest = spaced;
            if self.take("/>") {
                return Ok(());
            }
            if self.take(">") {
                self.open.push(name);
                return Ok(());
            }
            if self.rest.is_empty() {
                return Err(self.unfinished());
            }
            self.attribute(name, has_space)?;
        }
    }

    fn attribute(&mut self, element: &str, has_space: bool) -> Result<(), String> {
        let name = self.word();
        if !has_space || !ATTRIBUTES.contains(&name) {
            return Err(format!(
                "may not contain '{}' in <{element}>: a picture only shows shapes",
                shortened(if name.is_empty() { self.rest } else { name })
            ));
        }
        let quote = match self.take("=") {
            true if self.take("\"") => "\"",
            true if self.take("'") => "'",
            _ => return Err(format!("needs a value in quotes for {name} in <{element}>")),
        };
        let value = self.until(quote)?;
        self.take(quote);
        let lower = value.to_ascii_lowercase();
        let is_plain = !["url", "<", "&", "\\", "script"]
            .iter()
            .any(|bad| lower.contains(bad));
        if is_plain && (name != "xmlns" || value == SVG) {
            Ok(())
        } else {
            Err(format!(
                "may not contain {name}={quote}{}{quote}: a picture only shows shapes",
                shortened(value)
            ))
        }
    }

    /// Consumes a name: letters, digits, hyphens and colons.
    fn word(&mut self) -> &'a str {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == ':';
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }
}

/// Returns the beginning of a text, for error messages.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::find_flaw;

    #[test]
    fn shapes_are_shown() {
        for icon in [
            "<svg></svg>",
            "<svg/>",
            " <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox='0 0 24 24'>\n <title>A leap</title>\n \
             <g transform=\"rotate(5)\"><path d=\"M0 0h1\" fill=\"none\"/></g>\n</svg >\n",
        ] {
            assert_eq!(find_flaw(icon), None, "{icon}");
        }
    }

    #[test]
    fn nothing_else_is() {
        for (icon, expected) in [
            ("<svg><script>alert(1)</script></svg>", "'<script'"),
            ("<svg onload='alert(1)'></svg>", "'onload'"),
            ("<svg/onload=alert(1)></svg>", "'/onload"),
            ("<svg\nonload=\"alert(1)\"></svg>", "'onload'"),
            ("<svg\tonload='alert(1)'></svg>", "'onload'"),
            ("<svg width=\"1\"onload=\"alert(1)\"></svg>", "'onload'"),
            ("<svg><style>@import '//a.b/c';</style></svg>", "'<style'"),
            ("<svg style='background:red'></svg>", "'style'"),
            ("<svg><path fill='URL(#a)'/></svg>", "fill='URL(#a)'"),
            ("<svg><path fill='&#117;rl(#a)'/></svg>", "fill="),
            ("<svg><?xml-stylesheet src='//a.b'?></svg>", "'<'"),
            ("<svg><!-- --></svg>", "'<'"),
            ("<svg><a><path/></a></svg>", "'<a'"),
            ("<svg><image href='//a.b'/></svg>", "'<image'"),
            ("<svg><set attributeName='x' to='1'/></svg>", "'<set'"),
            (
                "<svg xmlns:s='http://www.w3.org/2000/svg'></svg>",
                "'xmlns:s'",
            ),
            ("<svg xmlns='http://www.w3.org/1999/xhtml'></svg>", "xmlns="),
            ("<svg><s:script/></svg>", "'<s:script'"),
            ("<svg></svg><img src='//a.b'>", "must end with </svg>"),
            ("<svg><svg></svg></svg>", "'<svg'"),
            ("<svg>text</svg>", "the text 'text'"),
            ("<svg><title>&lt;</title></svg>", "the text '&lt;'"),
            ("<svg><path></svg>", "closes <svg> where <path> is open"),
            ("<svg><path", "close <svg>"),
            ("<svg><path d='M0 0", "close <svg>"),
            ("<svg width=1></svg>", "needs a value in quotes for width"),
            ("<svgx></svgx>", "'<svgx'"),
            ("<SVG></SVG>", "begins with <svg"),
            ("<p><svg></svg></p>", "begins with <svg"),
        ] {
            let flaw = find_flaw(icon).unwrap_or_else(|| panic!("{icon} is accepted"));
            assert!(flaw.contains(expected), "{icon}: {flaw}");
        }
    }
}

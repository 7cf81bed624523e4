//! Where everything is printed: stdout with or without colour, and notes on stderr.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use ludorum_core::Ink;
use terminal_size::{Height, Width, terminal_size_of};

use crate::language::say;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Even into a file.
    Always,
    /// Not at all.
    Never,
}

impl Color {
    /// The ink for an output, given what the environment says.
    fn ink(self, is_terminal: bool, environment: impl Fn(&str) -> Option<OsString>) -> Ink {
        // https://no-color.org: any value that is not empty.
        let is_unwanted = environment("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = environment("TERM").is_some_and(|term| term == "dumb");
        match self {
            Color::Always => Ink::Colour,
            Color::Never => Ink::Plain,
            Color::Auto if is_terminal && !is_unwanted && !is_dumb => Ink::Colour,
            Color::Auto => Ink::Plain,
        }
    }
}

/// Stdout and stderr, each with its ink.
#[derive(Debug)]
pub(crate) struct Console {
    /// How to paint what goes to stdout.
    pub(crate) ink: Ink,
    /// The columns of the terminal; none where stdout is not one and lines may be of any length.
    pub(crate) width: Option<usize>,
    notes: Ink,
    out: io::Stdout,
}

impl Console {
    pub(crate) fn new(color: Color) -> Console {
        Console {
            ink: color.ink(io::stdout().is_terminal(), |name| env::var_os(name)),
            notes: color.ink(io::stderr().is_terminal(), |name| env::var_os(name)),
            width: io::stdout()
                .is_terminal()
                .then(|| columns(terminal_size_of(io::stdout())).into()),
            out: io::stdout(),
        }
    }

    /// Tells what is going on until [`passed`](Console::passed): on a terminal the line is erased
    /// again.
    pub(crate) fn passing(&mut self, text: &str) -> io::Result<()> {
        match self.erasable() {
            Some(width) => {
                let text: String = text.chars().take(width).collect();
                write!(self.out, "{}", self.ink.faint(&text))?;
                self.out.flush()
            }
            None => writeln!(self.out, "{}", self.ink.faint(text)),
        }
    }

    /// What was told by [`passing`](Console::passing) is over.
    pub(crate) fn passed(&mut self) -> io::Result<()> {
        match self.erasable() {
            Some(_) => write!(self.out, "{ERASE}"),
            None => Ok(()),
        }
    }

    /// Wipes the screen, and what was scrolled off it: nothing of it can be read any more.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        match is_dumb() {
            // All that such a terminal can do is to scroll.
            true => write!(self.out, "{}", "\n".repeat(100)),
            false => write!(self.out, "{CLEAR}"),
        }
    }

    /// The columns a line may have that can be erased: room is left for `^C`.
    fn erasable(&self) -> Option<usize> {
        let width = self.width.filter(|_| !is_dumb());
        width.map(|width| width.saturating_sub(3))
    }

    /// Tells something besides the results. A closed stderr is no reason to stop.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", self.notes.faint(&printable(text)));
    }

    /// Tells what went wrong, in one line whatever the message.
    pub(crate) fn error(&self, message: &str) {
        let words: Vec<&str> = message.lines().collect();
        let head = self.notes.strong(&say!("error"));
        let _ = writeln!(io::stderr(), "{head} {}", printable(&words.join(" ")));
    }

    /// Prints data for programs.
    pub(crate) fn json(&mut self, data: &impl serde::Serialize) -> io::Result<()> {
        // In one piece: stdout by itself writes line by line.
        let mut bytes = serde_json::to_vec_pretty(data)?;
        bytes.push(b'\n');
        self.out.write_all(&bytes)
    }
}

/// The columns of a terminal nobody knows the width of.
const USUAL_WIDTH: u16 = 80;

/// Clears the line the cursor is in, and begins it again.
pub(crate) const ERASE: &str = "\r\x1b[2K";

/// Wipes the screen and what was scrolled off it, and goes to its first line.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The columns of a terminal of this size.
pub(crate) fn columns(size: Option<(Width, Height)>) -> u16 {
    size.map_or(USUAL_WIDTH, |(Width(width), _)| width)
}

/// Whether the terminal cannot do more than print one line after the other.
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The text with control characters, which a terminal might obey, spelt out.
pub(crate) fn printable(text: &str) -> String {
    let spell = |c: char| match c.is_control() || is_invisible(c) {
        true => c.escape_default().collect(),
        false => c.to_string(),
    };
    text.chars().map(spell).collect()
}

/// Characters that cannot be seen, or change the direction of what follows.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_of_people_who_want_it() {
        let ink = |color: Color, is_terminal, set: Option<(&str, &str)>| {
            color.ink(is_terminal, |name| {
                let found = set.filter(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        assert_eq!(ink(Color::Auto, true, None), Ink::Colour);
        assert_eq!(ink(Color::Auto, false, None), Ink::Plain);
        assert_eq!(ink(Color::Auto, true, Some(("NO_COLOR", "1"))), Ink::Plain);
        assert_eq!(ink(Color::Auto, true, Some(("NO_COLOR", ""))), Ink::Colour);
        assert_eq!(ink(Color::Auto, true, Some(("TERM", "dumb"))), Ink::Plain);
        assert_eq!(
            ink(Color::Always, false, Some(("NO_COLOR", "1"))),
            Ink::Colour
        );
        assert_eq!(ink(Color::Never, true, None), Ink::Plain);
    }

    #[test]
    fn control_characters_are_spelt_out() {
        assert_eq!(printable("a\x1b[2J\u{9b}\tö ›"), "a\\u{1b}[2J\\u{9b}\\tö ›");
    }
}

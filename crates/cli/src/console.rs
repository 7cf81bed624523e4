//! Terminal output: stdout with or without colour, and notes on stderr.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use ludorum_core::TerminalStyle;
use terminal_size::{Height, Width, terminal_size_of};

use crate::language::say;

/// Value of `--color`: use of colour in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// Use colour on a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Use colour always, in files and pipes too
    Always,
    /// Never use colour
    Never,
}

impl ColorChoice {
    /// Text style for an output stream, given the environment variables NO_COLOR and TERM.
    fn ink(
        self,
        is_terminal: bool,
        environment: impl Fn(&str) -> Option<OsString>,
    ) -> TerminalStyle {
        // https://no-color.org: any value but the empty one disables colour.
        let is_unwanted = environment("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = environment("TERM").is_some_and(|term| term == "dumb");
        match self {
            ColorChoice::Always => TerminalStyle::Colour,
            ColorChoice::Never => TerminalStyle::Plain,
            ColorChoice::Auto if is_terminal && !is_unwanted && !is_dumb => TerminalStyle::Colour,
            ColorChoice::Auto => TerminalStyle::Plain,
        }
    }
}

/// Output to stdout and stderr, each with or without colour.
#[derive(Debug)]
pub(crate) struct Console {
    /// Text style of stdout: coloured or plain.
    pub(crate) ink: TerminalStyle,
    /// Width of the terminal in columns; `None` if stdout is not a terminal.
    pub(crate) width: Option<usize>,
    stderr_ink: TerminalStyle,
    out: io::Stdout,
}

impl Console {
    pub(crate) fn new(color: ColorChoice) -> Console {
        Console {
            ink: color.ink(io::stdout().is_terminal(), |name| env::var_os(name)),
            stderr_ink: color.ink(io::stderr().is_terminal(), |name| env::var_os(name)),
            width: io::stdout()
                .is_terminal()
                .then(|| columns(terminal_size_of(io::stdout())).into()),
            out: io::stdout(),
        }
    }

    /// Prints a status line. On a terminal, [`clear_status`](Console::clear_status) erases it.
    pub(crate) fn show_status(&mut self, text: &str) -> io::Result<()> {
        match self.status_width() {
            Some(width) => {
                let text: String = text.chars().take(width).collect();
                write!(self.out, "{}", self.ink.faint(&text))?;
                self.out.flush()
            }
            None => writeln!(self.out, "{}", self.ink.faint(text)),
        }
    }

    /// Erases the line printed by [`show_status`](Console::show_status), on a terminal only.
    pub(crate) fn clear_status(&mut self) -> io::Result<()> {
        match self.status_width() {
            Some(_) => write!(self.out, "{ERASE_LINE}"),
            None => Ok(()),
        }
    }

    /// Clears the screen and the scrollback, so that earlier output is no longer visible.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        if is_dumb() {
            // A dumb terminal can only scroll.
            write!(self.out, "{}", "\n".repeat(100))
        } else {
            write!(self.out, "{CLEAR_SCREEN}")
        }
    }

    /// Maximum length of a status line, with room for `^C`; `None` if lines cannot be erased.
    fn status_width(&self) -> Option<usize> {
        let width = self.width.filter(|_| !is_dumb());
        width.map(|width| width.saturating_sub(3))
    }

    /// Prints a note to stderr. Ignores errors, such as a closed stderr.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", self.stderr_ink.faint(&printable(text)));
    }

    /// Prints an error to stderr, joining the lines of the message into one.
    pub(crate) fn error(&self, message: &str) {
        let words: Vec<&str> = message.lines().collect();
        let head = self.stderr_ink.strong(&say!("error"));
        let _ = writeln!(io::stderr(), "{head} {}", printable(&words.join(" ")));
    }

    /// Prints a value to stdout as indented JSON.
    pub(crate) fn json(&mut self, data: &impl serde::Serialize) -> io::Result<()> {
        // Written in one call, because stdout is line-buffered.
        let mut bytes = serde_json::to_vec_pretty(data)?;
        bytes.push(b'\n');
        self.out.write_all(&bytes)
    }
}

/// Number of columns assumed for a terminal of unknown width.
const DEFAULT_WIDTH: u16 = 80;

/// Escape sequence that erases the current line and returns to its start.
pub(crate) const ERASE_LINE: &str = "\r\x1b[2K";

/// Escape sequence that clears the screen and the scrollback and moves the cursor home.
const CLEAR_SCREEN: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Number of columns of a terminal; a default if its size is `None`.
pub(crate) fn columns(size: Option<(Width, Height)>) -> u16 {
    size.map_or(DEFAULT_WIDTH, |(Width(width), _)| width)
}

/// True if the terminal supports no escape sequences (`TERM=dumb`).
pub(crate) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Escapes control and invisible characters, so that untrusted text cannot control the terminal.
pub(crate) fn printable(text: &str) -> String {
    let spell = |c: char| {
        if c.is_control() || is_invisible(c) {
            c.escape_default().collect()
        } else {
            c.to_string()
        }
    };
    text.chars().map(spell).collect()
}

/// True for invisible characters and for those that change the text direction.
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
        let ink = |color: ColorChoice, is_terminal, set: Option<(&str, &str)>| {
            color.ink(is_terminal, |name| {
                let found = set.filter(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        assert_eq!(ink(ColorChoice::Auto, true, None), TerminalStyle::Colour);
        assert_eq!(ink(ColorChoice::Auto, false, None), TerminalStyle::Plain);
        assert_eq!(
            ink(ColorChoice::Auto, true, Some(("NO_COLOR", "1"))),
            TerminalStyle::Plain
        );
        assert_eq!(
            ink(ColorChoice::Auto, true, Some(("NO_COLOR", ""))),
            TerminalStyle::Colour
        );
        assert_eq!(
            ink(ColorChoice::Auto, true, Some(("TERM", "dumb"))),
            TerminalStyle::Plain
        );
        assert_eq!(
            ink(ColorChoice::Always, false, Some(("NO_COLOR", "1"))),
            TerminalStyle::Colour
        );
        assert_eq!(ink(ColorChoice::Never, true, None), TerminalStyle::Plain);
    }

    #[test]
    fn control_characters_are_spelt_out() {
        assert_eq!(printable("a\x1b[2J\u{9b}\tö ›"), "a\\u{1b}[2J\\u{9b}\\tö ›");
    }
}

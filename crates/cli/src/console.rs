//! Where everything is printed: stdout with or without colour, and notes on stderr.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use ludorum_core::Ink;

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
    notes: Ink,
    out: io::Stdout,
}

impl Console {
    pub(crate) fn new(color: Color) -> Console {
        Console {
            ink: color.ink(io::stdout().is_terminal(), |name| env::var_os(name)),
            notes: color.ink(io::stderr().is_terminal(), |name| env::var_os(name)),
            out: io::stdout(),
        }
    }

    /// Tells something besides the results. A closed stderr is no reason to stop.
    pub(crate) fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{}", self.notes.faint(text));
    }

    /// Tells what went wrong, in one line whatever the message.
    pub(crate) fn error(&self, message: &str) {
        let words: Vec<&str> = message.lines().collect();
        let head = self.notes.strong("error:");
        let _ = writeln!(io::stderr(), "{head} {}", words.join(" "));
    }

    /// Prints data for programs.
    pub(crate) fn json(&mut self, data: &impl serde::Serialize) -> io::Result<()> {
        // In one piece: stdout by itself writes line by line.
        let mut bytes = serde_json::to_vec_pretty(data)?;
        bytes.push(b'\n');
        self.out.write_all(&bytes)
    }
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
}

//! Where everything is printed: stdout with or without colour, and notes on stderr.

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
    fn ink(self, is_terminal: bool) -> Ink {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self {
            Color::Always => Ink::Colour,
            Color::Never => Ink::Plain,
            // https://no-color.org: any value that is not empty.
            Color::Auto if is_terminal && !is_set("NO_COLOR") && !is_dumb => Ink::Colour,
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
            ink: color.ink(io::stdout().is_terminal()),
            notes: color.ink(io::stderr().is_terminal()),
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
        serde_json::to_writer_pretty(&mut self.out, data)?;
        writeln!(self.out)
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

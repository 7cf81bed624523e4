//! Lines typed by a person, or piped in as if they were.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::console::Console;

/// Standard input, read line by line.
#[derive(Debug)]
pub(crate) struct Input {
    stdin: io::StdinLock<'static>,
    is_terminal: bool,
}

impl Input {
    pub(crate) fn new() -> Input {
        Input {
            stdin: io::stdin().lock(),
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// Whether a person types.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Asks for a line and returns it without white space around it; none when there are no more.
    pub(crate) fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
    ) -> io::Result<Option<String>> {
        write!(console, "{prompt} ")?;
        console.flush()?;
        let mut bytes = Vec::new();
        // A terminal that cannot be read from is one that has gone: the same as its end.
        let read = self.stdin.read_until(b'\n', &mut bytes).unwrap_or(0);
        if read == 0 {
            writeln!(console)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.is_terminal {
            // A terminal shows what is typed; a transcript should show it too.
            writeln!(console, "{line}")?;
        }
        Ok(Some(line))
    }
}

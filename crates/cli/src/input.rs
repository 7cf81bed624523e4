//! Line input from a terminal or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::console::Console;

/// Standard input, read line by line.
#[derive(Debug)]
pub(crate) struct StdinReader {
    stdin: io::StdinLock<'static>,
    is_terminal: bool,
}

impl StdinReader {
    pub(crate) fn new() -> StdinReader {
        StdinReader {
            stdin: io::stdin().lock(),
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// True if stdin is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Prompts for a line and returns it trimmed; `None` at the end of input.
    pub(crate) fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
    ) -> io::Result<Option<String>> {
        write!(console, "{prompt} ")?;
        console.flush()?;
        let mut bytes = Vec::new();
        // A read error means that the terminal has gone: the same as end of input.
        let read = self.stdin.read_until(b'\n', &mut bytes).unwrap_or(0);
        if read == 0 {
            writeln!(console)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.is_terminal {
            // A terminal echoes what is typed; piped input is echoed here.
            writeln!(console, "{line}")?;
        }
        Ok(Some(line))
    }
}

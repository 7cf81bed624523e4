//! Reads lines of standard input, from a terminal or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use tokio::sync::mpsc;

use crate::console::Console;

/// Lines of standard input, read by a background thread.
#[derive(Debug)]
pub(crate) struct StdinReader {
    lines: mpsc::Receiver<String>,
    is_terminal: bool,
}

impl StdinReader {
    pub(crate) fn start() -> StdinReader {
        let (typed, lines) = mpsc::channel(1);
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                // A read error means that the terminal was closed: the same as end of input.
                let Ok(bytes) = line else {
                    return;
                };
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if typed.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        StdinReader {
            lines,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// True if stdin is a terminal, where people may type before a prompt appears.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Waits for the next line and returns it trimmed; `None` at the end of input.
    pub(crate) async fn next(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Prompts for a line and returns it trimmed; `None` at the end of input.
    pub(crate) fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
    ) -> io::Result<Option<String>> {
        write!(console, "{prompt} ")?;
        console.flush()?;
        let line = self.lines.blocking_recv();
        self.echo(console, line.as_deref())?;
        Ok(line)
    }

    /// Prints a line of piped input after its prompt; a terminal has already echoed typed lines.
    pub(crate) fn echo(&self, console: &mut Console, line: Option<&str>) -> io::Result<()> {
        match line {
            Some(_) if self.is_terminal => Ok(()),
            Some(line) => writeln!(console, "{line}"),
            None => writeln!(console),
        }
    }
}

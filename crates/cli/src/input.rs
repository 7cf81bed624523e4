//! Line input from a terminal or a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use tokio::sync::mpsc;

use crate::console::Console;

/// Lines of standard input, received from a thread that reads them.
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
                // A read error means that the terminal has gone: the same as end of input.
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

    /// True if stdin is a terminal. Piped lines are read only at a prompt; people may type at any time.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Receives the next line, trimmed; `None` at the end of input.
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

    /// Echoes piped input; a terminal echoes what is typed by itself.
    pub(crate) fn echo(&self, console: &mut Console, line: Option<&str>) -> io::Result<()> {
        match line {
            Some(_) if self.is_terminal => Ok(()),
            Some(line) => writeln!(console, "{line}"),
            None => writeln!(console),
        }
    }
}

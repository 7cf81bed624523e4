//! Lines typed while other things happen: read by a thread of their own.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use anyhow::Result;
use tokio::sync::mpsc;

use crate::console::Console;

/// The lines of standard input.
#[derive(Debug)]
pub(super) struct Lines {
    lines: mpsc::Receiver<String>,
    is_terminal: bool,
}

impl Lines {
    pub(super) fn start() -> Lines {
        let (typed, lines) = mpsc::channel(1);
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                // A terminal that cannot be read from is one that has gone.
                let Ok(bytes) = line else {
                    return;
                };
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if typed.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Lines {
            lines,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// Whether a person types. What is piped in is an answer to a question; people may say
    /// something at any time.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// The next line; none when there are no more.
    pub(super) async fn next(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, console: &mut Console, prompt: &str) -> Result<Option<String>> {
        write!(console, "{prompt} › ")?;
        console.flush()?;
        let line = self.lines.blocking_recv();
        self.echo(console, line.as_deref())?;
        Ok(line)
    }

    /// A terminal shows what is typed; a transcript should show it too.
    pub(super) fn echo(&self, console: &mut Console, line: Option<&str>) -> Result<()> {
        match line {
            Some(_) if self.is_terminal => {}
            Some(line) => writeln!(console, "{line}")?,
            None => writeln!(console)?,
        }
        Ok(())
    }
}

//! Asynchronous line input from stdin, read by a thread of its own.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;

use anyhow::Result;
use tokio::sync::mpsc;

use crate::console::Console;

/// Lines of stdin, received from a reader thread.
#[derive(Debug)]
pub(super) struct AsyncStdinReader {
    lines: mpsc::Receiver<String>,
    is_terminal: bool,
}

impl AsyncStdinReader {
    pub(super) fn start() -> AsyncStdinReader {
        let (typed, lines) = mpsc::channel(1);
        thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n') {
                // A read error means that the terminal has gone.
                let Ok(bytes) = line else {
                    return;
                };
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if typed.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        AsyncStdinReader {
            lines,
            is_terminal: io::stdin().is_terminal(),
        }
    }

    /// True if stdin is a terminal. Piped lines are read only at a prompt; people may type at any time.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Receives the next line; `None` at the end of input.
    pub(super) async fn next(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Prompts for a line and waits for it.
    pub(super) fn ask(&mut self, console: &mut Console, prompt: &str) -> Result<Option<String>> {
        write!(console, "{prompt} › ")?;
        console.flush()?;
        let line = self.lines.blocking_recv();
        self.echo(console, line.as_deref())?;
        Ok(line)
    }

    /// Echoes piped input; a terminal echoes by itself.
    pub(super) fn echo(&self, console: &mut Console, line: Option<&str>) -> Result<()> {
        match line {
            Some(_) if self.is_terminal => {}
            Some(line) => writeln!(console, "{line}")?,
            None => writeln!(console)?,
        }
        Ok(())
    }
}

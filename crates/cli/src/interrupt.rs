//! Ctrl-C, and what it means to whatever is going on.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use ludorum_core::Stop;

use crate::exit::STOPPED;
use crate::language::say;

/// Pressed again this much later, it is meant. Right after the first it is an echo, as `timeout`
/// and others send it twice.
const ECHO: Duration = Duration::from_secs(1);

/// A flag raised by Ctrl-C. When stopping takes too long, Ctrl-C again ends the program at once.
pub(crate) fn stop() -> Result<Stop> {
    let interrupt = Interrupt::listen()?;
    Ok(interrupt.thinking())
}

/// What Ctrl-C does during a game: an agent that thinks answers at once, and a person who is asked
/// is told how to save before a second one leaves.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<Mutex<Doing>>);

#[derive(Debug)]
enum Doing {
    /// Nothing that could be lost.
    Nothing,
    Thinking {
        stop: Stop,
        /// When the flag was raised.
        since: Option<Instant>,
    },
    Asking {
        prompt: String,
        is_told: bool,
    },
}

impl Interrupt {
    /// Listens from now on. A program can do so once.
    pub(crate) fn listen() -> Result<Interrupt> {
        let interrupt = Interrupt(Arc::new(Mutex::new(Doing::Nothing)));
        let heard = interrupt.clone();
        ctrlc::set_handler(move || heard.hear())
            .map_err(|error| anyhow!("cannot listen for Ctrl-C: {error}"))?;
        Ok(interrupt)
    }

    /// From now on Ctrl-C ends the program.
    pub(crate) fn nothing(&self) {
        *self.doing() = Doing::Nothing;
    }

    /// From now on Ctrl-C raises this flag.
    pub(crate) fn thinking(&self) -> Stop {
        let stop = Stop::new();
        *self.doing() = Doing::Thinking {
            stop: stop.clone(),
            since: None,
        };
        stop
    }

    /// From now on Ctrl-C tells how to save, and asks again.
    pub(crate) fn asking(&self, prompt: &str) {
        *self.doing() = Doing::Asking {
            prompt: prompt.to_owned(),
            is_told: false,
        };
    }

    fn doing(&self) -> MutexGuard<'_, Doing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self) {
        match &mut *self.doing() {
            Doing::Thinking { stop, since } => {
                stop.raise();
                if since.get_or_insert_with(Instant::now).elapsed() > ECHO {
                    leave();
                }
            }
            Doing::Asking { prompt, is_told } if !*is_told => {
                *is_told = true;
                // If nobody can be told, the next one leaves all the same.
                let mut out = io::stdout();
                let _ = write!(out, "\n  {}\n{prompt} ", say!("interrupted"));
                let _ = out.flush();
            }
            Doing::Nothing | Doing::Asking { .. } => leave(),
        }
    }
}

fn leave() -> ! {
    // The prompt and what the terminal shows of Ctrl-C have left the cursor within a line.
    let _ = writeln!(io::stderr());
    process::exit(STOPPED.into())
}

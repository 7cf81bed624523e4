//! Ctrl-C handling.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use ludorum_core::StopFlag;

use crate::exit::INTERRUPTED;
use crate::language::say;

/// A second Ctrl-C within this time is ignored: `timeout` and others send the signal twice.
const REPEAT_WINDOW: Duration = Duration::from_secs(1);

/// Returns a flag that Ctrl-C raises. If stopping takes too long, a second Ctrl-C exits at once.
pub(crate) fn stop_on_ctrl_c() -> Result<StopFlag> {
    let interrupt = InterruptHandler::listen()?;
    Ok(interrupt.set_stop_mode())
}

/// Ctrl-C handler: makes a thinking agent answer at once, and at a prompt explains how to save
/// before a second Ctrl-C exits.
#[derive(Clone, Debug)]
pub(crate) struct InterruptHandler(Arc<Mutex<InterruptMode>>);

/// Effect of the next Ctrl-C.
#[derive(Debug)]
enum InterruptMode {
    /// Exit the program.
    Exit,
    /// Raise the flag.
    StopThinking {
        stop: StopFlag,
        /// Time of the first Ctrl-C.
        since: Option<Instant>,
    },
    /// Explain how to save and repeat the prompt.
    Prompt { prompt: String, was_warned: bool },
}

impl InterruptHandler {
    /// Installs the handler. This works once per process.
    pub(crate) fn listen() -> Result<InterruptHandler> {
        let interrupt = InterruptHandler(Arc::new(Mutex::new(InterruptMode::Exit)));
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.handle())
            .map_err(|error| anyhow!("cannot listen for Ctrl-C: {error}"))?;
        Ok(interrupt)
    }

    /// Makes Ctrl-C exit the program.
    pub(crate) fn set_exit_mode(&self) {
        *self.mode() = InterruptMode::Exit;
    }

    /// Makes Ctrl-C raise the returned flag.
    pub(crate) fn set_stop_mode(&self) -> StopFlag {
        let stop = StopFlag::new();
        *self.mode() = InterruptMode::StopThinking {
            stop: stop.clone(),
            since: None,
        };
        stop
    }

    /// Makes Ctrl-C explain how to save and repeat the prompt.
    pub(crate) fn set_prompt_mode(&self, prompt: &str) {
        *self.mode() = InterruptMode::Prompt {
            prompt: prompt.to_owned(),
            was_warned: false,
        };
    }

    fn mode(&self) -> MutexGuard<'_, InterruptMode> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(&self) {
        match &mut *self.mode() {
            InterruptMode::StopThinking { stop, since } => {
                stop.raise();
                if since.get_or_insert_with(Instant::now).elapsed() > REPEAT_WINDOW {
                    exit();
                }
            }
            InterruptMode::Prompt { prompt, was_warned } if !*was_warned => {
                *was_warned = true;
                // If this cannot be printed, the next Ctrl-C exits all the same.
                let mut out = io::stdout();
                let _ = write!(out, "\n  {}\n{prompt} ", say!("interrupted"));
                let _ = out.flush();
            }
            InterruptMode::Exit | InterruptMode::Prompt { .. } => exit(),
        }
    }
}

fn exit() -> ! {
    // The cursor is behind the prompt and the terminal's `^C`.
    let _ = writeln!(io::stderr());
    process::exit(INTERRUPTED.into())
}

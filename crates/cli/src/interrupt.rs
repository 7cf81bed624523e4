//! Handles Ctrl-C: stops a run or an agent, or warns before quitting an unsaved game.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use ludorum_core::StopFlag;

use crate::exit::INTERRUPTED;
use crate::language::say;

/// Time after the first Ctrl-C in which further ones are ignored: `timeout` sends the signal twice.
const REPEAT_WINDOW: Duration = Duration::from_secs(1);

/// Returns a flag that Ctrl-C raises. A second Ctrl-C, a second later or more, exits at once.
pub(crate) fn stop_on_ctrl_c() -> Result<StopFlag> {
    let interrupt = InterruptHandler::listen()?;
    Ok(interrupt.set_stop_mode())
}

/// Handler of Ctrl-C, whose effect depends on a mode that the program sets as it runs.
#[derive(Clone, Debug)]
pub(crate) struct InterruptHandler(Arc<Mutex<CtrlCEffect>>);

/// Effect of the next Ctrl-C on the program.
#[derive(Debug)]
enum CtrlCEffect {
    /// Ctrl-C exits the program.
    Exit,
    /// Ctrl-C raises the stop flag of a run or a thinking agent.
    StopThinking {
        stop: StopFlag,
        /// Time of the first Ctrl-C; `None` before it.
        since: Option<Instant>,
    },
    /// Ctrl-C prints how to save the game and repeats the prompt; a second Ctrl-C exits.
    Prompt { prompt: String, was_warned: bool },
}

impl InterruptHandler {
    /// Installs the Ctrl-C handler in exit mode. Fails if the process already has a Ctrl-C handler.
    pub(crate) fn listen() -> Result<InterruptHandler> {
        let interrupt = InterruptHandler(Arc::new(Mutex::new(CtrlCEffect::Exit)));
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.handle())
            .map_err(|error| anyhow!("cannot listen for Ctrl-C: {error}"))?;
        Ok(interrupt)
    }

    /// Makes Ctrl-C exit the program.
    pub(crate) fn set_exit_mode(&self) {
        *self.mode() = CtrlCEffect::Exit;
    }

    /// Makes Ctrl-C raise the returned flag.
    pub(crate) fn set_stop_mode(&self) -> StopFlag {
        let stop = StopFlag::new();
        *self.mode() = CtrlCEffect::StopThinking {
            stop: stop.clone(),
            since: None,
        };
        stop
    }

    /// Makes Ctrl-C print how to save the game and repeat the prompt; a second Ctrl-C exits.
    pub(crate) fn set_prompt_mode(&self, prompt: &str) {
        *self.mode() = CtrlCEffect::Prompt {
            prompt: prompt.to_owned(),
            was_warned: false,
        };
    }

    fn mode(&self) -> MutexGuard<'_, CtrlCEffect> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(&self) {
        match &mut *self.mode() {
            CtrlCEffect::StopThinking { stop, since } => {
                stop.raise();
                if since.get_or_insert_with(Instant::now).elapsed() > REPEAT_WINDOW {
                    exit();
                }
            }
            CtrlCEffect::Prompt { prompt, was_warned } if !*was_warned => {
                *was_warned = true;
                // Ignores write errors: the next Ctrl-C exits anyway.
                let mut out = io::stdout();
                let _ = write!(out, "\n  {}\n{prompt} ", say!("interrupted"));
                let _ = out.flush();
            }
            CtrlCEffect::Exit | CtrlCEffect::Prompt { .. } => exit(),
        }
    }
}

fn exit() -> ! {
    // The cursor is on the line of the prompt and the terminal's `^C`.
    let _ = writeln!(io::stderr());
    process::exit(INTERRUPTED.into())
}

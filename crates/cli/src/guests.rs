//! Players from outside: where installed agents are, and tables at which they may sit.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};
use ludorum_bridge::{Guests, Installed, Shelf, is_guest, is_installed};
use ludorum_catalog::{Files, SpecError, Variant};

/// What runs Python files, as said on the command line.
static PYTHON: OnceLock<String> = OnceLock::new();

/// Has Python files run by a command, for as long as this program runs.
pub(crate) fn run_python_by(command: Option<String>) {
    if let Some(command) = command {
        PYTHON.get_or_init(|| command);
    }
}

/// The installed agents.
pub(crate) fn shelf() -> Shelf {
    let usual = Shelf::usual();
    match PYTHON.get() {
        Some(command) => {
            let runners = usual.runners().clone().saying("py", command);
            usual.run_by(runners)
        }
        None => usual,
    }
}

/// The installed agents that say they play a game.
pub(crate) fn installed(variant: &Variant) -> Vec<Installed> {
    let (mut agents, _) = shelf().list();
    agents.retain(|agent| agent.plays(variant.spec()));
    agents
}

/// Opens a game at whose table external agents may sit, and agents made from files of the user.
pub(crate) fn open(spec: &str) -> std::result::Result<Variant, SpecError> {
    ludorum_catalog::open(spec).map(welcome)
}

/// Lets external agents sit at the table of this variant, and agents made from files of the user.
pub(crate) fn welcome(variant: Variant) -> Variant {
    variant
        .inviting(Guests::new(shelf()).invite())
        .reading(Arc::new(Files::anywhere()))
}

/// Refuses to run programs only because a file names them: it may come from anybody. Installed
/// agents are no danger, the user has added them.
pub(crate) fn refuse_unasked(specs: &[String], file: &Path, how: &str) -> Result<()> {
    match specs
        .iter()
        .find(|spec| is_guest(spec) && !is_installed(spec))
    {
        None => Ok(()),
        Some(spec) => bail!(
            "{} names a program to run, {spec}; if that is wanted, name all agents with {how}",
            file.display()
        ),
    }
}

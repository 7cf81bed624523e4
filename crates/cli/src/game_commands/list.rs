//! The list of all commands of single games, one line each.

use anyhow::Result;

use super::{dicewars, quoridor, sector66};
use crate::console::Console;
use crate::exit::ExitStatus;

/// Commands that exist for one game only, called as `ludorum COMMAND`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum GameSpecificCommand {
    ServeDicewars(dicewars::serve::Args),
    Template(sector66::template::Args),
    Plugin(sector66::plugin::Args),
    Train(dicewars::train::Args),
}

/// Analyses that exist for one game only, called as `ludorum analyse COMMAND`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum GameAnalysisCommand {
    Attacks(dicewars::attacks::Args),
    Dice(dicewars::dice::Args),
    Topology(dicewars::topology::Args),
}

impl GameSpecificCommand {
    /// Runs this game-specific command.
    pub(crate) fn run(&self, console: &mut Console) -> Result<ExitStatus> {
        match self {
            GameSpecificCommand::ServeDicewars(args) => dicewars::serve::run(args, console),
            GameSpecificCommand::Template(args) => sector66::template::run(args, console),
            GameSpecificCommand::Plugin(args) => sector66::plugin::run(args, console),
            GameSpecificCommand::Train(args) => dicewars::train::run(args, console),
        }
    }
}

impl GameAnalysisCommand {
    /// Runs this game-specific analysis.
    pub(crate) fn run(&self, console: &mut Console) -> Result<ExitStatus> {
        match self {
            GameAnalysisCommand::Attacks(args) => dicewars::attacks::run(args, console),
            GameAnalysisCommand::Dice(args) => dicewars::dice::run(args, console),
            GameAnalysisCommand::Topology(args) => dicewars::topology::run(args, console),
        }
    }
}

/// Translates the arguments of a game's published program into arguments of `ludorum`; `None` if
/// they do not have the format of any published program.
pub(crate) fn translate(args: &[String]) -> Option<Vec<String>> {
    quoridor::published_console::translate(args)
}

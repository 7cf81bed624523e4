//! The list of all commands of single games, one line each.

use anyhow::Result;

use super::{dicewars, quoridor, sector66};
use crate::console::Console;
use crate::exit::ExitStatus;

/// Commands for single games, called as `ludorum COMMAND`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum GameSpecificCommand {
    ServeDicewars(dicewars::serve::Args),
    Template(sector66::template::Args),
    Plugin(sector66::plugin::Args),
    Train(dicewars::train::Args),
}

/// Analyses for single games, called as `ludorum analyse COMMAND`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum GameAnalysisCommand {
    Attacks(dicewars::attacks::Args),
    Dice(dicewars::dice::Args),
    Topology(dicewars::topology::Args),
}

impl GameSpecificCommand {
    /// Runs the command.
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
    /// Runs the analysis.
    pub(crate) fn run(&self, console: &mut Console) -> Result<ExitStatus> {
        match self {
            GameAnalysisCommand::Attacks(args) => dicewars::attacks::run(args, console),
            GameAnalysisCommand::Dice(args) => dicewars::dice::run(args, console),
            GameAnalysisCommand::Topology(args) => dicewars::topology::run(args, console),
        }
    }
}

/// Translates the arguments of a game's published program into arguments of `ludorum`; `None` if
/// they are not in such a format.
pub(crate) fn translate(args: &[String]) -> Option<Vec<String>> {
    quoridor::published_console::translate(args)
}

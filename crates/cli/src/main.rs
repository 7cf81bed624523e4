//! The `ludorum` command: play, match, measure and replay every game of the catalog.
//! The only crate that prints. Results go to stdout, progress and notes to stderr.

mod args;
mod commands;
mod console;
mod exit;
mod files;
mod format;
mod guests;
mod input;
mod interrupt;
mod language;
mod progress;
mod skeleton;
mod table;
mod wire;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::console::Console;
use crate::language::Language;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error),
    };
    guests::run_python_by(cli.python);
    if cli.command.is_for_players() {
        language::choose(cli.language.unwrap_or_else(Language::of_user));
    }
    let mut console = Console::new(cli.color);
    match commands::run(cli.command, &mut console) {
        Ok(end) => end.into(),
        Err(error) => exit::failure(&error, &console),
    }
}

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
mod published;
mod skeleton;
mod table;
mod wire;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::console::Console;
use crate::language::Language;

fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().collect();
    let words: Option<Vec<String>> = typed.iter().skip(1).map(text).collect();
    let ours = words.and_then(|words| published::in_our_words(&words));
    let cli = match &ours {
        Some(ours) => Cli::try_parse_from(
            typed
                .iter()
                .take(1)
                .cloned()
                .chain(ours.iter().map(OsString::from)),
        ),
        None => Cli::try_parse_from(typed),
    };
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error),
    };
    guests::run_python_by(cli.python);
    if cli.command.is_for_players() {
        language::choose(cli.language.unwrap_or_else(Language::of_user));
    }
    let mut console = Console::new(cli.color);
    if let Some(ours) = &ours {
        console.note(&format!("the same as: ludorum {}", ours.join(" ")));
    }
    match commands::run(cli.command, &mut console) {
        Ok(end) => end.into(),
        Err(error) => exit::failure(&error, &console),
    }
}

/// An argument as text, if it is.
fn text(argument: &OsString) -> Option<String> {
    argument.to_str().map(str::to_owned)
}

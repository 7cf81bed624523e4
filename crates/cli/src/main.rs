//! The `ludorum` command: plays, measures and replays every game of the catalog.
//! The only crate that prints. Results go to stdout, progress and notes to stderr.

mod agent_skeleton;
mod args;
mod commands;
mod console;
mod exit;
mod external_agents;
mod files;
mod format;
mod game_commands;
mod input;
mod interrupt;
mod language;
mod listening;
mod progress;
mod text_table;
mod untrusted_json;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::console::Console;
use crate::language::UiLanguage;

fn main() -> ExitCode {
    let typed: Vec<OsString> = env::args_os().collect();
    let words: Option<Vec<String>> = typed.iter().skip(1).map(text).collect();
    let translated = words.and_then(|words| game_commands::translate(&words));
    let cli = match &translated {
        Some(translated) => Cli::try_parse_from(
            typed
                .iter()
                .take(1)
                .cloned()
                .chain(translated.iter().map(OsString::from)),
        ),
        None => Cli::try_parse_from(typed),
    };
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return exit::report_usage_error(&error),
    };
    external_agents::set_python_command(cli.python);
    if cli.command.is_for_players() {
        language::set_language(cli.language.unwrap_or_else(UiLanguage::of_user));
    }
    let mut console = Console::new(cli.color);
    if let Some(translated) = &translated {
        console.note(&format!("equivalent to: ludorum {}", translated.join(" ")));
    }
    match commands::run(cli.command, &mut console) {
        Ok(end) => end.into(),
        Err(error) => exit::report_error(&error, &console),
    }
}

/// Converts a command-line argument to text; `None` if it is not UTF-8.
fn text(argument: &OsString) -> Option<String> {
    argument.to_str().map(str::to_owned)
}

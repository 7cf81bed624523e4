//! The command line: global options, the list of commands and parsers of common argument types.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Parser, Subcommand};
use ludorum_core::{Seed, parse_duration};

use crate::commands;
use crate::console::ColorChoice;
use crate::game_commands::GameSpecificCommand;
use crate::language::UiLanguage;

const AFTER_HELP: &str = "\
Examples:
  ludorum play                                        choose a game from a menu
  ludorum match tictactoe mcts minimax --games 50     play two agents against each other
  ludorum agents tictactoe                            list the agents and their parameters
  ludorum serve --lan                                 let friends play over the network

Games and agents are given as specs: NAME or NAME:key=value,key=value. External agents, which are
programs of their own, are given as @NAME or exec:PATH; see ludorum agent --help.";

/// Board games and the agents that play them.
#[derive(Debug, Parser)]
#[command(name = "ludorum", version, after_help = AFTER_HELP, max_term_width = 100)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// Use of colour; auto means only on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: ColorChoice,

    /// Command that runs .py agents [default: LUDORUM_RUN_PY, then runners.toml, then python3]
    #[arg(long, global = true, value_name = "COMMAND")]
    pub(crate) python: Option<String>,

    /// Language of play, serve and ai-service [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_name = "CODE", value_enum)]
    pub(crate) language: Option<UiLanguage>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(commands::games::Args),
    Agents(commands::agents::Args),
    Agent(commands::agent::Args),
    Play(commands::play::Args),
    Match(commands::runs::matches::Args),
    Tournament(commands::runs::tournament::Args),
    Sprt(commands::runs::sprt::Args),
    Ladder(commands::ladder::Args),
    Results(commands::results::Args),
    Report(commands::report::Args),
    Tune(commands::tune::Args),
    Openings(commands::openings::Args),
    Experiment(commands::experiment::Args),
    Perft(commands::perft::Args),
    Bench(commands::bench::Args),
    #[command(alias = "analyze")]
    Analyse(commands::analyse::Args),
    Replay(commands::replay::Args),
    Records(commands::records::Args),
    Serve(commands::serve::Args),
    AiService(commands::ai_service::Args),
    #[command(flatten)]
    OfGame(GameSpecificCommand),
    Db(commands::db::Args),
    #[command(name = "i18n")]
    I18n(commands::i18n::Args),
    Engine(commands::engine::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

impl Command {
    /// True for commands whose output is translated; other commands print English only.
    pub(crate) fn is_for_players(&self) -> bool {
        matches!(
            self,
            Command::Play(_) | Command::Serve(_) | Command::AiService(_)
        )
    }
}

/// Parses a seed argument, a number from 0 to `u64::MAX`.
pub(crate) fn seed(text: &str) -> Result<Seed, String> {
    text.parse()
        .map(Seed)
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Parses a search depth in plies, from 1 to 1000.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 1..=1000) => Ok(depth),
        _ => Err("expected a whole number from 1 to 1000".to_owned()),
    }
}

/// Parses a number of threads, from 1 to 1024.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a whole number from 1 to 1024".to_owned()),
    }
}

/// Returns the given number of threads, or the number of CPU cores for `None`.
pub(crate) fn threads_or_cores(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
}

/// Parses a number of games. Accepts 0, which the run plan rejects later.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "expected a whole number from 1".to_owned())
}

/// Parses a duration such as `500ms`, `30s`, `20m` or `1h`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    parse_duration(text)
        .ok_or_else(|| "expected a duration such as 500ms, 30s, 20m or 1h".to_owned())
}

//! The commands, one module each: arguments, execution and output.

pub(crate) mod agent;
mod agent_debug;
pub(crate) mod agents;
pub(crate) mod ai_service;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod complexity;
pub(crate) mod db;
pub(crate) mod engine;
pub(crate) mod experiment;
pub(crate) mod games;
pub(crate) mod i18n;
pub(crate) mod ladder;
pub(crate) mod man;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod runs;
pub(crate) mod serve;
pub(crate) mod tune;

mod listing;
mod setup;
mod tree;

use anyhow::Result;

use crate::args::Command;
use crate::console::Console;
use crate::exit::ExitStatus;

/// Runs a command. [`report_error`](crate::exit::report_error) maps errors to exit codes.
pub(crate) fn run(command: Command, console: &mut Console) -> Result<ExitStatus> {
    match command {
        Command::Games(args) => games::run(&args, console),
        Command::Agents(args) => agents::run(&args, console),
        Command::Agent(args) => agent::run(&args, console),
        Command::Play(args) => play::run(&args, console),
        Command::Match(args) => runs::matches::run(args, console),
        Command::Tournament(args) => runs::tournament::run(args, console),
        Command::Sprt(args) => runs::sprt::run(args, console),
        Command::Ladder(args) => ladder::run(&args, console),
        Command::Results(args) => results::run(&args, console),
        Command::Report(args) => report::run(&args, console),
        Command::Tune(args) => tune::run(&args, console),
        Command::Openings(args) => openings::run(&args, console),
        Command::Experiment(args) => experiment::run(&args, console),
        Command::Perft(args) => perft::run(&args, console),
        Command::Bench(args) => bench::run(&args, console),
        Command::Analyse(args) => analyse::run(&args, console),
        Command::Replay(args) => replay::run(&args, console),
        Command::Records(args) => records::run(&args, console),
        Command::Serve(args) => serve::run(args, console),
        Command::AiService(args) => ai_service::run(&args, console),
        Command::OfGame(command) => command.run(console),
        Command::Db(args) => db::run(&args, console),
        Command::I18n(args) => i18n::run(&args, console),
        Command::Engine(args) => engine::run(&args, console),
        Command::Completions(args) => completions::run(&args, console),
        Command::Man(args) => man::run(&args, console),
    }
}

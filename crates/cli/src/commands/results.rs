//! `ludorum results`: merges and shows reports of runs.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_arena::{RunReport, read_results};

use super::runs::print_report;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::files::OutputFile;

/// Merge and show reports of matches, tournaments and tests
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Merge(MergeArgs),
    Show(ShowResultsArgs),
}

/// Merge the reports of all parts of a run, played with --shard
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tournament quoridor:size=5 astar mcts minimax --shard 1/2 --json part-1.json
  ludorum tournament quoridor:size=5 astar mcts minimax --shard 2/2 --json part-2.json
  ludorum results merge part-1.json part-2.json --out whole.json

Apart from times, the result is the same as that of an unsplit run. Journals of killed runs are read too.
Parts may overlap; parts of different runs are refused.")]
struct MergeArgs {
    /// Reports to merge
    #[arg(required = true, value_name = "RESULTS")]
    parts: Vec<PathBuf>,
    /// File for the merged report; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Show the report of a match, tournament or test
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum results show whole.json
  ludorum results show killed.json --json | jq .statistics")]
struct ShowResultsArgs {
    /// Report, or the report file of a killed run that left a journal
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    match &args.command {
        Command::Merge(args) => merge(args, console),
        Command::Show(args) => show(args, console),
    }
}

fn merge(args: &MergeArgs, console: &mut Console) -> Result<ExitStatus> {
    let parts = args.parts.iter().map(|path| read_results(path));
    let parts = parts.collect::<Result<Vec<RunReport>, _>>()?;
    let (head, games) = RunReport::merge(parts).map_err(|error| match error.part() {
        Some(part) => anyhow!("{}: {error}", args.parts[part].display()),
        None => anyhow!("{error}"),
    })?;
    let whole = head.with_games(games).with_statistics();
    if args.out.as_os_str() == "-" {
        console.json(&whole)?;
        return Ok(ExitStatus::Success);
    }
    OutputFile::check(&args.out)?.write(&whole.to_json())?;
    write!(console, "{}", print_report(&whole, None, console.ink))?;
    Ok(ExitStatus::Success)
}

fn show(args: &ShowResultsArgs, console: &mut Console) -> Result<ExitStatus> {
    let report = read_results(&args.results)?;
    let report = match report.statistics {
        Some(_) => report,
        None => report.with_statistics(),
    };
    if args.json {
        console.json(&report)?;
    } else {
        write!(console, "{}", print_report(&report, None, console.ink))?;
    }
    Ok(ExitStatus::Success)
}

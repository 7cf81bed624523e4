//! `ludorum results`: reports of runs put together, and shown again.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ludorum_arena::{Report, read_results};

use super::runs::print_report;
use crate::console::Console;
use crate::exit::End;
use crate::files::Target;

/// Work with the reports of matches, tournaments and tests
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Merge(MergeArgs),
    Show(ShowArgs),
}

/// Put the parts of one run together
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tournament quoridor:size=5 astar mcts minimax --shard 1/2 --json part-1.json
  ludorum tournament quoridor:size=5 astar mcts minimax --shard 2/2 --json part-2.json
  ludorum results merge part-1.json part-2.json --out whole.json

The whole is the same as that of a run that was not split, apart from times. Journals of killed runs
are read too. Parts that overlap are no harm; parts of different runs are refused.")]
struct MergeArgs {
    /// The reports
    #[arg(required = true, value_name = "RESULTS")]
    parts: Vec<PathBuf>,
    /// The file for the whole; - for stdout
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Show a report again
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum results show whole.json
  ludorum results show killed.json --json | jq .statistics")]
struct ShowArgs {
    /// The report, or the file whose journal is left
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    match &args.command {
        Command::Merge(args) => merge(args, console),
        Command::Show(args) => show(args, console),
    }
}

fn merge(args: &MergeArgs, console: &mut Console) -> Result<End> {
    let parts = args.parts.iter().map(|path| read_results(path));
    let parts = parts.collect::<Result<Vec<Report>, _>>()?;
    let (head, games) = Report::merge(parts).map_err(|error| match error.part() {
        Some(part) => anyhow!("{}: {error}", args.parts[part].display()),
        None => anyhow!("{error}"),
    })?;
    let whole = head.with_games(games).with_statistics();
    if args.out.as_os_str() == "-" {
        console.json(&whole)?;
        return Ok(End::Done);
    }
    Target::check(&args.out)?.write(&whole.to_json())?;
    write!(console, "{}", print_report(&whole, None, console.ink))?;
    Ok(End::Done)
}

fn show(args: &ShowArgs, console: &mut Console) -> Result<End> {
    let report = read_results(&args.results)?;
    let report = match report.statistics {
        Some(_) => report,
        None => report.with_statistics(),
    };
    match args.json {
        true => console.json(&report)?,
        false => write!(console, "{}", print_report(&report, None, console.ink))?,
    }
    Ok(End::Done)
}

//! `ludorum openings`: generates opening suites for matches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use ludorum_arena::{OpeningSource, OpeningSuitePlan, make_suite};
use ludorum_core::Seed;

use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::external_agents::open;
use crate::files::OutputFile;
use crate::{format, interrupt, progress};

/// Generate an opening suite, a file for --openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum openings quoridor:size=5 --plies 4 --count 50
  ludorum openings quoridor --plies 6 --by champion:nodes=3000 --within 0.1 --count 200 --out suite.txt
  ludorum match quoridor minimax astar --openings suite.txt

Openings are random legal moves, and no two lead to the same position. With --by, only positions that the
agent evaluates as nearly even for the seat to move are kept; values go from -1 (lost) to 1 (won). The same
command gives the same file on any machine and with any number of threads. A suite is a text file with one
opening per line, moves separated by spaces, and # for comments.")]
pub(crate) struct Args {
    /// Game, NAME or NAME:key=value,...
    game: String,
    /// Number of moves per opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: u32,
    /// Agent that evaluates openings, limited by nodes, iterations, depth or level
    #[arg(long, value_name = "AGENT")]
    by: Option<String>,
    /// Keep only openings whose position the agent of --by evaluates from -X to X [default: 0.1]
    #[arg(long, value_name = "X", requires = "by")]
    within: Option<f64>,
    /// Number of openings to generate
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Seed of the random moves
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Positions to search in parallel [default: number of cores]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let target = args.out.as_deref().map(OutputFile::check).transpose()?;
    let variant = open(&args.game)?;
    let within = args.within.unwrap_or(0.1);
    let drawn = match &args.by {
        Some(by) => format!("balanced:plies={},within={within},by={by}", args.plies),
        None => format!("random:plies={}", args.plies),
    };
    let plan = OpeningSuitePlan {
        openings: OpeningSource::parse(&drawn, &variant)?,
        count: args.count,
        seed: args.seed,
        command: args.command(variant.spec()),
        variant,
    };
    let threads = threads_or_cores(args.threads);
    let stop = interrupt::stop_on_ctrl_c()?;
    let bar = progress::openings(args.count as u64);
    let made = make_suite(&plan, threads, &stop, |_| bar.inc(1));
    bar.finish_and_clear();
    let Some(text) = made? else {
        console.note("interrupted; nothing was written");
        return Ok(ExitStatus::Interrupted);
    };
    match target {
        None => write!(console, "{text}")?,
        Some(target) => {
            target.write(text.as_bytes())?;
            let openings = format::plural(args.count as u64, "opening", "openings");
            let path = target.path().display();
            console.note(&format!(
                "wrote {openings} to {path}; use them with --openings {path}"
            ));
        }
    }
    Ok(ExitStatus::Success)
}

impl Args {
    /// Command line that reproduces the opening suite.
    fn command(&self, game: &str) -> String {
        let mut command = format!("ludorum openings {game} --plies {}", self.plies);
        if let Some(by) = &self.by {
            let within = self.within.unwrap_or(0.1);
            command.push_str(&format!(" --by {by} --within {within}"));
        }
        command.push_str(&format!(" --count {} --seed {}", self.count, self.seed.0));
        if let Some(out) = &self.out {
            command.push_str(&format!(" --out {}", out.display()));
        }
        command
    }
}

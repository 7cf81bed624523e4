//! `ludorum openings`: makes suites of openings for matches.

use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Result;
use ludorum_arena::{Openings, SuitePlan, make_suite};
use ludorum_core::Seed;

use crate::console::Console;
use crate::exit::End;
use crate::files::Target;
use crate::guests::open;
use crate::{format, interrupt, progress};

/// Make a file of openings for --openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum openings quoridor:size=5 --plies 4 --count 50
  ludorum openings quoridor --plies 6 --by champion:nodes=3000 --within 0.1 --count 200 --out suite.txt
  ludorum match quoridor minimax astar --openings suite.txt

Every opening is so many random legal moves, and no two lead to the same position. With --by only those
are kept after which the agent, having searched, values the position close to an even result for the
seat to move: values are from -1 (lost) to 1 (won). The same command makes the same file on any machine,
for any number of threads. A suite is text: an opening a line, the moves with spaces between them, # for
comments.")]
pub(crate) struct Args {
    /// The game, NAME or NAME:key=value,...
    game: String,
    /// The moves of an opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: u32,
    /// The agent that values positions, limited by nodes, iterations, depth or level
    #[arg(long, value_name = "AGENT")]
    by: Option<String>,
    /// How far from even its value may be [default: 0.1]
    #[arg(long, value_name = "X", requires = "by")]
    within: Option<f64>,
    /// The number of openings
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The seed
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = crate::args::seed)]
    seed: Seed,
    /// Positions to search in parallel [default: one for each core]
    #[arg(long, value_name = "T", value_parser = crate::args::threads)]
    threads: Option<usize>,
    /// The file; without one the suite is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
    let target = args.out.as_deref().map(Target::check).transpose()?;
    let variant = open(&args.game)?;
    let within = args.within.unwrap_or(0.1);
    let drawn = match &args.by {
        Some(by) => format!("balanced:plies={},within={within},by={by}", args.plies),
        None => format!("random:plies={}", args.plies),
    };
    let plan = SuitePlan {
        openings: Openings::parse(&drawn, &variant)?,
        count: args.count,
        seed: args.seed,
        command: args.command(variant.spec()),
        variant,
    };
    let threads = args
        .threads
        .unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let stop = interrupt::stop()?;
    let bar = progress::openings(args.count as u64);
    let made = make_suite(&plan, threads, &stop, |_| bar.inc(1));
    bar.finish_and_clear();
    let Some(text) = made? else {
        console.note("stopped; nothing was written");
        return Ok(End::Stopped);
    };
    match target {
        None => write!(console, "{text}")?,
        Some(target) => {
            target.write(text.as_bytes())?;
            let openings = format::plural(args.count as u64, "opening", "openings");
            let path = target.path().display();
            console.note(&format!(
                "{openings} in {path}; play them with --openings {path}"
            ));
        }
    }
    Ok(End::Done)
}

impl Args {
    /// The command that makes the same suite.
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

//! `ludorum perft`: counts move sequences, which verifies move generation.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, anyhow};
use serde::Serialize;

use super::setup;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

/// Count the move sequences from a position (perft)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum perft tictactoe --depth 9
  ludorum perft tictactoe --moves \"b2 a1\" --depth 3 --divide
  ludorum perft tictactoe --depth 5 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    setup: setup::Args,
    /// Maximum depth in plies; sequences are counted for every depth from 1
    #[arg(long, value_name = "N", value_parser = crate::args::depth)]
    #[arg(allow_negative_numbers = true)]
    depth: u32,
    /// Also show the count below each first move (perft divide)
    #[arg(long)]
    divide: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftJson {
    game: String,
    /// Leaf counts of depths 1, 2, ... up to the maximum depth.
    perft: Vec<u64>,
    /// Leaf count of the maximum depth below each first move; `None` without `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<PerftMoveJson>>,
}

#[derive(Serialize)]
struct PerftMoveJson {
    #[serde(rename = "move")]
    text: String,
    count: u64,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let (variant, mut position) = args.setup.resolve()?;
    let too_many = |error| anyhow!("{}: {error}, so they cannot be counted", variant.spec());
    let mut counts = Vec::new();
    for depth in 1..=args.depth {
        let began = Instant::now();
        let count = position.perft(depth).map_err(too_many)?;
        setup::check_not_halted(&position)?;
        let time = began.elapsed();
        counts.push(count);
        if !args.json {
            let (time, speed) = (format::time(time), format::speed(count, time));
            let more = console.ink.faint(&format!("{time:>8}  {speed:>9}"));
            writeln!(console, "perft({depth}) {count:>14}  {more}")?;
        }
    }
    let divide = if args.divide {
        Some(position.divide(args.depth).map_err(too_many)?)
    } else {
        None
    };
    setup::check_not_halted(&position)?;
    if args.json {
        let branch = |(text, count)| PerftMoveJson { text, count };
        console.json(&PerftJson {
            game: variant.spec().to_owned(),
            perft: counts,
            divide: divide.map(|moves| moves.into_iter().map(branch).collect()),
        })?;
    } else if let Some(moves) = divide {
        let columns = [
            ("move", ColumnAlignment::Left),
            ("count", ColumnAlignment::Right),
        ];
        let mut table = TextTable::new(console.ink, &columns);
        for (text, count) in moves {
            table.row([text, count.to_string()]);
        }
        write!(console, "\n{}", table.print())?;
    }
    Ok(ExitStatus::Success)
}

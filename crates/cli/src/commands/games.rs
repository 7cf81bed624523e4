//! `ludorum games`: lists the games and their parameters.

use std::io::Write;

use anyhow::Result;
use ludorum_catalog::kinds;
use serde::Serialize;

use super::listing::{ParamJson, describe};
use crate::console::Console;
use crate::exit::ExitStatus;

/// List the games and their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum games
  ludorum games --json")]
pub(crate) struct Args {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// A game in the output of `ludorum games --json`.
#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    summary: &'static str,
    /// Number of seats with default parameters.
    seats: usize,
    rules: u32,
    params: Vec<ParamJson>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    if args.json {
        let mut games = Vec::new();
        for kind in kinds() {
            let variant = kind.open("")?;
            games.push(GameJson {
                name: kind.name(),
                summary: kind.summary(),
                seats: variant.seats(),
                rules: variant.rules_version(),
                params: kind.params().into_iter().map(ParamJson::from).collect(),
            });
        }
        console.json(&games)?;
        return Ok(ExitStatus::Success);
    }
    for kind in kinds() {
        let (name, summary) = (kind.name(), kind.summary());
        let text = describe(console.ink, console.width, name, summary, &kind.params());
        write!(console, "{text}")?;
    }
    let hint = console
        .ink
        .faint("List agents with: ludorum agents GAME. Play with: ludorum play GAME");
    writeln!(console, "\n{hint}")?;
    Ok(ExitStatus::Success)
}

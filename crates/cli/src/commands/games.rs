//! `ludorum games`: every game with its parameters.

use std::io::Write;

use anyhow::Result;
use ludorum_catalog::kinds;
use serde::Serialize;

use super::listing::{ParamJson, describe};
use crate::console::Console;
use crate::exit::End;

/// List the games and their parameters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum games
  ludorum games --json")]
pub(crate) struct Args {
    /// Print an array of objects for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    summary: &'static str,
    /// Seats with all parameters at their defaults.
    seats: usize,
    rules: u32,
    params: Vec<ParamJson>,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
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
        return Ok(End::Done);
    }
    for kind in kinds() {
        let (name, summary) = (kind.name(), kind.summary());
        let text = describe(console.ink, console.width, name, summary, &kind.params());
        write!(console, "{text}")?;
    }
    let hint = console
        .ink
        .faint("ludorum agents GAME lists who can play, ludorum play GAME plays");
    writeln!(console, "\n{hint}")?;
    Ok(End::Done)
}

//! `ludorum tournament`: a round robin, or one agent against a field.

use anyhow::Result;
use ludorum_arena::Pairing;

use super::options::CommonRunArgs;
use super::runner::{self, RunCommandSettings};
use crate::console::Console;
use crate::exit::ExitStatus;

const DEFAULT_GAMES: u64 = 20;

/// Play a tournament between many agents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tournament quoridor:size=5 random semirandom astar minimax --games 100
  ludorum tournament dicewars:players=4 stei naive sdc ste --field --games 400 --json field.json
  ludorum tournament --resume field.json
  ludorum tournament quoridor:size=7 astar minimax alphabeta --openings quoridor-7x7 --games 400
  ludorum report field.json --html field.html

Every group of as many agents as the game has seats plays --games games. With --field the first agent plays
against each of the others, which takes all other seats. A block is one group in all seatings from one seed;
a round is one block of every group. Everything else is as in ludorum match.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: CommonRunArgs,
    /// Play the first agent against each of the others
    #[arg(long)]
    field: bool,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<ExitStatus> {
    let pairing = if args.field {
        Pairing::Field
    } else {
        Pairing::RoundRobin
    };
    let request = RunCommandSettings {
        command: "tournament",
        pairing,
        games: DEFAULT_GAMES,
        test: None,
    };
    runner::run(args.options, request, console)
}

//! `ludorum tournament`: everybody against everybody, or one against a field.

use anyhow::Result;
use ludorum_arena::Pairing;

use super::engine::{self, Wish};
use super::options::Options;
use crate::console::Console;
use crate::exit::End;

const DEFAULT_GAMES: u64 = 20;

/// Let many agents play each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum tournament quoridor:size=5 random semirandom astar minimax --games 100
  ludorum tournament dicewars:players=4 stei naive sdc ste --field --games 400 --json field.json
  ludorum tournament --resume field.json
  ludorum tournament quoridor:size=7 astar minimax alphabeta --openings quoridor-7x7 --games 400
  ludorum report field.json --html field.html

Every group of as many agents as the game has seats plays --games games; with --field the first
agent plays against each of the others, who takes all other seats. A block is one group in all
seatings from one seed, a round is a block of every group. Everything else is as in ludorum match.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
    /// The first agent against each of the others
    #[arg(long)]
    field: bool,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    let pairing = match args.field {
        true => Pairing::Field,
        false => Pairing::RoundRobin,
    };
    let wish = Wish {
        command: "tournament",
        pairing,
        games: DEFAULT_GAMES,
        test: None,
    };
    engine::run(args.options, wish, console)
}

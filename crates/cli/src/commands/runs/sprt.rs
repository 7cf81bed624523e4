//! `ludorum sprt`: sequential test of whether one agent is stronger than another.

use anyhow::{Result, bail};
use ludorum_arena::Pairing;

use super::options::CommonRunArgs;
use super::runner::{self, RunCommandSettings};
use super::sprt_options::SprtOptions;
use crate::console::Console;
use crate::exit::ExitStatus;

/// Default maximum number of games of an SPRT, enough to detect a difference of a few Elo.
const MOST_GAMES: u64 = 100_000;

/// Test whether an agent is stronger than another, with as few games as possible
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum sprt quoridor champion:nodes=2000 alphabeta:depth=2 --elo0 0 --elo1 10
  ludorum sprt dicewars:players=4 stei ste --elo1 30 --json test.json
  ludorum sprt --resume test.json
  ludorum sprt quoridor champion:nodes=4000 champion:nodes=2000 --openings quoridor-9x9

A sequential probability ratio test (SPRT) on the scores of blocks: with two seats, pairs of games with
seats swapped; with more, the new agent on each seat once and the other on all others. It stops as soon as
it decides between 'stronger by at most elo0' (H0) and 'stronger by at least elo1' (H1), after the same game
with any number of threads; --games limits its length. The exit code is 0 if H1 is accepted, otherwise 1.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: CommonRunArgs,
    #[command(flatten)]
    test: SprtOptions,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<ExitStatus> {
    if args.options.agents().len() > 2 {
        bail!("a test takes two agents: the new one and its opponent");
    }
    if args.options.is_sharded() {
        bail!("a sequential test cannot be split; leave out --shard");
    }
    let request = RunCommandSettings {
        command: "sprt",
        pairing: Pairing::Field,
        games: MOST_GAMES,
        test: Some(args.test),
    };
    runner::run(args.options, request, console)
}

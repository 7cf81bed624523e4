//! `ludorum sprt`: sequential test of whether one agent is stronger than another.

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludorum_arena::Pairing;
use ludorum_arena::stats::EloModel;

use super::options::CommonRunArgs;
use super::runner::{self, RunRequest};
use super::sprt_options::SprtOptions;
use crate::console::Console;
use crate::exit::ExitStatus;

/// Default game limit, enough for a difference of a few Elo.
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
    /// Hypothesis H0: stronger by at most this much [default: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Hypothesis H1: stronger by at least this much [default: 10]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Probability of accepting H1 if H0 is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    alpha: Option<f64>,
    /// Probability of accepting H0 if H1 is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    beta: Option<f64>,
    /// Elo model of elo0 and elo1 [default: logistic]
    #[arg(long, value_enum)]
    model: Option<EloModelArg>,
}

/// Elo model of the hypotheses.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModelArg {
    /// Logistic Elo, from the expected score
    Logistic,
    /// Normalised Elo, from the standard deviation of a game
    Normalized,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<ExitStatus> {
    if args.options.agents().len() > 2 {
        bail!("a test takes two agents: the new one and its opponent");
    }
    if args.options.is_sharded() {
        bail!("a sequential test cannot be split; leave out --shard");
    }
    let test = SprtOptions {
        elo0: args.elo0,
        elo1: args.elo1,
        alpha: args.alpha,
        beta: args.beta,
        model: args.model.map(|model| match model {
            EloModelArg::Logistic => EloModel::Logistic,
            EloModelArg::Normalized => EloModel::Normalized,
        }),
    };
    let request = RunRequest {
        command: "sprt",
        pairing: Pairing::Field,
        games: MOST_GAMES,
        test: Some(test),
    };
    runner::run(args.options, request, console)
}

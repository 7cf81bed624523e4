//! `ludorum sprt`: whether an agent is better than another, with as many games as that takes.

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludorum_arena::Pairing;
use ludorum_arena::stats::EloModel;

use super::engine::{self, Wish};
use super::options::Options;
use super::test::Test;
use crate::console::Console;
use crate::exit::End;

/// Enough for a difference of a few Elo.
const MOST_GAMES: u64 = 100_000;

/// Find out whether an agent is better than another, with as few games as possible
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum sprt quoridor champion:nodes=2000 alphabeta:depth=2 --elo0 0 --elo1 10
  ludorum sprt dicewars:players=4 stei ste --elo1 30 --json test.json
  ludorum sprt --resume test.json
  ludorum sprt quoridor champion:nodes=4000 champion:nodes=2000 --openings quoridor-9x9

A sequential test on the scores of blocks: with two seats pairs of games with seats swapped, with
more the new agent on each seat once and the other on all others. It stops as soon as the games
decide between 'better by at most elo0' and 'better by at least elo1', after the same game whatever
the number of threads; --games is the most it plays. Exit code 0 if the new agent is better, 1 if
it is not or nothing was decided.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
    /// The first hypothesis: better by at most this much [default: 0]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// The second hypothesis: better by at least this much [default: 10]
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// The probability to accept the second when the first is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    alpha: Option<f64>,
    /// The probability to accept the first when the second is true [default: 0.05]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    beta: Option<f64>,
    /// What elo0 and elo1 are measured in [default: logistic]
    #[arg(long, value_enum)]
    model: Option<Model>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Model {
    /// Elo, from the expected score
    Logistic,
    /// Standard deviations of a game, scaled like Elo
    Normalized,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    if args.options.agents().len() > 2 {
        bail!("a test has two agents, the new one and the one it should beat");
    }
    if args.options.is_sharded() {
        bail!("a test goes on until it is decided, so it cannot be split; leave out --shard");
    }
    let test = Test {
        elo0: args.elo0,
        elo1: args.elo1,
        alpha: args.alpha,
        beta: args.beta,
        model: args.model.map(|model| match model {
            Model::Logistic => EloModel::Logistic,
            Model::Normalized => EloModel::Normalized,
        }),
    };
    let wish = Wish {
        command: "sprt",
        pairing: Pairing::Field,
        games: MOST_GAMES,
        test: Some(test),
    };
    engine::run(args.options, wish, console)
}

//! `ludorum sprt`: whether an agent is better than another, with as many games as that takes.

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludorum_arena::stats::{EloModel, Hypotheses};
use ludorum_arena::{Pairing, Schedule};

use super::engine::{self, Wish};
use super::options::Options;
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

A sequential probability ratio test on the scores of blocks: with two seats pairs of games with
seats swapped, with more the new agent on each seat once and the other on all others. It stops as
soon as the games decide between 'better by at most elo0' and 'better by at least elo1', after the
same game whatever the number of threads; --games is the most it plays. Exit code 0 if the new
agent is better, 1 if it is not or nothing was decided.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
    /// The first hypothesis: better by at most this much
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    elo0: f64,
    /// The second hypothesis: better by at least this much
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 10.0,
        allow_negative_numbers = true
    )]
    elo1: f64,
    /// The probability to accept the second when the first is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// The probability to accept the first when the second is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// What elo0 and elo1 are measured in
    #[arg(long, value_enum, default_value_t)]
    model: Model,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Model {
    /// Elo, from the expected score
    #[default]
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
    let is_probability = |p: f64| p > 0.0 && p < 0.5;
    if !(args.elo0 < args.elo1 && args.elo0.is_finite() && args.elo1.is_finite()) {
        bail!("elo0 must be less than elo1");
    }
    if !is_probability(args.alpha) || !is_probability(args.beta) {
        bail!("alpha and beta are probabilities between 0 and 0.5");
    }
    let wish = Wish {
        schedule: Schedule {
            pairing: Pairing::Field,
            seatings: args.options.seatings(),
        },
        games: MOST_GAMES,
        hypotheses: Some(Hypotheses {
            elo0: args.elo0,
            elo1: args.elo1,
            model: match args.model {
                Model::Logistic => EloModel::Logistic,
                Model::Normalized => EloModel::Normalized,
            },
            alpha: args.alpha,
            beta: args.beta,
        }),
    };
    engine::run(args.options, wish, console)
}

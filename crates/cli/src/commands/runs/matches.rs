//! `ludorum match`: plays agents against each other.

use anyhow::Result;
use ludorum_arena::Pairing;

use super::options::CommonRunArgs;
use super::runner::{self, RunCommandSettings};
use crate::console::Console;
use crate::exit::ExitStatus;

const DEFAULT_GAMES: u64 = 100;

/// Play agents against each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum match tictactoe mcts:iterations=500 random --games 50 --seed 7
  ludorum match tictactoe minimax mcts --json result.json --record games/
  ludorum match --resume result.json
  ludorum match tictactoe minimax random --json - | jq '.agents[0].win_rate'
  ludorum match quoridor minimax mcts --games 1000 --shard 1/2 --json part-1.json
  ludorum match quoridor:size=5 minimax astar --openings random:plies=4
  ludorum match quoridor champion:level=6 champion:level=5 --openings quoridor-9x9
  ludorum match yinsh mcts alphabeta --openings balanced:plies=12,by=alphabeta:depth=2,within=0.2

Agents rotate over the seats, and every seed is played in every rotation. Results do not depend on the
number of threads. Deterministic agents repeat the same game unless --openings varies it; each opening is
played in every rotation, and ludorum openings generates suites. With --json FILE every game is written to
FILE.journal as soon as it ends, so that a killed run can be resumed. Ctrl-C stops the run, prints the
results so far and exits with code 130.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: CommonRunArgs,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<ExitStatus> {
    let request = RunCommandSettings {
        command: "match",
        pairing: Pairing::Match,
        games: DEFAULT_GAMES,
        test: None,
    };
    runner::run(args.options, request, console)
}

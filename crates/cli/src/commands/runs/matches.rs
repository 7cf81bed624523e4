//! `ludorum match`: agents against each other at one table.

use anyhow::Result;
use ludorum_arena::Pairing;

use super::engine::{self, Wish};
use super::options::Options;
use crate::console::Console;
use crate::exit::End;

const DEFAULT_GAMES: u64 = 100;

/// Let agents play each other
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

Agents rotate over the seats, and every seed is played in every rotation. Games do not depend on
the number of threads. Agents that leave nothing to chance play the same game again and again unless
games begin with openings: each is played in every rotation; ludorum openings makes files of them. With --json FILE every game is on the disk as soon as it ends, in
FILE.journal, so that a killed run can be resumed. Ctrl-C stops, prints what was played, and exits
with code 130.")]
pub(crate) struct Args {
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<End> {
    let wish = Wish {
        command: "match",
        pairing: Pairing::Match,
        games: DEFAULT_GAMES,
        test: None,
    };
    engine::run(args.options, wish, console)
}

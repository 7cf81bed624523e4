//! Tests of policies, Monte-Carlo tree search and expectiminimax.

mod expectimax;
mod mcts;
mod policies;
mod test_bench;

//! Policies, Monte-Carlo tree search and expectiminimax: one binary of tests.

mod desk;
mod expectimax;
mod mcts;
mod policies;

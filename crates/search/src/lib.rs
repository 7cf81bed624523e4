//! Search algorithms, each generic over what a game can do.

mod adapter;
mod alphabeta;
mod epsilon;
mod expectimax;
mod greedy;
mod hints;
mod line;
mod maxn;
mod mcts;
mod meter;
mod minimax;
mod parallel;
pub mod path;
mod pvs;
mod random;
mod semirandom;
mod solution;
mod table;
mod walk;

pub use adapter::{AgentPolicy, PolicyAgent};
pub use alphabeta::{AlphaBeta, Shortcuts};
pub use epsilon::EpsilonGreedy;
pub use expectimax::{Expectimax, Pruning};
pub use greedy::Greedy;
pub use hints::{Hints, NoHints};
pub use maxn::MaxN;
pub use mcts::{Bias, FinalMove, Mcts, MctsConfig, Widening};
pub use meter::Meter;
pub use minimax::Minimax;
pub use parallel::ParallelAlphaBeta;
pub use pvs::{Pvs, PvsConfig, Reductions, Selective};
pub use random::Random;
pub use semirandom::SemiRandom;
pub use solution::Solution;

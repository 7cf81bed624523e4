//! Search algorithms, generic over the capabilities of a game.

mod adapter;
mod alphabeta;
mod determinized;
mod epsilon;
mod expectimax;
mod free_cores;
mod greedy;
mod hints;
mod ismcts;
mod maxn;
mod mcts;
mod meter;
mod minimax;
mod parallel;
mod playout;
mod pv_table;
mod pvs;
mod random;
mod search_result;
mod semirandom;
mod split;
mod transposition;
mod tree_walk;

pub use adapter::{AgentPolicy, PolicyAgent};
pub use alphabeta::{AlphaBeta, AlphaBetaOptions};
pub use determinized::{DeterminizedMaxN, RootVoteCriterion};
pub use epsilon::EpsilonGreedy;
pub use expectimax::{ChancePruning, Expectimax};
pub use free_cores::BusyThreadGuard;
pub use greedy::OnePlyGreedy;
pub use hints::{MoveHints, NoHints};
pub use ismcts::{
    Determinizer, Ismcts, IsmctsConfig, ObserverModel, RankRewards, UniformDeterminizer,
};
pub use maxn::MaxN;
pub use mcts::{FinalMoveRule, Mcts, MctsConfig, ProgressiveBias, ProgressiveWidening};
pub use meter::BudgetMeter;
pub use minimax::Minimax;
pub use parallel::ParallelAlphaBeta;
pub use pvs::{LateMoveReductions, Pvs, PvsConfig, Selectivity};
pub use random::UniformRandom;
pub use search_result::{SearchResult, TieBreaking};
pub use semirandom::SemiRandom;

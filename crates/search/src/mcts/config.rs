//! Parameters of Monte-Carlo tree search.

use ludorum_core::{Budget, CarriedState};

/// Parameters of [`Mcts`](crate::Mcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// Limits of the search; the tighter of these and the turn's apply. The depth limits the tree,
    /// not the playouts. Without limits of time, iterations and nodes the search runs
    /// [`MctsConfig::DEFAULT_ITERATIONS`].
    pub budget: Budget,
    /// Exploration constant: the `c` of `mean + c * sqrt(ln N / n)`, with means from 0 to 1 (UCB1,
    /// Auer et al. 2002; UCT, Kocsis and Szepesvári 2006).
    pub exploration: f64,
    /// First-play urgency: score of an unvisited move (Gelly and Wang 2006). `None`: every move is
    /// tried once, in random order, before any is tried twice.
    pub first_play: Option<f64>,
    /// Plies after which a playout is cut off and evaluated. 0: the evaluation replaces playouts;
    /// `None`: playouts run to the end of the game.
    pub playout_depth: Option<u32>,
    /// Rule for choosing the move to play after the search.
    pub final_move: FinalMoveRule,
    /// Tree reuse: the next search starts with the subtree of the position then reached.
    pub reuse: bool,
    /// Memory limit of all trees together, in MiB. When it is reached the trees stop growing, and
    /// playouts start from their leaves. The root moves always fit.
    pub memory: usize,
    /// Number of trees searched in parallel, each on its own thread (root parallelisation, Cazenave
    /// and Jouandeau 2007). Limits of iterations and nodes are divided evenly; results then depend
    /// on the number of trees, not on the machine.
    pub threads: usize,
    /// Progressive bias: initial preference for moves of high priority; `None` turns it off.
    pub bias: Option<ProgressiveBias>,
    /// Progressive widening: considers more moves after more visits; `None` turns it off.
    pub widening: Option<ProgressiveWidening>,
}

impl MctsConfig {
    /// Number of iterations per move if nothing else limits the search.
    pub const DEFAULT_ITERATIONS: u64 = 1000;

    /// State that a search with these parameters keeps from move to move.
    pub fn carries(&self) -> CarriedState {
        carried_state(self.reuse, &self.budget)
    }
}

/// State that a search with this budget keeps from move to move; `reuse` is true if it reuses
/// trees.
pub(crate) fn carried_state(reuse: bool, budget: &Budget) -> CarriedState {
    match (reuse, budget.time) {
        (false, _) => CarriedState::Nothing,
        (true, Some(_)) => CarriedState::Observations,
        (true, None) => CarriedState::Choices,
    }
}

impl Default for MctsConfig {
    fn default() -> MctsConfig {
        MctsConfig {
            budget: Budget::UNLIMITED,
            // About the square root of two, the theoretical value for rewards from 0 to 1.
            exploration: 1.4,
            first_play: None,
            playout_depth: None,
            final_move: FinalMoveRule::MostVisits,
            reuse: true,
            memory: 256,
            threads: 1,
            bias: None,
            widening: None,
        }
    }
}

/// Rule for choosing the move to play after a search (Chaslot et al. 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalMoveRule {
    /// Most visited move, the "robust child".
    #[default]
    MostVisits,
    /// Move with the best mean value, the "max child", even after a single visit.
    BestValue,
}

/// Progressive bias (Chaslot et al. 2008): adds `weight * prior / (n + 1)` to the score of a move
/// visited `n` times. The prior is the move's [priority](crate::MoveHints::priority), squashed into
/// the range from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressiveBias {
    /// Weight of the prior.
    pub weight: f64,
    /// Move priority that corresponds to a prior of 0.5.
    pub scale: i32,
}

/// Progressive widening (Coulom 2007; unpruning, Chaslot et al. 2008): in a position visited `n`
/// times only the `ceil(factor * n^exponent)` moves of the highest
/// [priority](crate::MoveHints::priority) are considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressiveWidening {
    /// Number of moves considered on the first visit of a position.
    pub factor: f64,
    /// Growth exponent: 0 for a constant number of moves, 1 for growth proportional to the visits.
    pub exponent: f64,
}

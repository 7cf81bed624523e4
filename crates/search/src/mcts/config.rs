//! What can be chosen about Monte-Carlo tree search.

use ludorum_core::{Budget, Carried};

/// The parameters of [`Mcts`](crate::Mcts).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsConfig {
    /// The search's own limits; the tighter of these and the table's hold. Depth limits the tree,
    /// not the playouts. Where there is no limit of time, iterations or nodes at all, the search
    /// makes [`MctsConfig::DEFAULT_ITERATIONS`].
    pub budget: Budget,
    /// How much uncertainty attracts: the `c` of `mean + c * sqrt(ln N / n)`, with means from 0
    /// to 1 (UCB1, Auer et al. 2002; UCT, Kocsis and Szepesvári 2006).
    pub exploration: f64,
    /// What a move that was never tried scores (first-play urgency, Gelly and Wang 2006). None:
    /// every move is tried once before any is tried twice, in random order.
    pub first_play: Option<f64>,
    /// After how many plies a playout is ended by the evaluation. 0: the evaluation replaces
    /// playouts; none: games are played out to their end.
    pub playout_depth: Option<u32>,
    /// Which move is played in the end.
    pub final_move: FinalMove,
    /// Whether what was learnt about the position the game went on to is kept for the next move.
    pub reuse: bool,
    /// The memory of all trees together, in MiB. When it is full the trees no longer grow, and
    /// playouts start from their leaves. The moves of the root always fit.
    pub memory: usize,
    /// How many trees are searched side by side, each in a thread of its own (root
    /// parallelisation, Cazenave and Jouandeau 2007). The limits of iterations and nodes are
    /// shared out evenly. For such limits the result depends on this number, not on the machine.
    pub threads: usize,
    /// Whether moves that look good are tried more often while little is known; none: not.
    pub bias: Option<Bias>,
    /// Whether only moves that look good are considered while little is known; none: not.
    pub widening: Option<Widening>,
}

impl MctsConfig {
    /// The iterations made for a move when nothing else limits the search.
    pub const DEFAULT_ITERATIONS: u64 = 1000;

    /// What a search with these parameters carries from move to move.
    pub fn carries(&self) -> Carried {
        match (self.reuse, self.budget.time) {
            (false, _) => Carried::Nothing,
            (true, Some(_)) => Carried::Observations,
            (true, None) => Carried::Choices,
        }
    }
}

impl Default for MctsConfig {
    fn default() -> MctsConfig {
        MctsConfig {
            budget: Budget::UNLIMITED,
            // About the square root of two, which theory has for rewards from 0 to 1.
            exploration: 1.4,
            first_play: None,
            playout_depth: None,
            final_move: FinalMove::MostVisits,
            reuse: true,
            memory: 256,
            threads: 1,
            bias: None,
            widening: None,
        }
    }
}

/// Which move a search plays in the end (Chaslot et al. 2008).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalMove {
    /// The move tried most often, the "robust child".
    #[default]
    MostVisits,
    /// The move with the best mean, the "max child", even if it was tried but once.
    BestValue,
}

/// Progressive bias (Chaslot et al. 2008): `weight * prior / (n + 1)` is added to the score of a
/// move tried `n` times. The prior is the [priority](crate::Hints::priority) squashed into -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bias {
    /// How much the prior counts.
    pub weight: f64,
    /// The priority that makes a prior of one half.
    pub scale: i32,
}

/// Progressive widening (Coulom 2007; unpruning, Chaslot et al. 2008): in a position visited `n`
/// times only the `ceil(factor * n^exponent)` moves of the highest
/// [priority](crate::Hints::priority) are considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The moves considered on the first visit.
    pub factor: f64,
    /// How fast the number grows; 0 never, 1 as fast as the visits.
    pub exponent: f64,
}

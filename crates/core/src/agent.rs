//! The `Agent` trait: a view and a budget in, a move and its analysis out.

use crate::{Budget, Game, PerSeat, ProgressCallback, Rng, Seat, StopFlag};

/// A player. Created anew for every game, so all its memory is about this game.
pub trait Agent<G: Game>: Send {
    /// Chooses one of `turn.moves`. All randomness comes from `rng`.
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move>;

    /// Shows the agent its view after every move of any seat; `seat` is its own. Agents that reuse
    /// their tree follow the game with it.
    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        let _ = (game, seat, view);
    }

    /// The search tree of its last choice, if it keeps one for inspection.
    fn search_tree(&self) -> Option<SearchTreeNode<G::Move>> {
        None
    }

    /// True if the agent ponders on the opponents' time. It must then be kept alive between its moves,
    /// and its choices are not reproducible.
    fn ponders(&self) -> bool {
        false
    }

    /// Ponders while another seat is to move, until `stop` is raised. `seat` and `view` are the agent's
    /// own. Called in interactive play only, so match results do not depend on it.
    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &StopFlag) {
        let _ = (game, seat, view, stop);
    }

    /// The state the agent carries from move to move, which tells how to rebuild an evicted agent. The
    /// default is safe: rebuilding is slow, but right for every reproducible agent. The answer must not
    /// change during a game.
    fn carried_state(&self) -> CarriedState {
        CarriedState::Choices
    }

    /// Memory held between moves, in bytes. Small data such as parameters need not be counted.
    fn memory(&self) -> usize {
        0
    }
}

/// State that an agent carries from one of its moves to the next.
///
/// A new agent chooses like one that has played from the beginning once these have been replayed to
/// it in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CarriedState {
    /// None: a choice depends only on the view and the random numbers of the move.
    Nothing,
    /// Its observations. Also for agents whose choices are not reproducible because they are limited
    /// by time or share a table between threads: repeating the choices would restore nothing.
    Observations,
    /// Its observations and by-products of its own choices: a random stream, a tree, a transposition
    /// table.
    Choices,
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        (**self).choose(turn, rng)
    }

    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        (**self).observe(game, seat, view);
    }

    fn search_tree(&self) -> Option<SearchTreeNode<G::Move>> {
        (**self).search_tree()
    }

    fn ponders(&self) -> bool {
        (**self).ponders()
    }

    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &StopFlag) {
        (**self).ponder(game, seat, view, stop);
    }

    fn carried_state(&self) -> CarriedState {
        (**self).carried_state()
    }

    fn memory(&self) -> usize {
        (**self).memory()
    }
}

/// A request to an agent to choose a move.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The seat to move, which is the agent's own.
    pub seat: Seat,
    /// The observation of this seat.
    pub view: &'a G::View,
    /// The legal moves; never empty.
    pub moves: &'a [G::Move],
    /// Limits set by the table; an agent may have tighter ones of its own.
    pub budget: &'a Budget,
    /// Raised when the agent must answer at once.
    pub stop: &'a StopFlag,
    /// Receives intermediate results.
    pub progress: ProgressCallback<'a, G::Move>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The same turn in another game with the same types of views and moves, restricted to `moves`.
    pub fn for_game<H>(&self, game: &'a H, moves: &'a [G::Move]) -> Turn<'a, H>
    where
        H: Game<View = G::View, Move = G::Move>,
    {
        Turn {
            game,
            seat: self.seat,
            view: self.view,
            moves,
            budget: self.budget,
            stop: self.stop,
            progress: self.progress,
        }
    }
}

/// An agent's chosen move with its analysis, as far as it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice<M> {
    /// The chosen move.
    pub best: M,
    /// The expected utility of each seat, if the agent has an estimate.
    pub value: Option<PerSeat<f64>>,
    /// The principal variation, beginning with `best`.
    pub line: Vec<M>,
    /// The moves considered, best first.
    pub candidates: Vec<CandidateMove<M>>,
    /// Work done by the search.
    pub effort: SearchStats,
}

impl<M: Clone> MoveChoice<M> {
    /// A move without analysis.
    pub fn plain(best: M) -> MoveChoice<M> {
        MoveChoice {
            line: vec![best.clone()],
            best,
            value: None,
            candidates: Vec::new(),
            effort: SearchStats::default(),
        }
    }
}

impl<M> MoveChoice<M> {
    /// The same choice with every move converted, such as to its text.
    pub fn map<N>(&self, convert: impl Fn(&M) -> N) -> MoveChoice<N> {
        let candidates = self.candidates.iter().map(|candidate| CandidateMove {
            mv: convert(&candidate.mv),
            value: candidate.value,
            bound: candidate.bound,
            visits: candidate.visits,
        });
        MoveChoice {
            best: convert(&self.best),
            value: self.value,
            line: self.line.iter().map(&convert).collect(),
            candidates: candidates.collect(),
            effort: self.effort,
        }
    }
}

/// A move an agent considered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateMove<M> {
    /// The move.
    pub mv: M,
    /// The expected utility for the seat to move, if there is an estimate.
    pub value: Option<f64>,
    /// Bound type of the value: exact or an upper bound.
    pub bound: ValueBound,
    /// Visits by a sampling search; 0 for other searches.
    pub visits: u64,
}

/// A node of a search tree, with its subtree.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTreeNode<M> {
    /// The move or event that leads here; none at the root.
    pub mv: Option<M>,
    /// The seat that chose it; none at the root and for chance.
    pub seat: Option<Seat>,
    /// Number of visits.
    pub visits: u64,
    /// Mean result of the seat that chose the move, from 0 (loss) to 1 (win); none for the root and
    /// for chance.
    pub score: Option<f64>,
    /// The children, in the order in which they were first tried.
    pub children: Vec<SearchTreeNode<M>>,
}

impl<M> SearchTreeNode<M> {
    /// The same tree with every move converted, such as to its text.
    pub fn map<N>(self, convert: &impl Fn(M) -> N) -> SearchTreeNode<N> {
        let children = self.children.into_iter();
        SearchTreeNode {
            mv: self.mv.map(convert),
            seat: self.seat,
            visits: self.visits,
            score: self.score,
            children: children.map(|child| child.map(convert)).collect(),
        }
    }
}

/// Bound type of a value: exact or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    /// The exact result of the search.
    Exact,
    /// An upper bound: a pruning search abandons a move once it cannot be the best.
    Upper,
}

/// Statistics of a search: the work that went into a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Positions visited by making a move.
    pub nodes: u64,
    /// Calls of the evaluation function.
    pub evaluations: u64,
    /// Playouts.
    pub playouts: u64,
    /// Search depth in plies.
    pub depth: u32,
}

impl SearchStats {
    /// Adds the work of another thread or move; the depth becomes the maximum.
    pub fn add(&mut self, other: &SearchStats) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.playouts += other.playouts;
        self.depth = self.depth.max(other.depth);
    }
}

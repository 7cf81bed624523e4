//! The `Agent` trait: gets a seat's view and a budget, returns a move and its analysis.

use crate::{Budget, Game, PerSeat, ProgressCallback, Rng, Seat, StopFlag};

/// A player at one seat of a game. Every game gets a new agent, so an agent remembers one game
/// only.
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves in `turn.moves`. All random numbers come from `rng`.
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move>;

    /// Notifies the agent that some seat has moved. `seat` is the agent's own seat and `view` its
    /// new view. Agents that reuse their search tree move its root here.
    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        let _ = (game, seat, view);
    }

    /// The search tree of the agent's last choice; `None` if the agent keeps no tree to inspect.
    fn search_tree(&self) -> Option<SearchTreeNode<G::Move>> {
        None
    }

    /// True if the agent ponders on the opponents' time. A pondering agent must be kept in memory
    /// between its moves, and its choices are not reproducible.
    fn ponders(&self) -> bool {
        false
    }

    /// Ponders while another seat is to move, until `stop` is raised. `seat` and `view` are those
    /// of the agent. Only interactive play calls this, so match results do not depend on pondering.
    fn ponder(&mut self, game: &G, seat: Seat, view: &G::View, stop: &StopFlag) {
        let _ = (game, seat, view, stop);
    }

    /// Returns the kind of state that the agent carries from move to move, which must be replayed
    /// to a new agent that replaces an evicted one. Constant during a game. The default replays
    /// everything: slow, but right for every reproducible agent.
    fn carried_state(&self) -> CarriedState {
        CarriedState::Choices
    }

    /// Memory that the agent occupies between moves, in bytes. Small data such as parameters may be
    /// left out.
    fn memory(&self) -> usize {
        0
    }
}

/// The kind of state that an agent carries from one of its moves to the next.
///
/// A new agent plays like the old one after this state has been replayed to it in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CarriedState {
    /// No state: a choice of the agent depends only on the view and random numbers of the move.
    Nothing,
    /// The agent carries state derived from its observations. Also for agents limited by time or
    /// with a table shared between threads: their choices are not reproducible, so replaying
    /// choices restores nothing.
    Observations,
    /// The agent carries state derived from its observations and its own choices, such as a random
    /// stream, a search tree or a transposition table.
    Choices,
}

impl<G: Game> Agent<G> for Box<dyn Agent<G>> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
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
pub struct TurnContext<'a, G: Game> {
    /// The rules of the game.
    pub game: &'a G,
    /// The seat to move, at which the agent sits.
    pub seat: Seat,
    /// The position as the seat to move sees it.
    pub view: &'a G::View,
    /// The legal moves; never empty.
    pub moves: &'a [G::Move],
    /// Search limits set by the match or the game table; the agent itself may have tighter limits.
    pub budget: &'a Budget,
    /// Flag that the caller raises when the agent must answer at once.
    pub stop: &'a StopFlag,
    /// Callback that receives intermediate results of the search.
    pub progress: ProgressCallback<'a, G::Move>,
}

impl<'a, G: Game> TurnContext<'a, G> {
    /// Returns this turn for another game `game` with the same types of views and moves, in which
    /// only `moves` are legal.
    pub fn for_game<H>(&self, game: &'a H, moves: &'a [G::Move]) -> TurnContext<'a, H>
    where
        H: Game<View = G::View, Move = G::Move>,
    {
        TurnContext {
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

/// An agent's chosen move, with its analysis if the agent made one.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveChoice<M> {
    /// The chosen move.
    pub best: M,
    /// The expected utility of each seat, from -1 to 1; `None` without an estimate.
    pub value: Option<PerSeat<f64>>,
    /// The principal variation, which begins with `best`; empty without an analysis.
    pub line: Vec<M>,
    /// The moves considered, best first.
    pub candidates: Vec<CandidateMove<M>>,
    /// Effort of the search: nodes, evaluations, playouts and depth.
    pub effort: SearchStats,
}

impl<M: Clone> MoveChoice<M> {
    /// Creates a choice of the move `best` without analysis.
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
    /// Returns this choice with every move converted by `convert`, for example to text.
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

/// A move that an agent considered, with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateMove<M> {
    /// The move considered.
    pub mv: M,
    /// The expected utility for the seat to move, from -1 to 1; `None` without an estimate.
    pub value: Option<f64>,
    /// Bound type of `value`: exact or an upper bound.
    pub bound: ValueBound,
    /// Number of visits of the move in a sampling search; 0 in other searches.
    pub visits: u64,
}

/// A node of a search tree, with its subtree, for inspection.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTreeNode<M> {
    /// The move or chance event that leads to this node; `None` at the root.
    pub mv: Option<M>,
    /// The seat that made the move; `None` at the root and for chance events.
    pub seat: Option<Seat>,
    /// Number of search iterations that passed through this node.
    pub visits: u64,
    /// Mean result for the seat that made the move, from 0 (loss) to 1 (win); `None` at the root
    /// and for chance events.
    pub score: Option<f64>,
    /// Child nodes, in the order in which the search first tried them.
    pub children: Vec<SearchTreeNode<M>>,
}

impl<M> SearchTreeNode<M> {
    /// Returns this tree with every move converted by `convert`, for example to text.
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

/// Bound type of a candidate move's value: exact or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    /// The value is exact.
    Exact,
    /// The value is an upper bound: alpha-beta stopped searching the move once it could not be the
    /// best.
    Upper,
}

/// Effort of a search: nodes, evaluations, playouts and depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Number of positions reached by making a move.
    pub nodes: u64,
    /// Number of calls of the evaluation function.
    pub evaluations: u64,
    /// Number of finished playouts.
    pub playouts: u64,
    /// Search depth in plies.
    pub depth: u32,
}

impl SearchStats {
    /// Adds the effort of another search thread or move; the depth becomes the maximum of both.
    pub fn add(&mut self, other: &SearchStats) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.playouts += other.playouts;
        self.depth = self.depth.max(other.depth);
    }
}

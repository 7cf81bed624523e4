//! Common code of the fixed-depth searches: making and unmaking moves within the budget, evaluating
//! leaves, and the root. Each search adds only its own recursion.

use std::cmp::Reverse;
use std::ops::Range;

use ludorum_core::{
    Budget, EvalPoints, Evaluate, Game, NodeKind, PerSeat, PerfectInformation, SearchOverrides,
    Seat, StopFlag, TurnContext, ValueBound, VariationTrendCorrection, points_at_end,
};

use crate::BudgetMeter;
use crate::pv_table::PvTable;
use crate::search_result::{SearchResult, TieBreaking};

/// The root of a search: the actual position or a determinization.
pub(crate) struct RootPosition<'a, G: Game> {
    pub(crate) game: &'a G,
    /// Seat to move at the root, which is the searching seat.
    pub(crate) seat: Seat,
    pub(crate) state: &'a G::State,
    pub(crate) moves: &'a [G::Move],
    pub(crate) stop: &'a StopFlag,
}

impl<'a, G: PerfectInformation> RootPosition<'a, G> {
    /// Root position of a turn with perfect information.
    pub(crate) fn of(turn: &TurnContext<'a, G>) -> RootPosition<'a, G> {
        RootPosition {
            game: turn.game,
            seat: turn.seat,
            state: turn.view,
            moves: turn.moves,
            stop: turn.stop,
        }
    }
}

/// A depth-first walk through the game tree below one position, with its buffers and budget.
pub(crate) struct TreeWalk<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    overrides: Option<&'a dyn SearchOverrides<G>>,
    scale: EvalPoints,
    /// The searching seat.
    pub(crate) seat: Seat,
    /// Search depth in plies, at least 1, since a move has to be chosen.
    pub(crate) depth: u32,
    /// Principal variations found so far, one per ply.
    pub(crate) pv: PvTable<G::Move>,
    /// Counter of the work done, which checks the search budget.
    pub(crate) meter: BudgetMeter,
    /// Stack of moves shared by all plies; each ply pushes its moves and pops them.
    stack: Vec<G::Move>,
    /// Buffer for sorting moves.
    order: Vec<(EvalPoints, usize, G::Move)>,
    trend: Option<VariationTrendCorrection<'a>>,
    /// Evaluations of the positions along the current path; empty if the evaluation has no trend.
    trail: Vec<PerSeat<EvalPoints>>,
}

/// Result of visiting a node.
pub(crate) enum VisitedNode {
    /// A leaf, with its value for each seat.
    Leaf(PerSeat<EvalPoints>),
    /// A decision node, with the seat to move.
    Inner(Seat),
    /// A chance node.
    Chance,
}

impl<'a, G: Game, E: Evaluate<G>> TreeWalk<'a, G, E> {
    /// Creates the walk for a root position and starts the clock of its budget.
    pub(crate) fn start(
        root: &RootPosition<'a, G>,
        eval: &'a E,
        budget: &Budget,
    ) -> TreeWalk<'a, G, E> {
        let mut meter = BudgetMeter::start(budget, root.stop);
        meter.check_limits();
        let mut trail = Vec::new();
        let overrides = eval.overrides();
        let trend = overrides.and_then(SearchOverrides::trend);
        if trend.is_some() {
            trail.push(eval.points(root.game, root.state));
            meter.effort.evaluations += 1;
        }
        TreeWalk {
            game: root.game,
            eval,
            overrides,
            scale: eval.scale(),
            seat: root.seat,
            depth: budget.depth.unwrap_or(u32::MAX).max(1),
            pv: PvTable::new(),
            meter,
            stack: Vec::new(),
            order: Vec::new(),
            trend,
            trail,
        }
    }

    /// Searches the root moves one after the other, each with its exact value. `search` returns the
    /// value after a move; `points_of` converts it to points for the seat to move.
    pub(crate) fn search_root<V: Copy>(
        mut self,
        root: &RootPosition<'_, G>,
        moves: &[G::Move],
        ties: TieBreaking,
        points_of: impl Fn(&V) -> EvalPoints,
        mut search: impl FnMut(&mut Self, &mut G::State) -> Option<V>,
    ) -> SearchResult<G::Move, V> {
        let mut state = root.state.clone();
        let mut solution = SearchResult::unsearched(moves[0], ValueBound::Exact, ties);
        for &mv in moves {
            let found = self.descend(&mut state, mv, &mut search);
            let Some(value) = found else { break };
            let points = points_of(&value);
            solution.record(mv, value, points, self.pv.line_from(1));
        }
        solution.close(self.meter.effort)
    }

    /// Makes a move, searches the position after it and unmakes it. `None` if the budget is spent
    /// before the subtree is finished.
    #[inline]
    pub(crate) fn descend<V>(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        search: impl FnOnce(&mut Self, &mut G::State) -> Option<V>,
    ) -> Option<V> {
        if self.meter.is_spent() {
            return None;
        }
        self.meter.count_node();
        let undo = self.game.make(state, mv);
        let value = search(self, state);
        self.game.unmake(state, mv, undo);
        value
    }

    /// Visits the node `ply` moves from the root with `depth` plies left to search; evaluates it if
    /// it is a leaf.
    pub(crate) fn visit(&mut self, state: &G::State, depth: u32, ply: u32) -> VisitedNode {
        self.pv.clear(ply);
        let reached = &mut self.meter.effort.depth;
        *reached = ply.max(*reached);
        let inner = match self.game.node(state) {
            NodeKind::Over => return VisitedNode::Leaf(self.terminal_points(state, ply)),
            NodeKind::Decide(seat) => VisitedNode::Inner(seat),
            NodeKind::Chance => VisitedNode::Chance,
        };
        let is_leaf = depth == 0 || is_leaf(self.overrides, self.game, state);
        if !is_leaf && self.trend.is_none() {
            return inner;
        }
        self.meter.effort.evaluations += 1;
        let points = self.eval.points(self.game, state);
        let Some(trend) = self.trend else {
            return VisitedNode::Leaf(points);
        };
        self.trail.truncate(ply as usize);
        self.trail.push(points);
        if !is_leaf {
            return inner;
        }
        let change = trend(&self.trail);
        VisitedNode::Leaf(PerSeat::from_fn(points.seats(), |seat| {
            points[seat] + change[seat]
        }))
    }

    /// Points of a finished game for each seat, `ply` moves from the root.
    fn terminal_points(&self, state: &G::State, ply: u32) -> PerSeat<EvalPoints> {
        let custom = self
            .overrides
            .and_then(|overrides| overrides.terminal_points(self.game, state));
        custom.unwrap_or_else(|| terminal_points(self.game, state, ply, self.scale))
    }

    /// Depth left after a move or chance event in this position.
    pub(crate) fn remaining_depth(&self, state: &G::State, depth: u32) -> u32 {
        let cost = |overrides: &dyn SearchOverrides<G>| overrides.depth_cost(self.game, state);
        depth.saturating_sub(self.overrides.map_or(1, cost))
    }

    /// Sorts moves of `mover` by the evaluation after them, best first; equally good ones keep
    /// their order. The positions evaluated count as evaluations, not as nodes.
    pub(crate) fn sort_moves(&mut self, state: &mut G::State, mover: Seat, list: Range<usize>) {
        self.order.clear();
        for at in list.clone() {
            let mv = self.stack[at];
            let undo = self.game.make(state, mv);
            let points = match seat_to_move(self.game, state) {
                Some(_) => {
                    self.meter.effort.evaluations += 1;
                    self.eval.points(self.game, state)
                }
                None => self.terminal_points(state, 1),
            };
            self.game.unmake(state, mv, undo);
            let own = points[self.seat];
            let points = if mover == self.seat { own } else { -own };
            self.order.push((points, at, mv));
        }
        let best_first = |&(points, at, _): &(EvalPoints, usize, G::Move)| (Reverse(points), at);
        self.order.sort_unstable_by_key(best_first);
        for (at, &(_, _, mv)) in list.zip(&self.order) {
            self.stack[at] = mv;
        }
    }

    /// Root moves, sorted by the evaluation after them, best first.
    pub(crate) fn sorted_root_moves(&mut self, root: &RootPosition<'_, G>) -> Vec<G::Move> {
        self.stack.extend_from_slice(root.moves);
        let all = 0..self.stack.len();
        self.sort_moves(&mut root.state.clone(), root.seat, all);
        std::mem::take(&mut self.stack)
    }

    /// The hash key of a position.
    pub(crate) fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    /// Pushes the legal moves of a position on the move stack and returns their range.
    pub(crate) fn push_moves(&mut self, state: &G::State) -> Range<usize> {
        let start = self.stack.len();
        self.game.moves(state, &mut self.stack);
        debug_assert!(self.stack.len() > start, "a seat to move has a move");
        start..self.stack.len()
    }

    /// Move at this index of the move stack.
    pub(crate) fn move_at(&self, at: usize) -> G::Move {
        self.stack[at]
    }

    /// Moves in this range of the move stack.
    pub(crate) fn moves_at(&self, list: Range<usize>) -> &[G::Move] {
        &self.stack[list]
    }

    /// Number of moves on the move stack.
    pub(crate) fn stack_len(&self) -> usize {
        self.stack.len()
    }

    /// Pops the moves pushed last, in the range `list`. Not needed when a search is aborted.
    pub(crate) fn pop_moves(&mut self, list: Range<usize>) {
        self.stack.truncate(list.start);
    }

    /// True if the evaluation corrects the value of a leaf by the evaluations along its path.
    pub(crate) fn has_trend(&self) -> bool {
        self.trend.is_some()
    }

    /// Evaluations along the path from the root to `ply`; empty if the evaluation has no trend.
    pub(crate) fn trail_to(&self, ply: u32) -> &[PerSeat<EvalPoints>] {
        match self.trend {
            Some(_) => &self.trail[..=ply as usize],
            None => &[],
        }
    }

    /// Sets the evaluations along the path, to continue from a position that another thread
    /// reached.
    pub(crate) fn set_trail(&mut self, trail: &[PerSeat<EvalPoints>]) {
        self.trail.clear();
        self.trail.extend_from_slice(trail);
    }
}

/// True if the search must evaluate this position instead of searching deeper.
#[inline]
pub(crate) fn is_leaf<G: Game>(
    overrides: Option<&dyn SearchOverrides<G>>,
    game: &G,
    state: &G::State,
) -> bool {
    overrides.is_some_and(|overrides| overrides.is_leaf(game, state))
}

/// The seat to move in a deterministic game; `None` if the game is over.
#[inline]
pub(crate) fn seat_to_move<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.node(state) {
        NodeKind::Decide(seat) => Some(seat),
        NodeKind::Over => None,
        NodeKind::Chance => unreachable!("a deterministic game has no chance nodes"),
    }
}

/// Points of a finished game for each seat, `ply` moves from the root.
pub(crate) fn terminal_points<G: Game>(
    game: &G,
    state: &G::State,
    ply: u32,
    scale: EvalPoints,
) -> PerSeat<EvalPoints> {
    let outcome = game
        .outcome(state)
        .expect("a game that is over has an outcome");
    outcome
        .utilities()
        .map(|utility| points_at_end(utility, ply, scale))
}

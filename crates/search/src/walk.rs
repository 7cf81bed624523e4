//! What the searches of fixed depth share: going down a move and back within the budget, the worth
//! of leaves, and the root. Each search adds only its own recursion.

use std::cmp::Reverse;
use std::ops::Range;

use ludorum_core::{
    Budget, Evaluate, Game, Known, Node, Open, PerSeat, Points, Seat, Stop, Trend, Turn,
    points_at_end,
};

use crate::Meter;
use crate::line::Lines;
use crate::solution::{Solution, Ties};

/// The position a search starts from: the one that is seen, or one that could be there.
pub(crate) struct Root<'a, G: Game> {
    pub(crate) game: &'a G,
    /// The seat to move.
    pub(crate) seat: Seat,
    pub(crate) state: &'a G::State,
    pub(crate) moves: &'a [G::Move],
    pub(crate) stop: &'a Stop,
}

impl<'a, G: Open> Root<'a, G> {
    /// What an agent that sees everything is asked about.
    pub(crate) fn of(turn: &Turn<'a, G>) -> Root<'a, G> {
        Root {
            game: turn.game,
            seat: turn.seat,
            state: turn.view,
            moves: turn.moves,
            stop: turn.stop,
        }
    }
}

/// A walk through the tree below one position.
pub(crate) struct Walk<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    scale: Points,
    /// The seat the search is for.
    pub(crate) seat: Seat,
    /// The depth of the search, at least 1: a move has to be chosen.
    pub(crate) depth: u32,
    /// The best lines found.
    pub(crate) lines: Lines<G::Move>,
    /// The effort, and when to stop.
    pub(crate) meter: Meter,
    /// One stack for all plies: each appends its moves and takes them off again.
    stack: Vec<G::Move>,
    /// Where moves are put in order.
    order: Vec<(Points, usize, G::Move)>,
    trend: Option<Trend<'a>>,
    /// The points of the positions from the root on, where the evaluation wants to know them.
    trail: Vec<PerSeat<Points>>,
}

/// What is found on arriving at a position.
pub(crate) enum Place {
    /// The search goes no further; this is the worth for each seat.
    Leaf(PerSeat<Points>),
    /// This seat is to move.
    Inner(Seat),
    /// Chance is.
    Chance,
}

impl<'a, G: Game, E: Evaluate<G>> Walk<'a, G, E> {
    /// Starts the clock.
    pub(crate) fn start(root: &Root<'a, G>, eval: &'a E, budget: &Budget) -> Walk<'a, G, E> {
        let mut meter = Meter::start(budget, root.stop);
        meter.look();
        let mut trail = Vec::new();
        let trend = eval.trend();
        if trend.is_some() {
            trail.push(eval.points(root.game, root.state));
            meter.effort.evaluations += 1;
        }
        Walk {
            game: root.game,
            eval,
            scale: eval.scale(),
            seat: root.seat,
            depth: budget.depth.unwrap_or(u32::MAX).max(1),
            lines: Lines::new(),
            meter,
            stack: Vec::new(),
            order: Vec::new(),
            trend,
            trail,
        }
    }

    /// Searches the `moves` of the root one after the other, each exactly. `search` returns the worth
    /// of the position after the move; `points_of` says what that is to the seat to move.
    pub(crate) fn root<V: Copy>(
        mut self,
        root: &Root<'_, G>,
        moves: &[G::Move],
        ties: Ties,
        points_of: impl Fn(&V) -> Points,
        mut search: impl FnMut(&mut Self, &mut G::State) -> Option<V>,
    ) -> Solution<G::Move, V> {
        let mut state = root.state.clone();
        let mut solution = Solution::unsearched(moves[0], Known::Exactly, ties);
        for &mv in moves {
            let found = self.descend(&mut state, mv, &mut search);
            let Some(value) = found else { break };
            let points = points_of(&value);
            solution.record(mv, value, points, self.lines.from(1));
        }
        solution.close(self.meter.effort)
    }

    /// Makes a move, searches on from there and takes it back. None if the budget is spent: then
    /// nothing is known about the move.
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
        self.meter.node();
        let undo = self.game.make(state, mv);
        let value = search(self, state);
        self.game.unmake(state, mv, undo);
        value
    }

    /// Looks at the position `ply` moves from the root with `depth` plies left to search.
    pub(crate) fn arrive(&mut self, state: &G::State, depth: u32, ply: u32) -> Place {
        self.lines.clear(ply);
        let reached = &mut self.meter.effort.depth;
        *reached = ply.max(*reached);
        let inner = match self.game.node(state) {
            Node::Over => return Place::Leaf(self.ended(state, ply)),
            Node::Decide(seat) => Place::Inner(seat),
            Node::Chance => Place::Chance,
        };
        let is_leaf = depth == 0 || self.eval.settles(self.game, state);
        if !is_leaf && self.trend.is_none() {
            return inner;
        }
        self.meter.effort.evaluations += 1;
        let points = self.eval.points(self.game, state);
        let Some(trend) = self.trend else {
            return Place::Leaf(points);
        };
        self.trail.truncate(ply as usize);
        self.trail.push(points);
        if !is_leaf {
            return inner;
        }
        let change = trend(&self.trail);
        Place::Leaf(PerSeat::from_fn(points.seats(), |seat| {
            points[seat] + change[seat]
        }))
    }

    /// The worth of a finished game, `ply` moves from the root.
    fn ended(&self, state: &G::State, ply: u32) -> PerSeat<Points> {
        let opinion = self.eval.ending(self.game, state);
        opinion.unwrap_or_else(|| end_points(self.game, state, ply, self.scale))
    }

    /// Puts listed moves of `mover` in the order of the points after them, the best for it first and
    /// equals as they were. These positions are judged, but do not count as visited.
    pub(crate) fn sort(&mut self, state: &mut G::State, mover: Seat, list: Range<usize>) {
        self.order.clear();
        for at in list.clone() {
            let mv = self.stack[at];
            let undo = self.game.make(state, mv);
            let points = match seat_to_move(self.game, state) {
                Some(_) => {
                    self.meter.effort.evaluations += 1;
                    self.eval.points(self.game, state)
                }
                None => self.ended(state, 1),
            };
            self.game.unmake(state, mv, undo);
            let own = points[self.seat];
            let points = if mover == self.seat { own } else { -own };
            self.order.push((points, at, mv));
        }
        let best_first = |&(points, at, _): &(Points, usize, G::Move)| (Reverse(points), at);
        self.order.sort_unstable_by_key(best_first);
        for (at, &(_, _, mv)) in list.zip(&self.order) {
            self.stack[at] = mv;
        }
    }

    /// The moves of the root, sorted.
    pub(crate) fn sorted(&mut self, root: &Root<'_, G>) -> Vec<G::Move> {
        self.stack.extend_from_slice(root.moves);
        let all = 0..self.stack.len();
        self.sort(&mut root.state.clone(), root.seat, all);
        std::mem::take(&mut self.stack)
    }

    /// The key of a position.
    pub(crate) fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    /// Lists the moves of a position; they stay until they are forgotten.
    pub(crate) fn list(&mut self, state: &G::State) -> Range<usize> {
        let start = self.stack.len();
        self.game.moves(state, &mut self.stack);
        debug_assert!(self.stack.len() > start, "a seat to move has a move");
        start..self.stack.len()
    }

    /// The move at this place of the list.
    pub(crate) fn listed(&self, at: usize) -> G::Move {
        self.stack[at]
    }

    /// The moves at these places of the list.
    pub(crate) fn listed_range(&self, list: Range<usize>) -> &[G::Move] {
        &self.stack[list]
    }

    /// The place where the next moves will be listed.
    pub(crate) fn list_end(&self) -> usize {
        self.stack.len()
    }

    /// Takes the moves listed last off the stack. A search that is cut short need not.
    pub(crate) fn forget(&mut self, list: Range<usize>) {
        self.stack.truncate(list.start);
    }

    /// The points of the positions from the root to the one `ply` moves from it, if the evaluation
    /// wants to know them.
    pub(crate) fn trail_to(&self, ply: u32) -> &[PerSeat<Points>] {
        match self.trend {
            Some(_) => &self.trail[..=ply as usize],
            None => &[],
        }
    }

    /// Continues from a position that another thread reached, along this trail.
    pub(crate) fn follow(&mut self, trail: &[PerSeat<Points>]) {
        self.trail.clear();
        self.trail.extend_from_slice(trail);
    }
}

/// Who moves; none when the game is over.
#[inline]
pub(crate) fn seat_to_move<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.node(state) {
        Node::Decide(seat) => Some(seat),
        Node::Over => None,
        Node::Chance => unreachable!("a deterministic game has no chance nodes"),
    }
}

/// The points of each seat in a finished game, `ply` moves from the root.
pub(crate) fn end_points<G: Game>(
    game: &G,
    state: &G::State,
    ply: u32,
    scale: Points,
) -> PerSeat<Points> {
    let outcome = game
        .outcome(state)
        .expect("a game that is over has an outcome");
    outcome
        .utilities()
        .map(|utility| points_at_end(utility, ply, scale))
}

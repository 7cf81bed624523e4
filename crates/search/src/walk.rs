//! What the searches of fixed depth share: going down a move and back within the budget, the worth
//! of leaves, and the root. Each search adds only its own recursion.

use std::ops::Range;

use ludorum_core::{
    Budget, Evaluate, Game, Known, Node, Open, PerSeat, Points, Seat, Turn, points_at_end,
};

use crate::Meter;
use crate::line::Lines;
use crate::solution::{INFINITE, Solution};

/// A walk through the tree below one position.
pub(crate) struct Walk<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
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
}

/// What is found on arriving at a position.
pub(crate) enum Place {
    /// The search goes no further; this is the worth for each seat.
    Leaf(PerSeat<Points>),
    /// This seat is to move.
    Inner(Seat),
}

impl<'a, G: Open, E: Evaluate<G>> Walk<'a, G, E> {
    /// Starts the clock.
    pub(crate) fn start(turn: &Turn<'a, G>, eval: &'a E, budget: &Budget) -> Walk<'a, G, E> {
        let mut meter = Meter::start(budget, turn.stop);
        meter.look();
        Walk {
            game: turn.game,
            eval,
            scale: eval.scale(),
            seat: turn.seat,
            depth: budget.depth.unwrap_or(u32::MAX).max(1),
            lines: Lines::new(),
            meter,
            stack: Vec::new(),
        }
    }

    /// Searches the moves of the turn one after the other. `search` is given the best points so
    /// far and returns the worth of the position after the move; `points_of` says what that is to
    /// the seat to move, `others` how well that is known of moves that are not the best.
    pub(crate) fn root<V>(
        mut self,
        turn: &Turn<'_, G>,
        others: Known,
        points_of: impl Fn(&V) -> Points,
        mut search: impl FnMut(&mut Self, &mut G::State, Points) -> Option<V>,
    ) -> Solution<G::Move, V> {
        let mut state = turn.view.clone();
        let mut solution = Solution::unsearched(turn.moves[0], others);
        for &mv in turn.moves {
            let best = solution.points.as_ref().map_or(-INFINITE, &points_of);
            let found = self.descend(&mut state, mv, |walk, state| search(walk, state, best));
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
        match seat_to_move(self.game, state) {
            None => Place::Leaf(end_points(self.game, state, ply, self.scale)),
            Some(_) if depth == 0 => {
                self.meter.effort.evaluations += 1;
                Place::Leaf(self.eval.points(self.game, state))
            }
            Some(seat) => Place::Inner(seat),
        }
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

    /// Takes the moves listed last off the stack. A search that is cut short need not.
    pub(crate) fn forget(&mut self, list: Range<usize>) {
        self.stack.truncate(list.start);
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

//! Plain minimax to a fixed depth, without pruning: the reference for the other minimax searches.

use ludorum_core::{
    Agent, Budget, CarriedState, Deterministic, EvalPoints, Evaluate, MoveChoice,
    PerfectInformation, Rng, TurnContext,
};

use crate::search_result::{INFINITE, SearchResult, TieBreaking};
use crate::tree_walk::{RootPosition, TreeWalk, VisitedNode};

/// Plays by minimax to a fixed depth.
///
/// With more than two seats it is paranoid (Sturtevant and Korf 2000): all other seats are assumed
/// to minimise the points of the searching seat. The seat to move, not the ply, determines who
/// maximises, so turns of several moves are handled correctly.
///
/// [`TieBreaking`] selects among equally good moves. If the budget ends the search early, it plays
/// the best of the root moves it had finished, or the first.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// Search depth in plies, at least 1; the turn's budget may reduce it.
    pub depth: u32,
    /// The evaluation function for leaves.
    pub eval: E,
    /// Rule for choosing among equally good moves.
    pub ties: TieBreaking,
}

impl<E> Minimax<E> {
    /// Creates minimax that plays the first of equally good moves.
    pub fn new(depth: u32, eval: E) -> Minimax<E> {
        let ties = TieBreaking::First;
        Minimax { depth, eval, ties }
    }

    /// Searches the position of `turn` and returns the result in evaluation points.
    pub fn solve<G>(&self, turn: &TurnContext<'_, G>) -> SearchResult<G::Move>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let root = RootPosition::of(turn);
        let walk = TreeWalk::start(&root, &self.eval, &budget);
        let below = walk.depth - 1;
        let points_of = |&points: &EvalPoints| points;
        walk.search_root(&root, turn.moves, self.ties, points_of, |walk, state| {
            value(walk, state, below, 1)
        })
    }
}

impl<G: PerfectInformation + Deterministic, E: Evaluate<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.eval.scale())
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Minimax value of a position for the searching seat; `None` if the budget is spent.
fn value<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Option<EvalPoints> {
    let seat = match walk.visit(state, depth, ply) {
        VisitedNode::Leaf(points) => return Some(points[walk.seat]),
        VisitedNode::Inner(seat) => seat,
        VisitedNode::Chance => unreachable!("a deterministic game has no chance nodes"),
    };
    let maximises = seat == walk.seat;
    let mut best = if maximises { -INFINITE } else { INFINITE };
    let moves = walk.push_moves(state);
    for at in moves.clone() {
        let mv = walk.move_at(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, state, depth - 1, ply + 1)
        })?;
        if if maximises {
            points > best
        } else {
            points < best
        } {
            best = points;
            walk.pv.update(ply, mv);
        }
    }
    walk.pop_moves(moves);
    Some(best)
}

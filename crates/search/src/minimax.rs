//! Minimax to a fixed depth: the plain algorithm, without pruning. What all the others of the
//! family must agree with.

use ludorum_core::{
    Agent, Budget, Carried, Choice, Deterministic, Evaluate, Open, Points, Rng, Turn,
};

use crate::solution::{INFINITE, Solution, Ties};
use crate::walk::{Place, Root, Walk};

/// Plays by minimax to a fixed depth.
///
/// With more than two seats it is paranoid (Sturtevant and Korf 2000): every other seat is taken to
/// minimise the points of the seat the search is for. Who maximises depends on the seat that moves,
/// not on the ply, so a turn of several moves is searched as what it is.
///
/// Of equally good moves it plays the first listed, unless [`Ties`] say otherwise. If the budget ends the search early, it plays
/// the best of the moves it had finished, or the first.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
    /// Which of equally good moves is played.
    pub ties: Ties,
}

impl<E> Minimax<E> {
    /// Minimax that plays the first of equally good moves.
    pub fn new(depth: u32, eval: E) -> Minimax<E> {
        let ties = Ties::First;
        Minimax { depth, eval, ties }
    }

    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let root = Root::of(turn);
        let walk = Walk::start(&root, &self.eval, &budget);
        let below = walk.depth - 1;
        let points_of = |&points: &Points| points;
        walk.root(&root, turn.moves, self.ties, points_of, |walk, state| {
            value(walk, state, below, 1)
        })
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The worth of a position to the seat the search is for; none if the budget is spent.
fn value<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Option<Points> {
    let seat = match walk.arrive(state, depth, ply) {
        Place::Leaf(points) => return Some(points[walk.seat]),
        Place::Inner(seat) => seat,
        Place::Chance => unreachable!("a deterministic game has no chance nodes"),
    };
    let maximises = seat == walk.seat;
    let mut best = if maximises { -INFINITE } else { INFINITE };
    let moves = walk.list(state);
    for at in moves.clone() {
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, state, depth - 1, ply + 1)
        })?;
        if if maximises {
            points > best
        } else {
            points < best
        } {
            best = points;
            walk.lines.improve(ply, mv);
        }
    }
    walk.forget(moves);
    Some(best)
}

//! Max^n to a fixed depth: minimax for any number of seats, where every seat looks only to its own
//! points.

use ludorum_core::{
    Agent, Budget, Choice, Deterministic, Evaluate, Known, Open, PerSeat, Points, Rng, Turn,
};

use crate::solution::Solution;
use crate::walk::{Place, Walk};

/// Plays by max^n (Luckhardt and Irani 1986) to a fixed depth.
///
/// Positions are worth a vector, one entry per seat, and the seat to move picks the vector with the
/// largest entry of its own. Of equal entries it picks the first listed move, which matters: with
/// three seats or more the choice between moves that are equal to the mover decides what the others
/// get. Nothing is pruned, since with three seats or more only shallow pruning would be sound, and
/// only for sums that are bounded (Korf 1991).
///
/// Between two seats this is minimax. If the budget ends the search early, it plays the best of the
/// moves it had finished, or the first.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
}

impl<E> MaxN<E> {
    /// Searches the position and reports in points of every seat.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move, PerSeat<Points>>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let walk = Walk::start(turn, &self.eval, &budget);
        let below = walk.depth - 1;
        let points_of = |all: &PerSeat<Points>| all[turn.seat];
        walk.root(
            turn,
            turn.moves,
            Known::Exactly,
            points_of,
            |walk, state, _| values(walk, state, below, 1),
        )
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        self.solve(turn).into_choice(self.eval.scale())
    }
}

/// The worth of a position to every seat; none if the budget is spent.
fn values<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Option<PerSeat<Points>> {
    let seat = match walk.arrive(state, depth, ply) {
        Place::Leaf(points) => return Some(points),
        Place::Inner(seat) => seat,
    };
    let mut best: Option<PerSeat<Points>> = None;
    let moves = walk.list(state);
    for at in moves.clone() {
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            values(walk, state, depth - 1, ply + 1)
        })?;
        if best.is_none_or(|best| points[seat] > best[seat]) {
            best = Some(points);
            walk.lines.improve(ply, mv);
        }
    }
    walk.forget(moves);
    best
}

//! Max^n to a fixed depth: minimax for any number of seats, where every seat looks only to its own
//! points.

use ludorum_core::{
    Agent, Budget, Carried, Chance, Choice, Deterministic, Evaluate, Open, PerSeat, Points, Rng,
    Seed, Turn,
};

use crate::solution::{Solution, Ties};
use crate::walk::{Place, Root, Walk};

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
    /// Which of the moves that are equally good for the seat it plays for it chooses. Inside the tree
    /// it is always the first.
    pub ties: Ties,
}

impl<E> MaxN<E> {
    /// Max^n that plays the first of equally good moves.
    pub fn new(depth: u32, eval: E) -> MaxN<E> {
        let ties = Ties::First;
        MaxN { depth, eval, ties }
    }

    /// Searches the position and reports in points of every seat.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move, PerSeat<Points>>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        // Nothing is left to chance, so any fate will do.
        self.solve_world(&Root::of(turn), turn.budget, Seed(0), |_| {})
    }

    /// Searches one world in which all that chance will bring is settled by `fate`. `judged` is told the
    /// worth of every root move, in the order of the root.
    pub(crate) fn solve_world<G>(
        &self,
        root: &Root<'_, G>,
        budget: &Budget,
        fate: Seed,
        mut judged: impl FnMut(&PerSeat<Points>),
    ) -> Solution<G::Move, PerSeat<Points>>
    where
        G: Chance,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(budget);
        let walk = Walk::start(root, &self.eval, &budget);
        let below = left(&walk, root.state, walk.depth);
        let points_of = |all: &PerSeat<Points>| all[root.seat];
        walk.root(root, root.moves, self.ties, points_of, |walk, state| {
            values(walk, fate, state, below, 1).inspect(&mut judged)
        })
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(self.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The worth of a position to every seat; none if the budget is spent.
fn values<G: Chance, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    fate: Seed,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Option<PerSeat<Points>> {
    let seat = match walk.arrive(state, depth, ply) {
        Place::Leaf(points) => return Some(points),
        Place::Inner(seat) => seat,
        Place::Chance => {
            let mut rng = fate.child("event", walk.game.key(state)).rng();
            let event = walk.game.sample(state, &mut rng);
            let below = left(walk, state, depth);
            let points = walk.descend(state, event, |walk, state| {
                values(walk, fate, state, below, ply + 1)
            });
            walk.lines.improve(ply, event);
            return points;
        }
    };
    let below = left(walk, state, depth);
    let mut best: Option<PerSeat<Points>> = None;
    let moves = walk.list(state);
    for at in moves.clone() {
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            values(walk, fate, state, below, ply + 1)
        })?;
        if best.is_none_or(|best| points[seat] > best[seat]) {
            best = Some(points);
            walk.lines.improve(ply, mv);
        }
    }
    walk.forget(moves);
    best
}

/// The depth that is left behind this position.
fn left<G: Chance, E: Evaluate<G>>(walk: &Walk<'_, G, E>, state: &G::State, depth: u32) -> u32 {
    depth.saturating_sub(walk.eval.plies(walk.game, state))
}

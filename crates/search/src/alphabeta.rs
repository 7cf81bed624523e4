//! Alpha-beta to a fixed depth: minimax that leaves out what cannot matter. No move ordering and no
//! table; for playing strength see [`Pvs`](crate::Pvs).

use ludorum_core::{
    Agent, Budget, Choice, Deterministic, Evaluate, Known, Open, Points, Rng, Turn,
};

use crate::solution::{INFINITE, Solution};
use crate::walk::{Place, Walk};

/// Plays by alpha-beta (Knuth and Moore 1975; fail-soft, Fishburn 1983) to a fixed depth.
///
/// Finds the same points and the same move as [`Minimax`](crate::Minimax), of which see how it
/// treats more than two seats, equal moves and a spent budget.
///
/// Only games where everything is seen and nothing left to chance can be searched like this:
///
/// ```
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::Pile;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<Pile>(AlphaBeta { depth: 3, eval: Blind });
/// ```
///
/// The same for a game that hides something, and has no chance either, does not compile:
///
/// ```compile_fail,E0271
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::Guess;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<Guess>(AlphaBeta { depth: 3, eval: Blind });
/// ```
///
/// and neither does it for a game in which all is open, but dice are rolled:
///
/// ```compile_fail,E0277
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::ThreeRolls;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<ThreeRolls>(AlphaBeta { depth: 3, eval: Blind });
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
}

impl<E> AlphaBeta<E> {
    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let walk = Walk::start(turn, &self.eval, &budget);
        let below = walk.depth - 1;
        let points_of = |&points: &Points| points;
        walk.root(turn, Known::AtMost, points_of, |walk, state, best| {
            value(walk, state, below, 1, (best, INFINITE))
        })
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        self.solve(turn).into_choice(turn, self.eval.scale())
    }
}

/// The worth of a position to the seat the search is for: exact between `alpha` and `beta`, at
/// most the returned points if these are not above `alpha`, at least if not below `beta`. None if
/// the budget is spent.
pub(crate) fn value<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
    (mut alpha, mut beta): (Points, Points),
) -> Option<Points> {
    let seat = match walk.arrive(state, depth, ply) {
        Place::Leaf(points) => return Some(points[walk.seat]),
        Place::Inner(seat) => seat,
    };
    let maximises = seat == walk.seat;
    let mut best = if maximises { -INFINITE } else { INFINITE };
    let moves = walk.list(state);
    for at in moves.clone() {
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, state, depth - 1, ply + 1, (alpha, beta))
        })?;
        if if maximises {
            points > best
        } else {
            points < best
        } {
            best = points;
            walk.lines.improve(ply, mv);
        }
        if maximises {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    walk.forget(moves);
    Some(best)
}

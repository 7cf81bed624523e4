//! Max^n to a fixed depth: minimax for any number of seats, each maximising its own points.

use ludorum_core::{
    Agent, Budget, CarriedState, Chance, Deterministic, EvalPoints, Evaluate, MoveChoice, PerSeat,
    PerfectInformation, Rng, Seed, TurnContext,
};

use crate::search_result::{SearchResult, TieBreaking};
use crate::tree_walk::{RootPosition, TreeWalk, VisitedNode};

/// Plays by max^n (Luckhardt and Irani 1986) to a fixed depth.
///
/// The value of a position is a vector with one component per seat. The seat to move picks the
/// vector with its own largest component; ties go to the first listed move. This matters: with
/// three or more seats the tie-break decides what the others get. Nothing is pruned, because with
/// three or more seats only shallow pruning is sound, and only for bounded sums (Korf 1991).
///
/// With two seats this is minimax. If the budget ends the search early, it plays the best of the
/// root moves it had finished, or the first.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    /// Search depth in plies, at least 1; the turn's budget may reduce it.
    pub depth: u32,
    /// The evaluation function for leaves.
    pub eval: E,
    /// Rule for choosing among equally good root moves. Below the root the first one is always
    /// chosen.
    pub ties: TieBreaking,
}

impl<E> MaxN<E> {
    /// Creates max^n that plays the first of equally good moves.
    pub fn new(depth: u32, eval: E) -> MaxN<E> {
        let ties = TieBreaking::First;
        MaxN { depth, eval, ties }
    }

    /// Searches the position of `turn` and returns the result in evaluation points for every seat.
    pub fn solve<G>(&self, turn: &TurnContext<'_, G>) -> SearchResult<G::Move, PerSeat<EvalPoints>>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
    {
        // The game is deterministic, so the chance seed does not matter.
        self.solve_determinization(&RootPosition::of(turn), turn.budget, Seed(0), |_| {})
    }

    /// Searches one determinization, whose chance events are fixed by `chance_seed`. Calls
    /// `on_root_value` with the value of every root move, in move order.
    pub(crate) fn solve_determinization<G>(
        &self,
        root: &RootPosition<'_, G>,
        budget: &Budget,
        chance_seed: Seed,
        mut on_root_value: impl FnMut(&PerSeat<EvalPoints>),
    ) -> SearchResult<G::Move, PerSeat<EvalPoints>>
    where
        G: Chance,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(budget);
        let walk = TreeWalk::start(root, &self.eval, &budget);
        let below = walk.remaining_depth(root.state, walk.depth);
        let points_of = |all: &PerSeat<EvalPoints>| all[root.seat];
        walk.search_root(root, root.moves, self.ties, points_of, |walk, state| {
            values(walk, chance_seed, state, below, 1).inspect(&mut on_root_value)
        })
    }
}

impl<G: PerfectInformation + Deterministic, E: Evaluate<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(self.eval.scale())
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Max^n value of a position for every seat; `None` if the budget is spent.
fn values<G: Chance, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    chance_seed: Seed,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Option<PerSeat<EvalPoints>> {
    let seat = match walk.visit(state, depth, ply) {
        VisitedNode::Leaf(points) => return Some(points),
        VisitedNode::Inner(seat) => seat,
        VisitedNode::Chance => {
            let mut rng = chance_seed.child("event", walk.game.key(state)).rng();
            let event = walk.game.sample(state, &mut rng);
            let below = walk.remaining_depth(state, depth);
            let points = walk.descend(state, event, |walk, state| {
                values(walk, chance_seed, state, below, ply + 1)
            });
            walk.pv.update(ply, event);
            return points;
        }
    };
    let below = walk.remaining_depth(state, depth);
    let mut best: Option<PerSeat<EvalPoints>> = None;
    let moves = walk.push_moves(state);
    for at in moves.clone() {
        let mv = walk.move_at(at);
        let points = walk.descend(state, mv, |walk, state| {
            values(walk, chance_seed, state, below, ply + 1)
        })?;
        if best.is_none_or(|best| points[seat] > best[seat]) {
            best = Some(points);
            walk.pv.update(ply, mv);
        }
    }
    walk.pop_moves(moves);
    best
}

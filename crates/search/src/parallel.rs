//! Alpha-beta on several threads.

use ludorum_core::{
    Agent, CarriedState, Deterministic, Evaluate, MoveChoice, PerfectInformation, Rng, TurnContext,
};

use crate::AlphaBeta;
use crate::free_cores::{BusyThreadGuard, free_threads};
use crate::search_result::SearchResult;

/// Minimum number of leaves of a search for which starting threads pays off.
const LEAVES_FOR_THREADS: u64 = 1_000;

/// Plays by alpha-beta to a fixed depth on several threads.
///
/// By the Young Brothers Wait Concept (Feldmann 1993) the first move of a node is searched before
/// the others, which idle threads then share. Points, move and principal variation are those of
/// [`AlphaBeta`] for any number of threads; with a table only points and move. The number of nodes
/// and the bounds of other moves depend on thread timing.
///
/// A search limited by nodes, or with a table and an evaluation with a [trend](Evaluate::trend),
/// uses one thread, because its result would depend on their number.
#[derive(Clone, Debug)]
pub struct ParallelAlphaBeta<E> {
    /// The alpha-beta search to run in parallel.
    pub search: AlphaBeta<E>,
    /// Number of threads, at least 1. `None`: one thread for searches too small to split, otherwise
    /// all cores that this process does not [keep busy](BusyThreadGuard).
    pub threads: Option<usize>,
}

impl<E> ParallelAlphaBeta<E> {
    /// Searches the position of `turn` and returns the result in evaluation points.
    pub fn solve<G>(&self, turn: &TurnContext<'_, G>) -> SearchResult<G::Move>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
    {
        let _busy = BusyThreadGuard::enter();
        let depth = turn.budget.depth.unwrap_or(u32::MAX).min(self.search.depth);
        let threads = match self.threads {
            Some(threads) => threads,
            None if least_leaves(turn.moves.len(), depth) < LEAVES_FOR_THREADS => 1,
            None => free_threads(),
        };
        self.search.solve_on(turn, threads)
    }
}

impl<G: PerfectInformation + Deterministic, E: Evaluate<G>> Agent<G> for ParallelAlphaBeta<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.search.eval.scale())
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Minimum number of leaves that alpha-beta visits if all positions have `moves` moves (the larger
/// of the two terms of Knuth and Moore 1975).
fn least_leaves(moves: usize, depth: u32) -> u64 {
    (moves as u64).saturating_pow(depth.div_ceil(2))
}

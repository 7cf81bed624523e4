//! Alpha-beta on several threads.

use ludorum_core::{Agent, Carried, Choice, Deterministic, Evaluate, Open, Rng, Turn};

use crate::AlphaBeta;
use crate::cores::{BusyThread, free_threads};
use crate::solution::Solution;

/// A search that visits at least so many leaves is worth starting threads for.
const LEAVES_FOR_THREADS: u64 = 1_000;

/// Plays by alpha-beta to a fixed depth, searched by several threads at a time.
///
/// By the Young Brothers Wait Concept (Feldmann 1993) the first move of a node is searched before the
/// others, which threads without work then share. The points, the move and the expected line are those
/// of [`AlphaBeta`], whatever the number of threads; with a table only the points and the move. The
/// number of nodes and what is known about other moves depend on which thread is quicker.
///
/// A search that is limited by nodes uses one thread, as its result would depend on the number otherwise;
/// so does one with a table and an evaluation with a [trend](Evaluate::trend).
#[derive(Clone, Debug)]
pub struct ParallelAlphaBeta<E> {
    /// What is searched.
    pub search: AlphaBeta<E>,
    /// How many threads to use, at least 1. If none is given, one for a search that is over sooner than
    /// threads are started, and for others all cores that this process does not
    /// [keep busy](BusyThread).
    pub threads: Option<usize>,
}

impl<E> ParallelAlphaBeta<E> {
    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let _busy = BusyThread::enter();
        let depth = turn.budget.depth.unwrap_or(u32::MAX).min(self.search.depth);
        let threads = match self.threads {
            Some(threads) => threads,
            None if least_leaves(turn.moves.len(), depth) < LEAVES_FOR_THREADS => 1,
            None => free_threads(),
        };
        self.search.solve_on(turn, threads)
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for ParallelAlphaBeta<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.search.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The least number of leaves alpha-beta visits if all positions have as many moves (Knuth and Moore
/// 1975), all but the smaller of the two terms.
fn least_leaves(moves: usize, depth: u32) -> u64 {
    (moves as u64).saturating_pow(depth.div_ceil(2))
}

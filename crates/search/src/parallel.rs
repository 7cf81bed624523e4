//! Alpha-beta with the root moves shared out among threads, each searched on a copy of the
//! position.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::{iter, thread};

use ludorum_core::{
    Agent, Budget, Carried, Choice, Deterministic, Effort, Evaluate, Known, Open, Points, Rng, Turn,
};

use crate::alphabeta;
use crate::solution::{INFINITE, Solution};
use crate::walk::{Root, Walk};

/// Plays by alpha-beta to a fixed depth, several root moves at a time.
///
/// Every root move is searched with an open window, so no thread waits for what another finds: the
/// points, the move and the number of nodes are the same for any number of threads, and the points
/// of all candidates are exact. The price is that nothing found at one root move prunes another
/// one. A budget of nodes is divided evenly among the root moves, for the same reason.
///
/// Finds the same points and the same move as [`Minimax`](crate::Minimax), of which see how it
/// treats more than two seats and equal moves.
#[derive(Clone, Debug)]
pub struct ParallelAlphaBeta<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
    /// How many threads to use; 0 is taken for 1.
    pub threads: usize,
}

/// What became of one root move.
struct Done<M> {
    /// Its place among the moves of the turn.
    at: usize,
    points: Option<Points>,
    line: Vec<M>,
    effort: Effort,
}

impl<E> ParallelAlphaBeta<E> {
    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        // All clocks start now, not when a thread gets to a move.
        let budget = Budget::depth(self.depth).within(turn.budget);
        let count = turn.moves.len();
        let jobs: Vec<_> = (0..count)
            .map(|at| {
                (
                    at,
                    Walk::start(&Root::of(turn), &self.eval, &share(&budget, at, count)),
                )
            })
            .collect();
        let queue = Mutex::new(jobs.into_iter());
        let work = || {
            let next = || queue.lock().expect("taking a job cannot fail").next();
            let jobs = iter::from_fn(next);
            jobs.map(|(at, walk)| search(walk, turn, at))
                .collect::<Vec<_>>()
        };
        let mut done = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.min(count))
                .map(|_| scope.spawn(work))
                .collect();
            let mut done = work();
            for other in others {
                done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            done
        });

        done.sort_by_key(|done| done.at);
        let mut solution = Solution::unsearched(turn.moves[0], Known::Exactly);
        let mut effort = Effort::default();
        for done in done {
            effort.add(&done.effort);
            if let Some(points) = done.points {
                solution.record(turn.moves[done.at], points, points, &done.line);
            }
        }
        solution.close(effort)
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for ParallelAlphaBeta<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        self.solve(turn).into_choice(turn, self.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The part of the budget for piece `at` of `count`; the time is not shared out.
pub(crate) fn share(budget: &Budget, at: usize, count: usize) -> Budget {
    let (at, count) = (at as u64, count as u64);
    let nodes = budget
        .nodes
        .map(|all| all / count + u64::from(at < all % count));
    Budget { nodes, ..*budget }
}

/// Searches one root move on a copy of the position.
fn search<G: Open, E: Evaluate<G>>(
    mut walk: Walk<'_, G, E>,
    turn: &Turn<'_, G>,
    at: usize,
) -> Done<G::Move> {
    walk.meter.look();
    let below = walk.depth - 1;
    let mut state = turn.view.clone();
    let points = walk.descend(&mut state, turn.moves[at], |walk, state| {
        let aids = alphabeta::Aids::default();
        alphabeta::value(walk, &aids, state, below, 1, (-INFINITE, INFINITE))
    });
    Done {
        at,
        points,
        line: walk.lines.from(1).to_vec(),
        effort: walk.meter.effort,
    }
}

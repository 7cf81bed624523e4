//! Monte-Carlo tree search (Coulom 2006) with upper confidence bounds (Kocsis and Szepesvári 2006),
//! for any number of seats and with chance.

mod config;
mod memory;
mod opinion;
mod selection;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

use ludorum_core::{
    Agent, Blind, Budget, Carried, Chance, Choice, Evaluate, Game, Open, Policy, Rng, Seat, Seed,
    Turn,
};

use crate::{Hints, Meter, NoHints, Random};
pub use config::{Bias, FinalMove, MctsConfig, Widening};
use memory::Memory;
use opinion::conclude;
pub(crate) use opinion::sort as sort_candidates;
use tree::Tree;
use worker::{Tally, Task, Worker};

/// The iterations spent on a move that is forced: enough for an idea of its value.
const FORCED_ITERATIONS: u64 = 32;

/// Monte-Carlo tree search.
///
/// `E` judges where playouts are cut short ([`MctsConfig::playout_depth`]), `H` tells which moves
/// look good ([`MctsConfig::bias`], [`MctsConfig::widening`]). Compound turns and several seats
/// need no care: every decision is made for the seat that makes it. At chance nodes the tree
/// follows the odds.
///
/// The value of a choice is the mean over the iterations made for it; visits of candidates
/// include those kept from earlier moves. A forced move is answered after a few iterations.
///
/// Games of chance can be searched, a game with hidden information does not compile:
/// ```
/// use ludorum_core::{Agent, Game};
/// use ludorum_search::{Mcts, MctsConfig};
/// use ludorum_testkit::toys::ThreeRolls;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<ThreeRolls>(Mcts::new(MctsConfig::default()));
/// ```
/// ```compile_fail,E0271
/// use ludorum_core::{Agent, Game};
/// use ludorum_search::{Mcts, MctsConfig};
/// use ludorum_testkit::toys::Guess;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<Guess>(Mcts::new(MctsConfig::default()));
/// ```
pub struct Mcts<G: Game, E = Blind, H = NoHints> {
    config: MctsConfig,
    playouts: Box<dyn Policy<G>>,
    evaluate: E,
    hints: H,
    memory: Option<Memory<G>>,
}

impl<G: Open + Chance> Mcts<G> {
    /// A search with random playouts.
    pub fn new(config: MctsConfig) -> Mcts<G> {
        Mcts {
            config,
            playouts: Box::new(Random),
            evaluate: Blind,
            hints: NoHints,
            memory: None,
        }
    }
}

impl<G: Open + Chance, E, H> Mcts<G, E, H> {
    /// The same search with playouts by this policy.
    pub fn with_playouts(self, policy: impl Policy<G> + 'static) -> Mcts<G, E, H> {
        Mcts {
            playouts: Box::new(policy),
            ..self
        }
    }

    /// The same search with this evaluation.
    pub fn with_evaluation<F: Evaluate<G>>(self, evaluate: F) -> Mcts<G, F, H> {
        Mcts {
            evaluate,
            config: self.config,
            playouts: self.playouts,
            hints: self.hints,
            memory: None,
        }
    }

    /// The same search with these hints.
    pub fn with_hints<I: Hints<G>>(self, hints: I) -> Mcts<G, E, I> {
        Mcts {
            hints,
            config: self.config,
            playouts: self.playouts,
            evaluate: self.evaluate,
            memory: None,
        }
    }
}

impl<G: Open + Chance, E: Evaluate<G>, H: Hints<G>> Agent<G> for Mcts<G, E, H> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut memory = self.recall(turn);
        let whole = self.budget(turn);
        let task = Task {
            game: turn.game,
            evaluate: &self.evaluate,
            hints: &self.hints,
            config: &self.config,
            position: &memory.position,
            moves: turn.moves,
            watcher: turn.watcher,
            // The moves of the root are always looked at.
            deepest: whole
                .depth
                .map_or(usize::MAX, |depth| depth.max(1) as usize),
        };
        let seed = Seed(rng.bits());
        let workers = memory
            .trees
            .iter_mut()
            .zip(shares(&whole, self.config.threads))
            .zip(0..);
        let workers = workers.map(|((tree, budget), number)| {
            let meter = Meter::start(&budget, turn.stop);
            // One tree is enough to see how the search goes.
            let meter = match number {
                0 => meter.watched_by(turn.watcher),
                _ => meter,
            };
            let rng = seed.child("tree", number).rng();
            Worker::new(&task, tree, self.playouts.fork(), meter, rng)
        });
        let tallies = run_all(workers.collect());
        let final_move = self.config.final_move;
        let choice = conclude(&memory.trees, turn.moves, &tallies, final_move);
        if self.config.reuse {
            self.memory = Some(memory);
        }
        choice
    }

    fn observe(&mut self, game: &G, _: Seat, view: &G::View) {
        if let Some(memory) = &mut self.memory
            && !memory.follow(game, view)
        {
            self.memory = None;
        }
    }

    fn carries(&self) -> Carried {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        let trees = self.memory.iter().flat_map(|memory| &memory.trees);
        trees.map(Tree::bytes).sum()
    }
}

impl<G: Open + Chance, E, H> Mcts<G, E, H> {
    /// The trees kept for this position, or new ones.
    fn recall(&mut self, turn: &Turn<'_, G>) -> Memory<G> {
        if let Some(mut memory) = self.memory.take()
            && memory.position == *turn.view
        {
            memory.trees.iter_mut().for_each(Tree::compact);
            return memory;
        }
        let threads = self.config.threads.max(1);
        let bytes = self.config.memory.saturating_mul(1 << 20) / threads;
        let tree = Tree::new(bytes, turn.moves[0], self.config.bias.is_some());
        Memory {
            position: turn.view.clone(),
            trees: vec![tree; threads],
        }
    }

    /// What the search may spend, always with a limit.
    fn budget(&self, turn: &Turn<'_, G>) -> Budget {
        let mut budget = self.config.budget.within(turn.budget);
        if budget.time.is_none() && budget.iterations.is_none() && budget.nodes.is_none() {
            budget.iterations = Some(MctsConfig::DEFAULT_ITERATIONS);
        }
        if turn.moves.len() == 1 {
            budget = budget.within(&Budget::iterations(FORCED_ITERATIONS));
        }
        budget
    }
}

/// The budget of each thread; of fewer threads where there is not enough work for all.
fn shares(whole: &Budget, threads: usize) -> impl Iterator<Item = Budget> {
    let whole = *whole;
    let limits = [whole.iterations, whole.nodes];
    let work = limits.into_iter().flatten().min().unwrap_or(u64::MAX);
    let threads = (threads as u64).min(work).max(1);
    let share = move |limit: Option<u64>, thread| {
        limit.map(|limit| limit / threads + u64::from(thread < limit % threads))
    };
    (0..threads).map(move |thread| Budget {
        iterations: share(whole.iterations, thread),
        nodes: share(whole.nodes, thread),
        ..whole
    })
}

/// Runs one worker here, or several in threads of their own; their tallies in the same order.
fn run_all<G: Chance, E: Evaluate<G>, H: Hints<G>>(
    mut workers: Vec<Worker<'_, G, E, H>>,
) -> Vec<Tally> {
    if workers.len() == 1 {
        return workers.drain(..).map(Worker::run).collect();
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .into_iter()
            .map(|worker| scope.spawn(|| worker.run()))
            .collect();
        threads
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(tally) => tally,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

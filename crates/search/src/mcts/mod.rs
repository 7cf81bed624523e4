//! Monte-Carlo tree search (Coulom 2006) with UCT (Kocsis and Szepesvári 2006), for any number of
//! seats and with chance nodes.

mod config;
mod final_choice;
mod selection;
#[cfg(test)]
mod tests;
mod tree;
mod tree_reuse;
mod worker;

use ludorum_core::{
    Agent, Budget, CarriedState, Chance, Evaluate, Game, MoveChoice, PerfectInformation, Policy,
    Rng, Seat, Seed, TurnContext, ZeroEvaluation,
};

use crate::{BudgetMeter, MoveHints, NoHints, UniformRandom};
pub(crate) use config::carried_state;
pub use config::{FinalMoveRule, MctsConfig, ProgressiveBias, ProgressiveWidening};
use final_choice::choice_from_trees;
pub(crate) use final_choice::sort as sort_candidates;
use tree::MctsTree;
use tree_reuse::ReusedMctsTrees;
use worker::{MctsContext, MctsTotals, MctsWorker};

/// Number of iterations spent if only one move is legal, to estimate its value.
const FORCED_ITERATIONS: u64 = 32;

/// Monte-Carlo tree search.
///
/// `E` evaluates where playouts are cut off ([`MctsConfig::playout_depth`]); `H` gives priorities
/// to moves ([`MctsConfig::bias`], [`MctsConfig::widening`]). Every decision maximises for the seat
/// that makes it, so compound turns and several seats need no special treatment. At chance nodes
/// events are sampled by their probabilities.
///
/// The value of a choice is the mean over the iterations of this search; visits of candidates
/// include those reused from earlier moves. A forced move is answered after a few iterations.
///
/// Games with chance can be searched; games with hidden information do not compile:
/// ```
/// use ludorum_core::{Agent, Game};
/// use ludorum_search::{Mcts, MctsConfig};
/// use ludorum_testkit::toys::RerollGame;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<RerollGame>(Mcts::new(MctsConfig::default()));
/// ```
/// ```compile_fail,E0271
/// use ludorum_core::{Agent, Game};
/// use ludorum_search::{Mcts, MctsConfig};
/// use ludorum_testkit::toys::GuessNumber;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<GuessNumber>(Mcts::new(MctsConfig::default()));
/// ```
pub struct Mcts<G: Game, E = ZeroEvaluation, H = NoHints> {
    config: MctsConfig,
    playouts: Box<dyn Policy<G>>,
    evaluate: E,
    hints: H,
    memory: Option<ReusedMctsTrees<G>>,
}

impl<G: PerfectInformation + Chance> Mcts<G> {
    /// Creates a search with uniformly random playouts.
    pub fn new(config: MctsConfig) -> Mcts<G> {
        Mcts {
            config,
            playouts: Box::new(UniformRandom),
            evaluate: ZeroEvaluation,
            hints: NoHints,
            memory: None,
        }
    }
}

impl<G: PerfectInformation + Chance, E, H> Mcts<G, E, H> {
    /// Sets the playout policy.
    pub fn with_playouts(self, policy: impl Policy<G> + 'static) -> Mcts<G, E, H> {
        Mcts {
            playouts: Box::new(policy),
            ..self
        }
    }

    /// Sets the evaluation of positions where playouts are cut off.
    pub fn with_evaluation<F: Evaluate<G>>(self, evaluate: F) -> Mcts<G, F, H> {
        Mcts {
            evaluate,
            config: self.config,
            playouts: self.playouts,
            hints: self.hints,
            memory: None,
        }
    }

    /// Sets the move hints for progressive bias and widening.
    pub fn with_hints<I: MoveHints<G>>(self, hints: I) -> Mcts<G, E, I> {
        Mcts {
            hints,
            config: self.config,
            playouts: self.playouts,
            evaluate: self.evaluate,
            memory: None,
        }
    }
}

impl<G: PerfectInformation + Chance, E: Evaluate<G>, H: MoveHints<G>> Agent<G> for Mcts<G, E, H> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut memory = self.take_trees(turn);
        let whole = self.budget(turn);
        let context = MctsContext {
            game: turn.game,
            evaluate: &self.evaluate,
            hints: &self.hints,
            config: &self.config,
            position: &memory.position,
            moves: turn.moves,
            progress: turn.progress,
            // The root moves are always searched.
            deepest: whole
                .depth
                .map_or(usize::MAX, |depth| depth.max(1) as usize),
        };
        let seed = Seed(rng.bits());
        let workers = memory
            .trees
            .iter_mut()
            .zip(budget_shares(&whole, self.config.threads))
            .zip(0..);
        let workers = workers.map(|((tree, budget), number)| {
            let meter = BudgetMeter::start(&budget, turn.stop);
            // One tree is enough for progress reports.
            let meter = match number {
                0 => meter.reporting_to(turn.progress),
                _ => meter,
            };
            let rng = seed.child("tree", number).rng();
            MctsWorker::new(&context, tree, self.playouts.fork(), meter, rng)
        });
        let totals = run_all(workers.collect());
        let final_move = self.config.final_move;
        let choice = choice_from_trees(&memory.trees, turn.moves, &totals, final_move);
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

    fn carried_state(&self) -> CarriedState {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        let trees = self.memory.iter().flat_map(|memory| &memory.trees);
        trees.map(MctsTree::bytes).sum()
    }
}

impl<G: PerfectInformation + Chance, E, H> Mcts<G, E, H> {
    /// Takes the trees kept for the current position; new trees if there are none.
    fn take_trees(&mut self, turn: &TurnContext<'_, G>) -> ReusedMctsTrees<G> {
        if let Some(mut memory) = self.memory.take()
            && memory.position == *turn.view
        {
            memory.trees.iter_mut().for_each(MctsTree::compact);
            return memory;
        }
        let threads = self.config.threads.max(1);
        let bytes = self.config.memory.saturating_mul(1 << 20) / threads;
        let tree = MctsTree::new(bytes, turn.moves[0], self.config.bias.is_some());
        ReusedMctsTrees {
            position: turn.view.clone(),
            trees: vec![tree; threads],
        }
    }

    /// Search budget for a turn; always limits time, iterations or nodes.
    fn budget(&self, turn: &TurnContext<'_, G>) -> Budget {
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

/// Shares of the budget for each thread; fewer than `threads` if there is not enough work for all.
fn budget_shares(whole: &Budget, threads: usize) -> impl Iterator<Item = Budget> {
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

/// Runs a single worker on this thread, or each of several on its own thread; returns their totals
/// in order.
fn run_all<G: Chance, E: Evaluate<G>, H: MoveHints<G>>(
    mut workers: Vec<MctsWorker<'_, G, E, H>>,
) -> Vec<MctsTotals> {
    if workers.len() == 1 {
        return workers.drain(..).map(MctsWorker::run).collect();
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = workers
            .into_iter()
            .map(|worker| scope.spawn(|| worker.run()))
            .collect();
        threads
            .into_iter()
            .map(|thread| match thread.join() {
                Ok(totals) => totals,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

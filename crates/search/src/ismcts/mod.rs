//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012): one tree for all
//! determinizations, and a new determinization for each iteration.

mod config;
mod determinizer;
mod search;
mod tree;
mod tree_reuse;

use ludorum_core::{
    Agent, Budget, CarriedState, Chance, Determinize, Evaluate, Game, MoveChoice, Policy, Rng,
    Seat, TurnContext, ZeroEvaluation,
};

use crate::playout::PlayoutRunner;
use crate::{BudgetMeter, UniformRandom};
pub use config::{IsmctsConfig, ObserverModel, RankRewards};
pub use determinizer::{Determinizer, UniformDeterminizer};
use search::IsmctsSearch;
use tree::IsmctsTree;
use tree_reuse::ReusedInformationTrees;

/// Information-set Monte-Carlo tree search (ISMCTS), for any number of seats and with chance nodes.
///
/// Each iteration samples a determinization of the view and descends the trees by moves legal in
/// it. Chance events are sampled and identified by the seat's observation of them. `E` evaluates
/// where playouts are cut off ([`IsmctsConfig::playout_depth`]).
///
/// It plays the most visited move. The value of a choice is the mean utility; that of a candidate
/// is its mean reward, scaled to -1 to 1. A forced move is answered at once.
///
/// It takes a view; passing a state does not compile:
/// ```
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::HiddenMoveGame;
/// use ludorum_search::{Ismcts, IsmctsConfig};
///
/// # let (game, state) = (HiddenMoveGame::PENNIES, HiddenMoveGame::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, progress) = (&Budget::UNLIMITED, &StopFlag::new(), ProgressCallback::NONE);
/// let view = game.view(&state, Seat::FIRST);
/// let (seat, moves) = (Seat::FIRST, &moves[..]);
/// let turn = TurnContext { game: &game, seat, view: &view, moves, budget, stop, progress };
/// Ismcts::new(IsmctsConfig::default()).choose(&turn, &mut Seed(1).rng());
/// ```
/// ```compile_fail,E0308
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::HiddenMoveGame;
/// # use ludorum_search::{Ismcts, IsmctsConfig};
/// # let (game, state) = (HiddenMoveGame::PENNIES, HiddenMoveGame::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, progress) = (&Budget::UNLIMITED, &StopFlag::new(), ProgressCallback::NONE);
/// let (seat, moves) = (Seat::FIRST, &moves[..]);
/// let turn = TurnContext { game: &game, seat, view: &state, moves, budget, stop, progress };
/// Ismcts::new(IsmctsConfig::default()).choose(&turn, &mut Seed(1).rng());
/// ```
pub struct Ismcts<G: Game, E = ZeroEvaluation> {
    config: IsmctsConfig,
    playouts: PlayoutRunner<G>,
    evaluate: E,
    worlds: Box<dyn Determinizer<G>>,
    memory: Option<ReusedInformationTrees<G>>,
}

impl<G: Determinize + Chance> Ismcts<G> {
    /// Creates a search with uniformly random playouts and uniform determinizations.
    pub fn new(config: IsmctsConfig) -> Ismcts<G> {
        Ismcts {
            config,
            playouts: PlayoutRunner::new(Box::new(UniformRandom)),
            evaluate: ZeroEvaluation,
            worlds: Box::new(UniformDeterminizer),
            memory: None,
        }
    }
}

impl<G: Determinize + Chance, E> Ismcts<G, E> {
    /// Sets the playout policy.
    pub fn with_playouts(self, policy: impl Policy<G> + 'static) -> Ismcts<G, E> {
        Ismcts {
            playouts: PlayoutRunner::new(Box::new(policy)),
            ..self
        }
    }

    /// Sets the evaluation of positions where playouts are cut off.
    pub fn with_evaluation<F: Evaluate<G>>(self, evaluate: F) -> Ismcts<G, F> {
        Ismcts {
            evaluate,
            config: self.config,
            playouts: self.playouts,
            worlds: self.worlds,
            memory: self.memory,
        }
    }

    /// Sets the sampler of determinizations.
    pub fn with_determinizer(self, worlds: impl Determinizer<G> + 'static) -> Ismcts<G, E> {
        Ismcts {
            worlds: Box::new(worlds),
            ..self
        }
    }

    /// Search budget for a turn; always limits iterations, nodes or time.
    fn budget(&self, turn: &TurnContext<'_, G>) -> Budget {
        let mut budget = self.config.budget.within(turn.budget);
        let own_time = self.config.budget.time;
        if own_time.is_none() && budget.iterations.is_none() && budget.nodes.is_none() {
            budget.iterations = Some(IsmctsConfig::DEFAULT_ITERATIONS);
        }
        budget
    }

    /// Takes the trees kept from the last move; new trees if those do not contain the current view.
    fn trees(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> Vec<IsmctsTree<G::Move>> {
        let memory = self.memory.take();
        let observers = self.config.observers;
        let kept = memory
            .and_then(|memory| memory.follow(turn.game, turn.seat, turn.view, observers, rng));
        kept.unwrap_or_else(|| self.new_trees(turn))
    }

    fn new_trees(&self, turn: &TurnContext<'_, G>) -> Vec<IsmctsTree<G::Move>> {
        let owners: Vec<Seat> = match self.config.observers {
            ObserverModel::Single | ObserverModel::SinglePartial => vec![turn.seat],
            ObserverModel::Multiple => Seat::all(turn.game.seats()).collect(),
        };
        let bytes = self.config.memory.saturating_mul(1 << 20) / owners.len();
        let tree = |&owner: &Seat| IsmctsTree::new(owner, bytes);
        owners.iter().map(tree).collect()
    }
}

impl<G: Determinize + Chance, E: Evaluate<G>> Agent<G> for Ismcts<G, E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        if turn.moves.len() == 1 {
            return MoveChoice::plain(turn.moves[0]);
        }
        let budget = self.budget(turn);
        let meter = BudgetMeter::start(&budget, turn.stop).reporting_to(turn.progress);
        self.worlds.begin(turn.game, turn.view, rng);
        let trees = self.trees(turn, rng);
        let mut search = IsmctsSearch::new(turn, &self.config, &self.evaluate, trees, meter);
        search.deepest = budget
            .depth
            .map_or(usize::MAX, |depth| depth.max(1) as usize);
        search.run(&mut self.playouts, &mut *self.worlds, rng);
        let choice = search.choice();
        if self.config.reuse {
            self.memory = Some(ReusedInformationTrees::new(turn.view, search.trees));
        }
        choice
    }

    fn observe(&mut self, _: &G, _: Seat, view: &G::View) {
        if let Some(memory) = &mut self.memory {
            memory.observe(view);
        }
    }

    fn carried_state(&self) -> CarriedState {
        crate::mcts::carried_state(self.config.reuse, &self.config.budget)
    }

    fn memory(&self) -> usize {
        self.memory
            .as_ref()
            .map_or(0, ReusedInformationTrees::bytes)
    }
}

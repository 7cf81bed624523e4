//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012): one tree for all
//! worlds that could be there, each iteration in a world of its own.

mod config;
mod memory;
mod search;
mod tree;
mod worlds;

use ludorum_core::{
    Agent, Blind, Budget, Carried, Chance, Choice, Evaluate, Game, Hidden, Policy, Rng, Seat, Turn,
};

use crate::playout::Playouts;
use crate::{Meter, Random};
pub use config::{IsmctsConfig, Observers, Places};
use memory::Memory;
use search::Search;
use tree::Tree;
pub use worlds::{Uniform, Worlds};

/// Information-set Monte-Carlo tree search, for any number of seats and with chance.
///
/// Each iteration draws a world from what the seat sees and goes down the trees by moves that are
/// legal there. Events of chance fall as they do in that world and lead on by what is seen of them.
/// `E` judges where playouts are cut short ([`IsmctsConfig::playout_depth`]).
///
/// It plays the move tried most often. The value of a choice is the mean of the utilities; that of a
/// candidate is its mean reward, stretched to -1 to 1. A forced move is answered at once.
///
/// It is given a view, and a state instead does not compile:
/// ```
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::Whisper;
/// use ludorum_search::{Ismcts, IsmctsConfig};
///
/// # let (game, state) = (Whisper::PENNIES, Whisper::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, watcher) = (&Budget::UNLIMITED, &Stop::new(), Watcher::NOBODY);
/// let view = game.view(&state, Seat::FIRST);
/// let turn = Turn { game: &game, seat: Seat::FIRST, view: &view, moves: &moves, budget, stop, watcher };
/// Ismcts::new(IsmctsConfig::default()).choose(&turn, &mut Seed(1).rng());
/// ```
/// ```compile_fail,E0308
/// # use ludorum_core::*;
/// # use ludorum_testkit::toys::Whisper;
/// # use ludorum_search::{Ismcts, IsmctsConfig};
/// # let (game, state) = (Whisper::PENNIES, Whisper::PENNIES.initial(Seed(0)));
/// # let mut moves = Vec::new();
/// # game.moves(&state, &mut moves);
/// # let (budget, stop, watcher) = (&Budget::UNLIMITED, &Stop::new(), Watcher::NOBODY);
/// let turn = Turn { game: &game, seat: Seat::FIRST, view: &state, moves: &moves, budget, stop, watcher };
/// Ismcts::new(IsmctsConfig::default()).choose(&turn, &mut Seed(1).rng());
/// ```
pub struct Ismcts<G: Game, E = Blind> {
    config: IsmctsConfig,
    playouts: Playouts<G>,
    evaluate: E,
    worlds: Box<dyn Worlds<G>>,
    memory: Option<Memory<G>>,
}

impl<G: Hidden + Chance> Ismcts<G> {
    /// A search with random playouts, in worlds that are all as likely.
    pub fn new(config: IsmctsConfig) -> Ismcts<G> {
        Ismcts {
            config,
            playouts: Playouts::new(Box::new(Random)),
            evaluate: Blind,
            worlds: Box::new(Uniform),
            memory: None,
        }
    }
}

impl<G: Hidden + Chance, E> Ismcts<G, E> {
    /// The same search with playouts by this policy.
    pub fn with_playouts(self, policy: impl Policy<G> + 'static) -> Ismcts<G, E> {
        Ismcts {
            playouts: Playouts::new(Box::new(policy)),
            ..self
        }
    }

    /// The same search with this evaluation.
    pub fn with_evaluation<F: Evaluate<G>>(self, evaluate: F) -> Ismcts<G, F> {
        Ismcts {
            evaluate,
            config: self.config,
            playouts: self.playouts,
            worlds: self.worlds,
            memory: self.memory,
        }
    }

    /// The same search in worlds from here.
    pub fn with_worlds(self, worlds: impl Worlds<G> + 'static) -> Ismcts<G, E> {
        Ismcts {
            worlds: Box::new(worlds),
            ..self
        }
    }

    /// What the search may spend, always with a limit.
    fn budget(&self, turn: &Turn<'_, G>) -> Budget {
        let mut budget = self.config.budget.within(turn.budget);
        let own_time = self.config.budget.time;
        if own_time.is_none() && budget.iterations.is_none() && budget.nodes.is_none() {
            budget.iterations = Some(IsmctsConfig::DEFAULT_ITERATIONS);
        }
        budget
    }

    /// The trees that were kept, or a bare one for everyone who has one.
    fn trees(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Vec<Tree<G::Move>> {
        let memory = self.memory.take();
        let observers = self.config.observers;
        let kept = memory
            .and_then(|memory| memory.follow(turn.game, turn.seat, turn.view, observers, rng));
        kept.unwrap_or_else(|| self.bare_trees(turn))
    }

    fn bare_trees(&self, turn: &Turn<'_, G>) -> Vec<Tree<G::Move>> {
        let owners: Vec<Seat> = match self.config.observers {
            Observers::Single | Observers::SinglePartial => vec![turn.seat],
            Observers::Multiple => Seat::all(turn.game.seats()).collect(),
        };
        let bytes = self.config.memory.saturating_mul(1 << 20) / owners.len();
        let tree = |&owner: &Seat| Tree::new(owner, bytes);
        owners.iter().map(tree).collect()
    }
}

impl<G: Hidden + Chance, E: Evaluate<G>> Agent<G> for Ismcts<G, E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        if turn.moves.len() == 1 {
            return Choice::plain(turn.moves[0]);
        }
        let budget = self.budget(turn);
        let meter = Meter::start(&budget, turn.stop).watched_by(turn.watcher);
        self.worlds.begin(turn.game, turn.view, rng);
        let trees = self.trees(turn, rng);
        let mut search = Search::new(turn, &self.config, &self.evaluate, trees, meter);
        search.deepest = budget
            .depth
            .map_or(usize::MAX, |depth| depth.max(1) as usize);
        search.run(&mut self.playouts, &mut *self.worlds, rng);
        let choice = search.conclude();
        if self.config.reuse {
            self.memory = Some(Memory::new(turn.view, search.trees));
        }
        choice
    }

    fn observe(&mut self, _: &G, _: Seat, view: &G::View) {
        if let Some(memory) = &mut self.memory {
            memory.note(view);
        }
    }

    fn carries(&self) -> Carried {
        match (self.config.reuse, self.config.budget.time) {
            (false, _) => Carried::Nothing,
            (true, Some(_)) => Carried::Observations,
            (true, None) => Carried::Choices,
        }
    }

    fn memory(&self) -> usize {
        self.memory.as_ref().map_or(0, Memory::bytes)
    }
}

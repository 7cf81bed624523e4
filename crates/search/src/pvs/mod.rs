//! The strong alpha-beta: principal variation search with iterative deepening, a transposition
//! table, move ordering, quiescence, time control and several threads.

mod deepen;
mod ordering;
mod search;
mod selective;

use std::panic::resume_unwind;
use std::thread;

use ludorum_core::{
    Agent, Budget, Carried, Choice, Deterministic, Effort, Evaluate, Open, Rng, Seat, Stop, Turn,
    Watcher,
};

use self::deepen::Deepening;
pub use self::selective::{Reductions, Selective};
use crate::Hints;
use crate::solution::Solution;
use crate::table::Table;
use crate::walk::seat_to_move;

/// How a [`Pvs`] searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvsConfig {
    /// Limits of its own, besides those of the table at which it plays. None by default.
    pub budget: Budget,
    /// Memory for the transposition table in MiB, rounded down to a power of two; with 0 there is
    /// room for four positions. 16 by default.
    pub table_mib: usize,
    /// How many threads search; 0 is taken for 1. 1 by default.
    pub threads: usize,
    /// By how many plies noisy moves ([`Hints::noisy`]) may prolong the search; 0 turns
    /// quiescence off. 8 by default.
    pub quiescence_depth: u32,
    /// What is searched less than the rest. Nothing by default.
    pub selective: Selective,
    /// Whether it thinks on the time of the other one of two seats ([`Agent::ponder`]), filling its
    /// table. Its answers are not reproducible then. Off by default.
    pub ponders: bool,
}

impl PvsConfig {
    /// Whether the machine would give the memory for the table.
    pub fn has_memory(&self) -> bool {
        Table::fits(self.table_mib)
    }

    /// What a player that searches so carries from move to move: its table, which nothing brings back
    /// where answers vary from run to run.
    pub fn carries(&self) -> Carried {
        match self.budget.time.is_some() || self.threads > 1 {
            true => Carried::Observations,
            false => Carried::Choices,
        }
    }
}

impl Default for PvsConfig {
    fn default() -> PvsConfig {
        PvsConfig {
            budget: Budget::UNLIMITED,
            table_mib: 16,
            threads: 1,
            quiescence_depth: 8,
            selective: Selective::default(),
            ponders: false,
        }
    }
}

/// Plays by principal variation search.
///
/// Searched to the end of the game it finds the same points as [`Minimax`](crate::Minimax), of
/// which see how it treats more than two seats; of equally good moves it may play another one. At
/// a limited depth its points may differ from minimax, as the table may know more of a position
/// than the depth would show.
///
/// With one thread and no limit of time, the same moves in the same game always get the same
/// answers. The table is kept from move to move, so the answer to a position may depend on the
/// positions it was asked about before. With several threads (lazy SMP: all search the same
/// position and help each other only by sharing the table) answers may vary from run to run.
///
/// Moves are ordered by [`Hints::priority`] first; killer moves and history order those of equal
/// priority. So hints do best to tell apart only what they have reasons to.
///
/// ```
/// use ludorum_core::{Blind, Budget, Game, Seat, Seed, Stop, Turn, Watcher};
/// use ludorum_search::{NoHints, Pvs, PvsConfig};
/// use ludorum_testkit::toys::Pile;
///
/// let pile = Pile { stones: 23, take: 3, seats: 2 };
/// let turn = Turn {
///     game: &pile,
///     seat: Seat::FIRST,
///     view: &pile.initial(Seed(0)),
///     moves: &[1, 2, 3],
///     budget: &Budget::nodes(10_000),
///     stop: &Stop::new(),
///     watcher: Watcher::NOBODY,
/// };
/// let mut agent = Pvs::new(PvsConfig::default(), Blind, NoHints);
/// assert_eq!(agent.solve(&turn).best, 3);
/// ```
#[derive(Debug)]
pub struct Pvs<E, H> {
    config: PvsConfig,
    eval: E,
    hints: H,
    table: Table,
}

impl<E, H> Pvs<E, H> {
    /// A player with an empty table. [`NoHints`](crate::NoHints) will do for `hints`.
    pub fn new(config: PvsConfig, eval: E, hints: H) -> Pvs<E, H> {
        let table = Table::new(config.table_mib);
        Pvs {
            config,
            eval,
            hints,
            table,
        }
    }

    /// The memory of its table in bytes.
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Searches the position and reports in points.
    pub fn solve<G>(&mut self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
        H: Hints<G>,
    {
        self.table.begin_search();
        let budget = self.config.budget.within(turn.budget);
        let helpers = match turn.moves.len() {
            1 => 0,
            _ => self.config.threads.max(1) - 1,
        };
        let nodes_each = budget.nodes.map(|all| all / (helpers as u64 + 1));
        let helper_budget = Budget {
            nodes: nodes_each,
            ..budget
        };
        let main_budget = Budget {
            nodes: budget
                .nodes
                .zip(nodes_each)
                .map(|(all, each)| all - each * helpers as u64),
            ..budget
        };

        let (pvs, over) = (&*self, turn.stop.beside());
        thread::scope(|scope| {
            // The helpers must end with the main search, whatever becomes of it.
            let raise_at_end = RaiseAtEnd(&over);
            let helpers: Vec<_> = (1..=helpers)
                .map(|i| {
                    let search = Deepening::start(turn, pvs, &helper_budget, &over);
                    // Half of the helpers are a ply ahead, to find what the others will need.
                    let first = 1 + (i % 2) as u32;
                    scope.spawn(move || search.run(first, |_| ()).effort)
                })
                .collect();
            let main = Deepening::start(turn, pvs, &main_budget, turn.stop);
            let scale = pvs.eval.scale();
            let mut solution = main.run(1, |so_far| {
                let choice = || so_far.solution().into_choice(turn, scale);
                turn.watcher.show(choice);
            });
            drop(raise_at_end);
            for helper in helpers {
                let effort = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
                let depth = solution.effort.depth;
                solution.effort.add(&Effort { depth, ..effort });
            }
            solution
        })
    }
}

impl<G, E, H> Agent<G> for Pvs<E, H>
where
    G: Open + Deterministic,
    E: Evaluate<G>,
    H: Hints<G>,
{
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        let scale = self.eval.scale();
        self.solve(turn).into_choice(turn, scale)
    }

    fn ponders(&self) -> bool {
        self.config.ponders
    }

    fn ponder(&mut self, game: &G, _: Seat, view: &G::View, stop: &Stop) {
        let Some(mover) = seat_to_move(game, view) else {
            return;
        };
        // With more seats, what is found for one is of no use to another.
        if !self.config.ponders || game.seats() != 2 {
            return;
        }
        let mut moves = Vec::new();
        game.moves(view, &mut moves);
        let turn = Turn {
            game,
            seat: mover,
            view,
            moves: &moves,
            budget: &Budget::UNLIMITED,
            stop,
            watcher: Watcher::NOBODY,
        };
        self.table.begin_search();
        Deepening::start(&turn, self, &Budget::UNLIMITED, stop).run(1, |_| {});
    }

    fn carries(&self) -> Carried {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        self.table.bytes()
    }
}

/// Raises the flag when dropped, also by a panic.
struct RaiseAtEnd<'a>(&'a Stop);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

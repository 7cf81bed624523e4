//! Principal variation search with iterative deepening, a transposition table, move ordering,
//! quiescence search, time control and several threads.

mod iterative_deepening;
mod ordering;
mod search;
mod selectivity;

use std::panic::resume_unwind;
use std::thread;

use ludorum_core::{
    Agent, Budget, CarriedState, Deterministic, Evaluate, MoveChoice, PerfectInformation,
    ProgressCallback, Rng, SearchStats, Seat, StopFlag, TurnContext,
};

use self::iterative_deepening::IterativeDeepening;
pub use self::selectivity::{LateMoveReductions, Selectivity};
use crate::MoveHints;
use crate::search_result::SearchResult;
use crate::transposition::TranspositionTable;
use crate::tree_walk::seat_to_move;

/// Parameters of [`Pvs`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvsConfig {
    /// Limits of the search in addition to those of the turn; unlimited by default.
    pub budget: Budget,
    /// Memory for the transposition table in MiB, rounded down to a power of two; 0 means four
    /// entries. 16 by default.
    pub table_mib: usize,
    /// Number of threads; 0 counts as 1. 1 by default.
    pub threads: usize,
    /// Maximum depth of quiescence search over noisy moves ([`MoveHints::noisy_moves`]); 0 turns it
    /// off. 8 by default.
    pub quiescence_depth: u32,
    /// Selective search: reductions, pruning and extensions, all off by default.
    pub selectivity: Selectivity,
    /// Ponders on the opponent's time in two-player games ([`Agent::ponder`]), which fills the
    /// table. Results are then not reproducible. Off by default.
    pub ponders: bool,
}

impl PvsConfig {
    /// True if memory for the transposition table can be allocated.
    pub fn has_memory(&self) -> bool {
        TranspositionTable::fits(self.table_mib)
    }

    /// State kept from move to move: the transposition table, which cannot be rebuilt if results
    /// vary from run to run.
    pub fn carries(&self) -> CarriedState {
        if self.budget.time.is_some() || self.threads > 1 {
            CarriedState::Observations
        } else {
            CarriedState::Choices
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
            selectivity: Selectivity::default(),
            ponders: false,
        }
    }
}

/// Plays by principal variation search.
///
/// Searched to the end of the game it finds the same points as [`Minimax`](crate::Minimax), which
/// documents more than two seats; of equally good moves it may play another. At a limited depth its
/// points may differ from minimax, because table entries may be deeper than required.
///
/// With one thread and no time limit results are reproducible. The table is kept from move to move,
/// so the result for a position may depend on earlier searches. With several threads (lazy SMP: all
/// search the same position and cooperate only through the shared table) results may vary from run
/// to run.
///
/// Moves are ordered by [`MoveHints::priority`] first; killer moves and history order those of
/// equal priority. So hints should give different priorities only for good reasons.
///
/// ```
/// use ludorum_core::{
///     Budget, Game, ProgressCallback, Seat, Seed, StopFlag, TurnContext, ZeroEvaluation,
/// };
/// use ludorum_search::{NoHints, Pvs, PvsConfig};
/// use ludorum_testkit::toys::SubtractionGame;
///
/// let pile = SubtractionGame { stones: 23, take: 3, seats: 2 };
/// let turn = TurnContext {
///     game: &pile,
///     seat: Seat::FIRST,
///     view: &pile.initial(Seed(0)),
///     moves: &[1, 2, 3],
///     budget: &Budget::nodes(10_000),
///     stop: &StopFlag::new(),
///     progress: ProgressCallback::NONE,
/// };
/// let mut agent = Pvs::new(PvsConfig::default(), ZeroEvaluation, NoHints);
/// assert_eq!(agent.solve(&turn).best, 3);
/// ```
#[derive(Debug)]
pub struct Pvs<E, H> {
    config: PvsConfig,
    eval: E,
    hints: H,
    table: TranspositionTable,
}

impl<E, H> Pvs<E, H> {
    /// Creates a search with an empty transposition table. `hints` may be
    /// [`NoHints`](crate::NoHints).
    pub fn new(config: PvsConfig, eval: E, hints: H) -> Pvs<E, H> {
        let table = TranspositionTable::new(config.table_mib);
        Pvs {
            config,
            eval,
            hints,
            table,
        }
    }

    /// Allocated memory of the transposition table in bytes.
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Searches the position of `turn` and returns the result in evaluation points.
    pub fn solve<G>(&mut self, turn: &TurnContext<'_, G>) -> SearchResult<G::Move>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
        H: MoveHints<G>,
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

        let (pvs, over) = (&*self, turn.stop.sibling());
        thread::scope(|scope| {
            // The helpers must end with the main search, even if it panics.
            let stop_on_drop = StopOnDrop(&over);
            let helpers: Vec<_> = (1..=helpers)
                .map(|i| {
                    let search = IterativeDeepening::start(turn, pvs, &helper_budget, &over);
                    // Half of the helpers start a ply deeper, to fill the table ahead.
                    let first = 1 + (i % 2) as u32;
                    scope.spawn(move || search.run(first, |_| ()).effort)
                })
                .collect();
            let main = IterativeDeepening::start(turn, pvs, &main_budget, turn.stop);
            let scale = pvs.eval.scale();
            let mut solution = main.run(1, |so_far| {
                let choice = || so_far.result().into_choice(turn, scale);
                turn.progress.report(choice);
            });
            drop(stop_on_drop);
            for helper in helpers {
                let effort = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
                let depth = solution.effort.depth;
                solution.effort.add(&SearchStats { depth, ..effort });
            }
            solution
        })
    }
}

impl<G, E, H> Agent<G> for Pvs<E, H>
where
    G: PerfectInformation + Deterministic,
    E: Evaluate<G>,
    H: MoveHints<G>,
{
    fn choose(&mut self, turn: &TurnContext<'_, G>, _: &mut Rng) -> MoveChoice<G::Move> {
        let scale = self.eval.scale();
        self.solve(turn).into_choice(turn, scale)
    }

    fn ponders(&self) -> bool {
        self.config.ponders
    }

    fn ponder(&mut self, game: &G, _: Seat, view: &G::View, stop: &StopFlag) {
        let Some(mover) = seat_to_move(game, view) else {
            return;
        };
        // With more seats, results for one seat are of no use to another.
        if !self.config.ponders || game.seats() != 2 {
            return;
        }
        let mut moves = Vec::new();
        game.moves(view, &mut moves);
        let turn = TurnContext {
            game,
            seat: mover,
            view,
            moves: &moves,
            budget: &Budget::UNLIMITED,
            stop,
            progress: ProgressCallback::NONE,
        };
        self.table.begin_search();
        IterativeDeepening::start(&turn, self, &Budget::UNLIMITED, stop).run(1, |_| {});
    }

    fn carried_state(&self) -> CarriedState {
        self.config.carries()
    }

    fn memory(&self) -> usize {
        self.table.bytes()
    }
}

/// Guard that raises the stop flag when dropped, even by a panic.
struct StopOnDrop<'a>(&'a StopFlag);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

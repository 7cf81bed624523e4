//! Alpha-beta to a fixed depth. Move ordering and a transposition table can be turned on to measure
//! their effect; for playing strength see [`Pvs`](crate::Pvs).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use ludorum_core::{
    Agent, Budget, CarriedState, Deterministic, EvalPoints, Evaluate, Game, MoveChoice,
    PerfectInformation, Rng, TurnContext, ValueBound,
};

use crate::search_result::{INFINITE, SearchResult, TieBreaking};
use crate::split::{
    SplitPoint, SplitPointSetup, TeamShutdownGuard, ThreadTeam, run_helper, split_node,
};
use crate::transposition::{Bound, TranspositionEntry, TranspositionTable};
use crate::tree_walk::{RootPosition, TreeWalk, VisitedNode};

/// Minimum remaining depth, in plies, at which a node is split among threads; below it the overhead
/// would exceed the search.
const SPLIT_DEPTH: u32 = 3;

/// Plays by alpha-beta (Knuth and Moore 1975; fail-soft, Fishburn 1983) to a fixed depth.
///
/// Finds the same points as [`Minimax`](crate::Minimax), which documents more than two seats and a
/// spent budget. With ordering it may play another of equally good moves. Exception: with a table
/// and an evaluation with a [trend](Evaluate::trend) points may differ, because the table ignores
/// paths.
///
/// Requires a deterministic game of perfect information:
///
/// ```
/// use ludorum_core::{Agent, Game, ZeroEvaluation};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::SubtractionGame;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<SubtractionGame>(AlphaBeta::new(3, ZeroEvaluation));
/// ```
///
/// A deterministic game with hidden information does not compile:
///
/// ```compile_fail,E0271
/// use ludorum_core::{Agent, Game, ZeroEvaluation};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::GuessNumber;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<GuessNumber>(AlphaBeta::new(3, ZeroEvaluation));
/// ```
///
/// Nor does a game of perfect information with dice:
///
/// ```compile_fail,E0277
/// use ludorum_core::{Agent, Game, ZeroEvaluation};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::RerollGame;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<RerollGame>(AlphaBeta::new(3, ZeroEvaluation));
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// Search depth in plies, at least 1; the turn's budget may reduce it.
    pub depth: u32,
    /// The evaluation function for leaves.
    pub eval: E,
    /// Optional enhancements: move ordering and transposition table.
    pub options: AlphaBetaOptions,
    /// Rule for choosing among equally good moves.
    pub ties: TieBreaking,
}

/// Optional enhancements of alpha-beta, all off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// Orders moves by the evaluation of the position after them, at nodes with more than one ply
    /// left.
    pub ordering: bool,
    /// Size of the transposition table in MiB; `None` for no table. Entries are used for equal
    /// remaining depth only, and the table is cleared before each search.
    pub table_mib: Option<usize>,
}

impl<E> AlphaBeta<E> {
    /// Creates alpha-beta without enhancements, which plays the first of equally good moves.
    pub fn new(depth: u32, eval: E) -> AlphaBeta<E> {
        AlphaBeta {
            depth,
            eval,
            options: AlphaBetaOptions::default(),
            ties: TieBreaking::First,
        }
    }

    /// Searches the position of `turn` and returns the result in evaluation points.
    pub fn solve<G>(&self, turn: &TurnContext<'_, G>) -> SearchResult<G::Move>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
    {
        self.solve_on(turn, 1)
    }

    /// Searches the position of `turn` on `threads` threads; on one thread if the result would
    /// depend on the number of threads.
    pub(crate) fn solve_on<G>(
        &self,
        turn: &TurnContext<'_, G>,
        threads: usize,
    ) -> SearchResult<G::Move>
    where
        G: PerfectInformation + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let root = RootPosition::of(turn);
        let mut walk = TreeWalk::start(&root, &self.eval, &budget);
        // The path by which a position enters the table depends on the threads; so would its value.
        let depends_on_lines = walk.has_trend() && self.options.table_mib.is_some();
        let threads = if depends_on_lines || budget.nodes.is_some() {
            1
        } else {
            threads.max(1)
        };
        // All clocks start now, not when the threads do.
        let start = |_| TreeWalk::start(&root, &self.eval, &budget);
        let helpers: Vec<_> = (1..threads).map(start).collect();
        let moves = if self.options.ordering {
            walk.sorted_root_moves(&root)
        } else {
            turn.moves.to_vec()
        };
        let shared = SharedSearchData {
            ordering: self.options.ordering,
            table: self.options.table_mib.map(|mib| {
                let mut table = TranspositionTable::new(mib);
                table.begin_search();
                table
            }),
            team: (threads > 1).then(ThreadTeam::new),
        };
        let context = SearchContext {
            shared: &shared,
            split: None,
        };
        let Some(team) = &shared.team else {
            let solution = search_root(&mut walk, context, &root, &moves, self.ties);
            return solution.close(walk.meter.effort);
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .into_iter()
                .map(|mut walk| {
                    scope.spawn(move || {
                        run_helper(&mut walk, context, team);
                        walk.meter.effort
                    })
                })
                .collect();
            let guard = TeamShutdownGuard {
                team,
                only_on_panic: false,
            };
            let solution = search_root(&mut walk, context, &root, &moves, self.ties);
            drop(guard);
            let mut effort = walk.meter.effort;
            for helper in helpers {
                effort.add(&helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            solution.close(effort)
        })
    }
}

impl<G: PerfectInformation + Deterministic, E: Evaluate<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.eval.scale())
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

/// Data shared by all threads of an alpha-beta search: its options and its thread team.
pub(crate) struct SharedSearchData<G: Game> {
    ordering: bool,
    table: Option<TranspositionTable>,
    team: Option<ThreadTeam<G>>,
}

/// Context of one search thread: the shared data, and the split point below which it searches.
pub(crate) struct SearchContext<'c, G: Game> {
    pub(crate) shared: &'c SharedSearchData<G>,
    pub(crate) split: Option<&'c Arc<SplitPoint<G>>>,
}

impl<G: Game> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchContext<'_, G> {}

impl<G: Game> SearchContext<'_, G> {
    /// True if the result of the subtree searched in this context is no longer needed.
    #[inline]
    fn is_cancelled(&self) -> bool {
        match &self.shared.team {
            Some(team) => team.is_over() || self.split.is_some_and(|split| split.is_cancelled()),
            None => false,
        }
    }
}

/// Searches the root moves: the first alone, then the others in parallel if there are several
/// threads.
fn search_root<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    context: SearchContext<'_, G>,
    root: &RootPosition<'_, G>,
    moves: &[G::Move],
    ties: TieBreaking,
) -> SearchResult<G::Move> {
    let mut state = root.state.clone();
    let mut solution = SearchResult::unsearched(moves[0], ValueBound::Upper, ties);
    let depth = walk.depth;
    for (at, &mv) in moves.iter().enumerate() {
        if let (Some(team), Some(best)) = (&context.shared.team, solution.points) {
            let node = SplitPointSetup {
                state: &state,
                moves: &moves[at..],
                depth,
                ply: 0,
                maximises: true,
                window: (-INFINITE, INFINITE),
                best,
                ties,
            };
            for found in split_node(walk, context, team, &node).finished {
                solution.record(
                    moves[at + found.at],
                    found.points,
                    found.points,
                    &found.line,
                );
            }
            break;
        }
        let alpha = solution.points.map_or(-INFINITE, |best| match ties {
            TieBreaking::First => best,
            // Moves as good as the best must get exact points.
            TieBreaking::Random => best - 1,
        });
        let found = walk.descend(&mut state, mv, |walk, state| {
            value(walk, context, state, depth - 1, 1, (alpha, INFINITE))
        });
        let Some(points) = found else { break };
        solution.record(mv, points, points, walk.pv.line_from(1));
    }
    solution
}

/// Alpha-beta value of a position for the searching seat: exact inside the window, an upper bound
/// at or below `alpha`, a lower bound at or above `beta`. `None` if the budget is spent or the
/// search is cancelled.
pub(crate) fn value<G: PerfectInformation, E: Evaluate<G>>(
    walk: &mut TreeWalk<'_, G, E>,
    context: SearchContext<'_, G>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
    window: (EvalPoints, EvalPoints),
) -> Option<EvalPoints> {
    let seat = match walk.visit(state, depth, ply) {
        VisitedNode::Leaf(points) => return Some(points[walk.seat]),
        VisitedNode::Inner(seat) => seat,
        VisitedNode::Chance => unreachable!("a deterministic game has no chance nodes"),
    };
    if context.is_cancelled() {
        return None;
    }
    let shared = context.shared;
    let key = shared.table.as_ref().map(|table| (table, walk.key(state)));
    if let Some((table, key)) = key
        && let Some(entry) = table.probe(key, ply)
        && u32::from(entry.depth) == depth
        && entry.is_conclusive(window)
    {
        return Some(entry.points);
    }
    let maximises = seat == walk.seat;
    let mut best = if maximises { -INFINITE } else { INFINITE };
    let (mut alpha, mut beta) = window;
    let moves = walk.push_moves(state);
    if shared.ordering && depth > 1 {
        walk.sort_moves(state, seat, moves.clone());
    }
    for at in moves.clone() {
        if depth >= SPLIT_DEPTH
            && at > moves.start
            && at + 1 < moves.end
            && let Some(team) = &shared.team
            && team.has_idle_threads()
        {
            // Splitting borrows the walk, which owns the move stack.
            let left: Vec<G::Move> = walk.moves_at(at..moves.end).to_vec();
            let node = SplitPointSetup {
                state,
                moves: &left,
                depth,
                ply,
                maximises,
                window,
                best,
                ties: TieBreaking::First,
            };
            let split = split_node(walk, context, team, &node);
            if !split.is_complete {
                return None;
            }
            best = split.best;
            if !split.line.is_empty() {
                walk.pv.set(ply, &split.line);
            }
            break;
        }
        let mv = walk.move_at(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, context, state, depth - 1, ply + 1, (alpha, beta))
        })?;
        if if maximises {
            points > best
        } else {
            points < best
        } {
            best = points;
            walk.pv.update(ply, mv);
        }
        if maximises {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    walk.pop_moves(moves);
    if let Some((table, key)) = key
        && let Ok(depth) = u8::try_from(depth)
    {
        let entry = TranspositionEntry {
            points: best,
            depth,
            bound: if best >= window.1 {
                Bound::Lower
            } else if best <= window.0 {
                Bound::Upper
            } else {
                Bound::Exact
            },
            index: None,
        };
        table.store(key, ply, entry);
    }
    Some(best)
}

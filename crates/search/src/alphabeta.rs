//! Alpha-beta to a fixed depth: minimax that leaves out what cannot matter. Ordering and a table can be
//! turned on to measure what they are worth; for playing strength see [`Pvs`](crate::Pvs).

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use ludorum_core::{
    Agent, Budget, Carried, Choice, Deterministic, Evaluate, Game, Known, Open, Points, Rng, Turn,
};

use crate::solution::{INFINITE, Solution, Ties};
use crate::split::{EndOf, SplitNode, SplitPoint, Team, help, share};
use crate::table::{Bound, Entry, Table};
use crate::walk::{Place, Root, Walk};

/// Nodes with fewer plies left are not split: they take about as long as telling another thread.
const SPLIT_DEPTH: u32 = 3;

/// Plays by alpha-beta (Knuth and Moore 1975; fail-soft, Fishburn 1983) to a fixed depth.
///
/// Finds the same points as [`Minimax`](crate::Minimax), of which see how it treats more than two
/// seats and a spent budget; with ordering it may play another of equally good moves. An evaluation
/// with a [trend](Evaluate::trend) is the exception: the table knows positions, not the ways to them.
///
/// Only games where everything is seen and nothing left to chance can be searched like this:
///
/// ```
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::Pile;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<Pile>(AlphaBeta::new(3, Blind));
/// ```
///
/// The same for a game that hides something, and has no chance either, does not compile:
///
/// ```compile_fail,E0271
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::Guess;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<Guess>(AlphaBeta::new(3, Blind));
/// ```
///
/// and neither does it for a game in which all is open, but dice are rolled:
///
/// ```compile_fail,E0277
/// use ludorum_core::{Agent, Blind, Game};
/// use ludorum_search::AlphaBeta;
/// use ludorum_testkit::toys::ThreeRolls;
///
/// fn plays<G: Game>(_: impl Agent<G>) {}
/// plays::<ThreeRolls>(AlphaBeta::new(3, Blind));
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    /// How many moves to look ahead, at least 1; the table's budget may allow fewer.
    pub depth: u32,
    /// The opinion about positions at that depth.
    pub eval: E,
    /// What is done to prune more.
    pub shortcuts: Shortcuts,
    /// Which of equally good moves is played.
    pub ties: Ties,
}

/// What alpha-beta may do besides pruning. Nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortcuts {
    /// Moves are searched in the order of the points after them, where more than one ply is left.
    pub ordering: bool,
    /// Positions met again with the same depth left are looked up, in a table of this many MiB that
    /// is emptied for each search.
    pub table_mib: Option<usize>,
}

impl<E> AlphaBeta<E> {
    /// Plain alpha-beta.
    pub fn new(depth: u32, eval: E) -> AlphaBeta<E> {
        AlphaBeta {
            depth,
            eval,
            shortcuts: Shortcuts::default(),
            ties: Ties::First,
        }
    }

    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        self.solve_on(turn, 1)
    }

    /// The same on this many threads; on one if its result would depend on the number otherwise.
    pub(crate) fn solve_on<G>(&self, turn: &Turn<'_, G>, threads: usize) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let root = Root::of(turn);
        let mut walk = Walk::start(&root, &self.eval, &budget);
        let has_trend = self.eval.trend().is_some();
        // Which line brings a position into the table depends on the threads; so would its worth.
        let depends_on_lines = has_trend && self.shortcuts.table_mib.is_some();
        let threads = match depends_on_lines || budget.nodes.is_some() {
            true => 1,
            false => threads.max(1),
        };
        // All clocks start now, not when a thread does.
        let start = |_| Walk::start(&root, &self.eval, &budget);
        let helpers: Vec<_> = (1..threads).map(start).collect();
        let moves = match self.shortcuts.ordering {
            true => walk.sorted(&root),
            false => turn.moves.to_vec(),
        };
        let aids = Aids {
            ordering: self.shortcuts.ordering,
            table: self.shortcuts.table_mib.map(|mib| {
                let mut table = Table::new(mib);
                table.begin_search();
                table
            }),
            team: (threads > 1).then(Team::new),
        };
        let context = Context {
            aids: &aids,
            split: None,
        };
        let Some(team) = &aids.team else {
            let solution = search_root(&mut walk, context, &root, &moves, self.ties);
            return solution.close(walk.meter.effort);
        };
        thread::scope(|scope| {
            let helpers: Vec<_> = helpers
                .into_iter()
                .map(|mut walk| {
                    scope.spawn(move || {
                        help(&mut walk, context, team);
                        walk.meter.effort
                    })
                })
                .collect();
            let end = EndOf {
                team,
                only_in_panic: false,
            };
            let solution = search_root(&mut walk, context, &root, &moves, self.ties);
            drop(end);
            let mut effort = walk.meter.effort;
            for helper in helpers {
                effort.add(&helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            solution.close(effort)
        })
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut solution = self.solve(turn);
        solution.break_ties(turn.moves, rng);
        solution.into_choice(turn, self.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// What all threads of a search have in common: the [`Shortcuts`] at work, and the other threads.
pub(crate) struct Aids<G: Game> {
    ordering: bool,
    table: Option<Table>,
    team: Option<Team<G>>,
}

/// Where a thread is: in a search, below the split point it works on.
pub(crate) struct Context<'c, G: Game> {
    pub(crate) aids: &'c Aids<G>,
    pub(crate) split: Option<&'c Arc<SplitPoint<G>>>,
}

impl<G: Game> Clone for Context<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Context<'_, G> {}

impl<G: Game> Context<'_, G> {
    /// Whether nobody is interested in what is found here.
    #[inline]
    fn is_cancelled(&self) -> bool {
        match &self.aids.team {
            Some(team) => team.is_over() || self.split.is_some_and(|split| split.is_cancelled()),
            None => false,
        }
    }
}

/// Searches the moves of the root: the first by itself, then the others, if there are threads for it,
/// together.
fn search_root<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    context: Context<'_, G>,
    root: &Root<'_, G>,
    moves: &[G::Move],
    ties: Ties,
) -> Solution<G::Move> {
    let mut state = root.state.clone();
    let mut solution = Solution::unsearched(moves[0], Known::AtMost, ties);
    let depth = walk.depth;
    for (at, &mv) in moves.iter().enumerate() {
        if let (Some(team), Some(best)) = (&context.aids.team, solution.points) {
            let node = SplitNode {
                state: &state,
                moves: &moves[at..],
                depth,
                ply: 0,
                maximises: true,
                window: (-INFINITE, INFINITE),
                best,
                ties,
            };
            for found in share(walk, context, team, &node).finished {
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
            Ties::First => best,
            // A move as good as the best has to be seen to be.
            Ties::Random => best - 1,
        });
        let found = walk.descend(&mut state, mv, |walk, state| {
            value(walk, context, state, depth - 1, 1, (alpha, INFINITE))
        });
        let Some(points) = found else { break };
        solution.record(mv, points, points, walk.lines.from(1));
    }
    solution
}

/// The worth of a position to the seat the search is for: exact between `alpha` and `beta`, at
/// most the returned points if these are not above `alpha`, at least if not below `beta`. None if
/// the budget is spent or nobody is interested any more.
pub(crate) fn value<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    context: Context<'_, G>,
    state: &mut G::State,
    depth: u32,
    ply: u32,
    window: (Points, Points),
) -> Option<Points> {
    let seat = match walk.arrive(state, depth, ply) {
        Place::Leaf(points) => return Some(points[walk.seat]),
        Place::Inner(seat) => seat,
        Place::Chance => unreachable!("a deterministic game has no chance nodes"),
    };
    if context.is_cancelled() {
        return None;
    }
    let aids = context.aids;
    let key = aids.table.as_ref().map(|table| (table, walk.key(state)));
    if let Some((table, key)) = key
        && let Some(entry) = table.probe(key, ply)
        && u32::from(entry.depth) == depth
        && entry.decides(window)
    {
        return Some(entry.points);
    }
    let maximises = seat == walk.seat;
    let mut best = if maximises { -INFINITE } else { INFINITE };
    let (mut alpha, mut beta) = window;
    let moves = walk.list(state);
    if aids.ordering && depth > 1 {
        walk.sort(state, seat, moves.clone());
    }
    for at in moves.clone() {
        if depth >= SPLIT_DEPTH
            && at > moves.start
            && at + 1 < moves.end
            && let Some(team) = &aids.team
            && team.is_hungry()
        {
            // Sharing takes the walk, where the moves are.
            let left: Vec<G::Move> = walk.listed_range(at..moves.end).to_vec();
            let node = SplitNode {
                state,
                moves: &left,
                depth,
                ply,
                maximises,
                window,
                best,
                ties: Ties::First,
            };
            let shared = share(walk, context, team, &node);
            if !shared.is_complete {
                return None;
            }
            best = shared.best;
            if !shared.line.is_empty() {
                walk.lines.set(ply, &shared.line);
            }
            break;
        }
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, context, state, depth - 1, ply + 1, (alpha, beta))
        })?;
        if if maximises {
            points > best
        } else {
            points < best
        } {
            best = points;
            walk.lines.improve(ply, mv);
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
    walk.forget(moves);
    if let Some((table, key)) = key
        && let Ok(depth) = u8::try_from(depth)
    {
        let entry = Entry {
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

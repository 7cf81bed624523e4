//! Alpha-beta to a fixed depth: minimax that leaves out what cannot matter. Ordering and a table can be
//! turned on to measure what they are worth; for playing strength see [`Pvs`](crate::Pvs).

use ludorum_core::{
    Agent, Budget, Carried, Choice, Deterministic, Evaluate, Known, Open, Points, Rng, Turn,
};

use crate::solution::{INFINITE, Solution};
use crate::table::{Bound, Entry, Table};
use crate::walk::{Place, Root, Walk};

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
        }
    }

    /// Searches the position and reports in points.
    pub fn solve<G>(&self, turn: &Turn<'_, G>) -> Solution<G::Move>
    where
        G: Open + Deterministic,
        E: Evaluate<G>,
    {
        let budget = Budget::depth(self.depth).within(turn.budget);
        let root = Root::of(turn);
        let mut walk = Walk::start(&root, &self.eval, &budget);
        let below = walk.depth - 1;
        let aids = Aids {
            ordering: self.shortcuts.ordering,
            table: self.shortcuts.table_mib.map(|mib| {
                let mut table = Table::new(mib);
                table.begin_search();
                table
            }),
        };
        let moves = match self.shortcuts.ordering {
            true => walk.sorted(&root),
            false => turn.moves.to_vec(),
        };
        let points_of = |&points: &Points| points;
        walk.root(
            &root,
            &moves,
            Known::AtMost,
            points_of,
            |walk, state, best| value(walk, &aids, state, below, 1, (best, INFINITE)),
        )
    }
}

impl<G: Open + Deterministic, E: Evaluate<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, turn: &Turn<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        self.solve(turn).into_choice(turn, self.eval.scale())
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

/// The [`Shortcuts`] at work.
#[derive(Default)]
pub(crate) struct Aids {
    ordering: bool,
    table: Option<Table>,
}

/// The worth of a position to the seat the search is for: exact between `alpha` and `beta`, at
/// most the returned points if these are not above `alpha`, at least if not below `beta`. None if
/// the budget is spent.
pub(crate) fn value<G: Open, E: Evaluate<G>>(
    walk: &mut Walk<'_, G, E>,
    aids: &Aids,
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
        let mv = walk.listed(at);
        let points = walk.descend(state, mv, |walk, state| {
            value(walk, aids, state, depth - 1, ply + 1, (alpha, beta))
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

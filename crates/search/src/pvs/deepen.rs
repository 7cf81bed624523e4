//! Iterative deepening: the position is searched again and again, one ply deeper each time, so that
//! there is always an answer and each search orders its moves by the one before.

use std::cmp::Reverse;

use ludorum_core::{Budget, Evaluate, Known, Open, Points, Stop, Turn, win_distance};

use super::ordering::Ordering;
use super::search::{Search, Side, Window};
use super::{Pvs, PvsConfig};
use crate::line::Lines;
use crate::solution::{Solution, Ties};
use crate::{Hints, Meter};

/// No search looks further ahead than this. Entries of the table have room for one byte of depth.
const DEEPEST: u32 = 200;

/// Before this depth the points change too much from one iteration to the next to guess them.
const ASPIRE_FROM: u32 = 4;

/// The window is no wider than this on either side.
const WIDEST_MARGIN: Points = 1000;

/// One move at the root.
struct RootMove<M> {
    mv: M,
    /// What it was found to be worth, or at most worth, when it was last searched.
    points: Option<Points>,
}

/// One thread's search of a position.
pub(super) struct Deepening<'a, G: Open, E, H> {
    search: Search<'a, G, E, H>,
    state: G::State,
    deepest: u32,
    /// How far the points may be from those of the iteration before without a second search.
    margin: Points,
    /// The best move so far is the first.
    roots: Vec<RootMove<G::Move>>,
    points: Option<Points>,
    line: Vec<G::Move>,
}

impl<'a, G: Open, E: Evaluate<G>, H: Hints<G>> Deepening<'a, G, E, H> {
    /// Starts the clock and puts the moves in a first order.
    pub(super) fn start(
        turn: &Turn<'a, G>,
        pvs: &'a Pvs<E, H>,
        budget: &Budget,
        stop: &Stop,
    ) -> Deepening<'a, G, E, H> {
        let Pvs {
            config,
            eval,
            hints,
            table,
        } = pvs;
        let PvsConfig {
            quiescence_depth,
            selective,
            ..
        } = *config;
        let (game, seats) = (turn.game, turn.game.seats());
        let longest = turn.game.max_plies().clamp(1, DEEPEST);
        let deepest = match turn.moves.len() {
            // There is nothing to choose: one ply, for an opinion.
            1 => 1,
            _ => budget.depth.unwrap_or(longest).clamp(1, longest),
        };
        let quiescence = quiescence_depth.min(DEEPEST);
        let mut meter = Meter::start(budget, stop);
        meter.look();
        let mut search = Search {
            game,
            eval,
            hints,
            table,
            seat: turn.seat,
            // Between two seats a position is worth the same to the seat to move whichever of them
            // searches. With more it depends on who is taken to play against all the others.
            salt: match seats {
                2 => 0,
                _ => (turn.seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            },
            quiescence: quiescence as i32,
            selective,
            idling: false,
            meter,
            ordering: Ordering::new(seats, (deepest + quiescence + 1) as usize),
            lines: Lines::new(),
            horizon: false,
        };

        let known = table.probe(game.key(turn.view) ^ search.salt, 0);
        let hashed = known.and_then(|entry| entry.index);
        let ordering = &mut search.ordering;
        ordering.listed.extend_from_slice(turn.moves);
        let mut picker = ordering.open(
            (game, hints),
            turn.view,
            turn.seat,
            (deepest as i32, 0),
            hashed,
        );
        let mut roots = Vec::with_capacity(turn.moves.len());
        while let Some(ranked) = ordering.next(&mut picker) {
            roots.push(RootMove {
                mv: ranked.mv,
                points: None,
            });
        }
        ordering.close(picker);
        Deepening {
            search,
            state: turn.view.clone(),
            deepest,
            // An evaluation that tells little apart has a large scale and small differences.
            margin: (eval.scale() / 4).clamp(1, WIDEST_MARGIN),
            line: vec![roots[0].mv],
            roots,
            points: None,
        }
    }

    /// Searches deeper and deeper, from `first` plies on, until the budget is spent or nothing is
    /// left to find out. `on_depth` is shown each depth that is finished.
    pub(super) fn run(mut self, first: u32, on_depth: impl Fn(&Self)) -> Solution<G::Move> {
        for depth in first..=self.deepest {
            // 1. Do not begin what would not be finished.
            if depth > first && self.search.meter.is_past_half_time() {
                break;
            }
            // 2. Search. If the budget is spent, what was finished of this iteration counts.
            let Some(points) = self.iterate(depth) else {
                break;
            };
            self.search.meter.effort.depth = depth;
            on_depth(&self);
            // 3. Stop when the end of every line was seen, or when the game is decided by a line
            //    short enough that no quicker one was overlooked.
            let decided = win_distance(points).is_some_and(|distance| distance <= depth);
            if decided || !self.search.horizon {
                break;
            }
        }
        self.solution()
    }

    /// One iteration, first with a window around the points of the one before (aspiration); where
    /// these turn out to be wrong, the window is opened to that side.
    fn iterate(&mut self, depth: u32) -> Option<Points> {
        let mut window = match self.points {
            Some(points) if depth >= ASPIRE_FROM && win_distance(points).is_none() => Window {
                alpha: points.saturating_sub(self.margin).max(Window::OPEN.alpha),
                beta: points.saturating_add(self.margin).min(Window::OPEN.beta),
            },
            _ => Window::OPEN,
        };
        loop {
            let points = self.root(depth, window)?;
            // An evaluation that breaks its bounds must not keep an open window from being final.
            if points <= window.alpha && window.alpha > Window::OPEN.alpha {
                window.alpha = Window::OPEN.alpha;
            } else if points >= window.beta && window.beta < Window::OPEN.beta {
                window.beta = Window::OPEN.beta;
            } else {
                return Some(points);
            }
        }
    }

    /// Searches all root moves. A move that is better than those before it in this iteration is
    /// the best from then on, even if the budget does not suffice for the rest.
    fn root(&mut self, depth: u32, mut window: Window) -> Option<Points> {
        self.search.horizon = false;
        let mut best = Window::OPEN.alpha;
        for nth in 0..self.roots.len() {
            let (state, mv) = (&mut self.state, self.roots[nth].mv);
            let depth = (depth as i32, 0);
            let points = self
                .search
                .try_move(state, mv, nth, depth, Side::Own, window)?;
            self.roots[nth].points = Some(points);
            best = best.max(points);
            if points > window.alpha {
                window.alpha = points;
                self.points = Some(points);
                self.line.clear();
                self.line.push(mv);
                self.line.extend_from_slice(self.search.lines.from(1));
                // To the front; the others keep their order.
                self.roots[..=nth].rotate_right(1);
                if points >= window.beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// What was found. The moves besides the best may have been searched less deep than it.
    pub(super) fn solution(&self) -> Solution<G::Move> {
        let finished = |root: &RootMove<G::Move>| Some((root.mv, root.points?));
        let best = self.points.map(|points| (self.roots[0].mv, points));
        let others = self.roots[1..].iter().filter_map(finished);
        let mut candidates: Vec<_> = best.into_iter().chain(others).collect();
        let first = usize::from(best.is_some());
        candidates[first..].sort_by_key(|&(_, points)| Reverse(points));
        Solution {
            best: self.roots[0].mv,
            points: self.points,
            line: self.line.clone(),
            candidates,
            others: Known::AtMost,
            ties: Ties::First,
            equals: Vec::new(),
            effort: self.search.meter.effort,
        }
    }
}

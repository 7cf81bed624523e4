//! Iterative deepening with aspiration windows. Each iteration searches one ply deeper and orders its
//! moves by the iteration before, so there is always a move to play.

use std::cmp::Reverse;

use ludorum_core::{
    Budget, EvalPoints, Evaluate, PerfectInformation, StopFlag, TurnContext, ValueBound,
    win_distance,
};

use super::ordering::MoveOrdering;
use super::search::{AlphaBetaWindow, PvsSearch, SearchSide};
use super::{Pvs, PvsConfig};
use crate::pv_table::PvTable;
use crate::search_result::{SearchResult, TieBreaking};
use crate::{BudgetMeter, MoveHints};

/// Maximum search depth in plies; transposition table entries store the depth in one byte.
const MAX_DEPTH: u32 = 200;

/// First depth searched with an aspiration window; at lower depths the value changes too much
/// between iterations.
const MIN_ASPIRATION_DEPTH: u32 = 4;

/// Maximum half-width of the aspiration window, in evaluation points.
const MAX_ASPIRATION_MARGIN: EvalPoints = 1000;

/// A root move with the result of its last search.
struct RootMove<M> {
    mv: M,
    /// Value or upper bound from the last search of this move; `None` before the first search.
    points: Option<EvalPoints>,
}

/// Iterative deepening search of one thread.
pub(super) struct IterativeDeepening<'a, G: PerfectInformation, E, H> {
    search: PvsSearch<'a, G, E, H>,
    state: G::State,
    deepest: u32,
    /// Half-width of the aspiration window, in evaluation points.
    margin: EvalPoints,
    /// Root moves, the best so far first.
    roots: Vec<RootMove<G::Move>>,
    points: Option<EvalPoints>,
    line: Vec<G::Move>,
}

impl<'a, G: PerfectInformation, E: Evaluate<G>, H: MoveHints<G>> IterativeDeepening<'a, G, E, H> {
    /// Starts the clock of the search and orders the root moves.
    pub(super) fn start(
        turn: &TurnContext<'a, G>,
        pvs: &'a Pvs<E, H>,
        budget: &Budget,
        stop: &StopFlag,
    ) -> IterativeDeepening<'a, G, E, H> {
        let Pvs {
            config,
            eval,
            hints,
            table,
        } = pvs;
        let PvsConfig {
            quiescence_depth,
            selectivity: selective,
            ..
        } = *config;
        let (game, seats) = (turn.game, turn.game.seats());
        let longest = turn.game.max_plies().clamp(1, MAX_DEPTH);
        let deepest = match turn.moves.len() {
            // A forced move: one ply, for an evaluation.
            1 => 1,
            _ => budget.depth.unwrap_or(longest).clamp(1, longest),
        };
        let quiescence = quiescence_depth.min(MAX_DEPTH);
        let mut meter = BudgetMeter::start(budget, stop);
        meter.check_limits();
        let mut search = PvsSearch {
            game,
            eval,
            hints,
            table,
            seat: turn.seat,
            // With two seats the value for the seat to move does not depend on the searching seat.
            // With more it does, because the search is paranoid.
            key_salt: match seats {
                2 => 0,
                _ => (turn.seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            },
            quiescence_depth: quiescence as i32,
            selective,
            in_null_move: false,
            meter,
            ordering: MoveOrdering::new(seats, (deepest + quiescence + 1) as usize),
            pv: PvTable::new(),
            hit_horizon: false,
        };

        let known = table.probe(game.key(turn.view) ^ search.key_salt, 0);
        let hash_move = known.and_then(|entry| entry.index);
        let ordering = &mut search.ordering;
        ordering.listed.extend_from_slice(turn.moves);
        let mut picker = ordering.rank(
            (game, hints),
            turn.view,
            turn.seat,
            (deepest as i32, 0),
            hash_move,
        );
        let mut roots = Vec::with_capacity(turn.moves.len());
        while let Some(ranked) = ordering.next_move(&mut picker) {
            roots.push(RootMove {
                mv: ranked.mv,
                points: None,
            });
        }
        ordering.release(picker);
        IterativeDeepening {
            search,
            state: turn.view.clone(),
            deepest,
            // The margin is capped: coarse evaluations have a large scale but small differences.
            margin: (eval.scale() / 4).clamp(1, MAX_ASPIRATION_MARGIN),
            line: vec![roots[0].mv],
            roots,
            points: None,
        }
    }

    /// Searches with increasing depth, starting at `first` plies, until the budget is spent or the
    /// result is final. Calls `on_depth` after each finished depth.
    pub(super) fn run(mut self, first: u32, on_depth: impl Fn(&Self)) -> SearchResult<G::Move> {
        for depth in first..=self.deepest {
            // 1. Do not begin an iteration that would not finish.
            if depth > first && self.search.meter.is_past_half_time() {
                break;
            }
            // 2. Search. If the budget is spent, the finished moves of this iteration still count.
            let Some(points) = self.iterate(depth) else {
                break;
            };
            self.search.meter.effort.depth = depth;
            on_depth(&self);
            // 3. Stop if every line reached the end of the game, or at a proven win or loss within
            //    the depth, so that no quicker one was missed.
            let decided = win_distance(points).is_some_and(|distance| distance <= depth);
            if decided || !self.search.hit_horizon {
                break;
            }
        }
        self.result()
    }

    /// Searches one depth, with an aspiration window around the value of the previous one. If the
    /// search fails high or low, the window is opened on that side and the search repeated. `None`
    /// if the budget is spent.
    fn iterate(&mut self, depth: u32) -> Option<EvalPoints> {
        let mut window = match self.points {
            Some(points) if depth >= MIN_ASPIRATION_DEPTH && win_distance(points).is_none() => {
                AlphaBetaWindow {
                    alpha: points
                        .saturating_sub(self.margin)
                        .max(AlphaBetaWindow::OPEN.alpha),
                    beta: points
                        .saturating_add(self.margin)
                        .min(AlphaBetaWindow::OPEN.beta),
                }
            }
            _ => AlphaBetaWindow::OPEN,
        };
        loop {
            let points = self.search_root(depth, window)?;
            // Ends the loop even if an evaluation exceeds its allowed range.
            if points <= window.alpha && window.alpha > AlphaBetaWindow::OPEN.alpha {
                window.alpha = AlphaBetaWindow::OPEN.alpha;
            } else if points >= window.beta && window.beta < AlphaBetaWindow::OPEN.beta {
                window.beta = AlphaBetaWindow::OPEN.beta;
            } else {
                return Some(points);
            }
        }
    }

    /// Searches all root moves. A move better than all before it becomes the best at once, even if
    /// the budget is spent before the rest.
    fn search_root(&mut self, depth: u32, mut window: AlphaBetaWindow) -> Option<EvalPoints> {
        self.search.hit_horizon = false;
        let mut best = AlphaBetaWindow::OPEN.alpha;
        for nth in 0..self.roots.len() {
            let (state, mv) = (&mut self.state, self.roots[nth].mv);
            let depth = (depth as i32, 0);
            let points = self
                .search
                .search_move(state, mv, nth, depth, SearchSide::Own, window)?;
            self.roots[nth].points = Some(points);
            best = best.max(points);
            if points > window.alpha {
                window.alpha = points;
                self.points = Some(points);
                self.line.clear();
                self.line.push(mv);
                self.line.extend_from_slice(self.search.pv.line_from(1));
                // Moves it to the front; the others keep their order.
                self.roots[..=nth].rotate_right(1);
                if points >= window.beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// Result of the search so far. Moves other than the best may have been searched less deeply.
    pub(super) fn result(&self) -> SearchResult<G::Move> {
        let finished = |root: &RootMove<G::Move>| Some((root.mv, root.points?));
        let best = self.points.map(|points| (self.roots[0].mv, points));
        let others = self.roots[1..].iter().filter_map(finished);
        let mut candidates: Vec<_> = best.into_iter().chain(others).collect();
        let first = usize::from(best.is_some());
        candidates[first..].sort_by_key(|&(_, points)| Reverse(points));
        SearchResult {
            best: self.roots[0].mv,
            points: self.points,
            line: self.line.clone(),
            candidates,
            others_bound: ValueBound::Upper,
            ties: TieBreaking::First,
            equally_good: Vec::new(),
            effort: self.search.meter.effort,
        }
    }
}

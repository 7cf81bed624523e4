//! The recursion of principal variation search, and quiescence search at its leaves.

use std::ops::Neg;

use ludorum_core::{EvalPoints, Evaluate, PerfectInformation, Seat, win_distance};

use super::Selectivity;
use super::ordering::MoveOrdering;
use crate::pv_table::PvTable;
use crate::search_result::INFINITE;
use crate::transposition::{Bound, COMPLETE, TranspositionEntry, TranspositionTable};
use crate::tree_walk::{is_leaf, seat_to_move, terminal_points};
use crate::{BudgetMeter, MoveHints};

/// The two sides of a paranoid search, which is zero-sum between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchSide {
    /// The searching seat.
    Own,
    /// All other seats, which are assumed to cooperate against the searching seat.
    Others,
}

/// An alpha-beta window: values between `alpha` and `beta`, both excluded.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlphaBetaWindow {
    pub(super) alpha: EvalPoints,
    pub(super) beta: EvalPoints,
}

impl AlphaBetaWindow {
    /// Window that contains all values.
    pub(super) const OPEN: AlphaBetaWindow = AlphaBetaWindow {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Null window just above `alpha`.
    fn null(self) -> AlphaBetaWindow {
        AlphaBetaWindow {
            beta: self.alpha + 1,
            ..self
        }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// Window as seen by the opponent side: bounds negated and swapped.
impl Neg for AlphaBetaWindow {
    type Output = AlphaBetaWindow;

    fn neg(self) -> AlphaBetaWindow {
        AlphaBetaWindow {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// Principal variation search of one thread.
pub(super) struct PvsSearch<'a, G: PerfectInformation, E, H> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) hints: &'a H,
    pub(super) table: &'a TranspositionTable,
    /// The searching seat.
    pub(super) seat: Seat,
    /// Value mixed into transposition table keys, so that searches with different results do not
    /// share entries.
    pub(super) key_salt: u64,
    /// Maximum depth of quiescence search.
    pub(super) quiescence_depth: i32,
    pub(super) selective: Selectivity,
    /// True inside a null-move search, where further null moves are not allowed.
    pub(super) in_null_move: bool,
    pub(super) meter: BudgetMeter,
    pub(super) ordering: MoveOrdering<G::Move>,
    pub(super) pv: PvTable<G::Move>,
    /// True if a static evaluation was used since the flag was last cleared. If not, every
    /// variation reached the end of the game, and a deeper search cannot change the result.
    pub(super) hit_horizon: bool,
}

impl<G: PerfectInformation, E: Evaluate<G>, H: MoveHints<G>> PvsSearch<'_, G, E, H> {
    /// Searches a move of `side`, the one with index `nth` at its position. `None` if the budget is
    /// spent before the move is finished.
    ///
    /// Principal variation search (Marsland and Campbell 1982): the first move gets the full
    /// window; the others get a null window, and a re-search only if they are better.
    pub(super) fn search_move(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        nth: usize,
        (depth, ply): (i32, u32),
        side: SearchSide,
        window: AlphaBetaWindow,
    ) -> Option<EvalPoints> {
        if self.meter.is_spent() {
            return None;
        }
        self.meter.count_node();
        let undo = self.game.make(state, mv);
        let mut points = None;
        if nth > 0 {
            let less = self.selective.reduction(depth, nth);
            points = self.visit(state, (depth - 1 - less, ply + 1), side, window.null());
            if less > 0 && points.is_some_and(|p| p > window.alpha) {
                points = self.visit(state, (depth - 1, ply + 1), side, window.null());
            }
        }
        let unproven = points.is_some_and(|p| window.alpha < p && p < window.beta);
        if nth == 0 || unproven {
            points = self.visit(state, (depth - 1, ply + 1), side, window);
        }
        self.game.unmake(state, mv, undo);
        points
    }

    /// Value of a position for `side`, whichever seat is to move: exact inside the window, a bound
    /// outside. The sign changes with the side to move, not with every ply.
    fn visit(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        side: SearchSide,
        window: AlphaBetaWindow,
    ) -> Option<EvalPoints> {
        self.pv.clear(ply);
        let Some(seat) = seat_to_move(self.game, state) else {
            let own = terminal_points(self.game, state, ply, self.eval.scale())[self.seat];
            return Some(if side == SearchSide::Own { own } else { -own });
        };
        let mover = if seat == self.seat {
            SearchSide::Own
        } else {
            SearchSide::Others
        };
        let window = if mover == side { window } else { -window };
        let points = if is_leaf(self.eval.overrides(), self.game, state) {
            Some(self.evaluate(state, mover))
        } else if depth > 0 {
            self.search_node(state, (depth, ply), seat, mover, window)
        } else {
            self.quiescence(state, (depth, ply), seat, mover, window)
        }?;
        Some(if mover == side { points } else { -points })
    }

    /// Full-width search of a node; the value is for the side to move.
    fn search_node(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        seat: Seat,
        side: SearchSide,
        window: AlphaBetaWindow,
    ) -> Option<EvalPoints> {
        // 1. Transposition table cutoff. Not at PV nodes, so that the principal variation is complete.
        let key = self.game.key(state) ^ self.key_salt;
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && window.is_null()
            && i32::from(entry.depth) >= depth
            && entry.is_conclusive((window.alpha, window.beta))
        {
            self.hit_horizon |= entry.depth != COMPLETE;
            return Some(entry.points);
        }

        // 2. Null-move pruning.
        if window.is_null()
            && depth > 1
            && self.null_move_cutoff(state, (depth, ply), side, window)?
        {
            return Some(window.beta);
        }

        // 3. Move ordering.
        self.ordering.listed.clear();
        self.game.moves(state, &mut self.ordering.listed);
        debug_assert!(
            !self.ordering.listed.is_empty(),
            "a seat to move has a move"
        );
        let is_forced = self.selective.one_reply_extension && self.ordering.listed.len() == 1;
        let full_depth = depth + i32::from(is_forced);
        let knowledge = (self.game, self.hints);
        let hash_move = entry.and_then(|entry| entry.index);
        let mut picker = self
            .ordering
            .rank(knowledge, state, seat, (depth, ply), hash_move);

        // 4. Search of the moves until a beta cutoff.
        let hit_horizon_before = std::mem::replace(&mut self.hit_horizon, false);
        let mut open = window;
        let mut best = -INFINITE;
        let mut best_index = None;
        while let Some(ranked) = self.ordering.next_move(&mut picker) {
            let nth = picker.moves_taken() - 1;
            let futility_depth = depth <= self.selective.futility_depth as i32;
            if nth > 0 && futility_depth && ranked.is_unpromising() {
                self.hit_horizon = true;
                break;
            }
            let points = self.search_move(state, ranked.mv, nth, (full_depth, ply), side, open)?;
            best = best.max(points);
            if points > open.alpha {
                open.alpha = points;
                best_index = Some(ranked.index);
                if !window.is_null() {
                    self.pv.update(ply, ranked.mv);
                }
                if points >= window.beta {
                    self.ordering.record_cutoff(&picker, seat, ply, depth);
                    break;
                }
            }
        }
        self.ordering.release(picker);

        // 5. Transposition table update.
        let entry = TranspositionEntry {
            points: best,
            depth: if self.hit_horizon {
                depth as u8
            } else {
                COMPLETE
            },
            bound: if best >= window.beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            },
            index: best_index,
        };
        self.table.store(key, ply, entry);
        self.hit_horizon |= hit_horizon_before;
        Some(best)
    }

    /// Null-move pruning: true if a reduced search finds at least `window.beta` after a null move.
    fn null_move_cutoff(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        side: SearchSide,
        window: AlphaBetaWindow,
    ) -> Option<bool> {
        let Some(less) = self.selective.null_move_reduction else {
            return Some(false);
        };
        // Null moves must not prove wins.
        if self.in_null_move || win_distance(window.beta).is_some() {
            return Some(false);
        }
        let Some(null_move) = self.hints.null_move(self.game, state) else {
            return Some(false);
        };
        // If the static evaluation is below beta, a cutoff is unlikely.
        self.meter.effort.evaluations += 1;
        let own = self.eval.points(self.game, state)[self.seat];
        let now = if side == SearchSide::Own { own } else { -own };
        if now < window.beta {
            return Some(false);
        }
        let depth = (depth - 1 - less as i32).max(0);
        let hit_horizon_before = self.hit_horizon;
        self.in_null_move = true;
        let points = self.search_move(state, null_move, 0, (depth + 1, ply), side, window);
        self.in_null_move = false;
        let is_cutoff = points? >= window.beta;
        self.hit_horizon = hit_horizon_before || is_cutoff;
        Some(is_cutoff)
    }

    /// Static evaluation of a position from the point of view of `side`.
    fn evaluate(&mut self, state: &G::State, side: SearchSide) -> EvalPoints {
        self.hit_horizon = true;
        self.meter.effort.evaluations += 1;
        let own = self.eval.points(self.game, state)[self.seat];
        if side == SearchSide::Own { own } else { -own }
    }

    /// Quiescence search over noisy moves, with stand pat; the value is for the side to move.
    fn quiescence(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        seat: Seat,
        side: SearchSide,
        mut window: AlphaBetaWindow,
    ) -> Option<EvalPoints> {
        // 1. Stand pat.
        let mut best = self.evaluate(state, side);
        if best >= window.beta || depth <= -self.quiescence_depth {
            return Some(best);
        }
        self.ordering.listed.clear();
        self.hints
            .noisy_moves(self.game, state, &mut self.ordering.listed);
        if self.ordering.listed.is_empty() {
            return Some(best);
        }

        // 2. Noisy moves until a beta cutoff.
        let knowledge = (self.game, self.hints);
        let mut picker = self
            .ordering
            .rank(knowledge, state, seat, (depth, ply), None);
        window.alpha = window.alpha.max(best);
        while let Some(ranked) = self.ordering.next_move(&mut picker) {
            let points = self.search_move(state, ranked.mv, 0, (depth, ply), side, window)?;
            best = best.max(points);
            if points > window.alpha {
                window.alpha = points;
                self.pv.update(ply, ranked.mv);
            }
            if points >= window.beta {
                break;
            }
        }
        self.ordering.release(picker);
        Some(best)
    }
}

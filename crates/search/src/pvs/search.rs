//! The recursion of principal variation search, and the quiescence search at its leaves.

use std::ops::Neg;

use ludorum_core::{Evaluate, Open, Points, Seat, win_distance};

use super::Selective;
use super::ordering::Ordering;
use crate::line::Lines;
use crate::solution::INFINITE;
use crate::table::{Bound, COMPLETE, Entry, Table};
use crate::walk::{end_points, seat_to_move};
use crate::{Hints, Meter};

/// Whose points are meant: between these two the search is a game of zero sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The seat the search is for.
    Own,
    /// All the others, taken to play as one against it.
    Others,
}

/// The points still of interest: more than `alpha`, less than `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Points,
    pub(super) beta: Points,
}

impl Window {
    /// Everything is of interest.
    pub(super) const OPEN: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Asks only whether a position is worth more than `alpha`.
    fn null(self) -> Window {
        Window {
            beta: self.alpha + 1,
            ..self
        }
    }

    fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

/// The same window for the other side.
impl Neg for Window {
    type Output = Window;

    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// One thread of a search.
pub(super) struct Search<'a, G: Open, E, H> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) hints: &'a H,
    pub(super) table: &'a Table,
    /// The seat the search is for.
    pub(super) seat: Seat,
    /// What distinguishes the keys of searches whose results must not be mixed up.
    pub(super) salt: u64,
    /// How many plies quiescence may add.
    pub(super) quiescence: i32,
    pub(super) selective: Selective,
    /// Whether a side did nothing on the way here. Both doing nothing in turn would prove nothing.
    pub(super) idling: bool,
    pub(super) meter: Meter,
    pub(super) ordering: Ordering<G::Move>,
    pub(super) lines: Lines<G::Move>,
    /// Whether an opinion was asked for or relied on since this was last cleared. If not, the
    /// search saw the end of every line, and a deeper one will find nothing else.
    pub(super) horizon: bool,
}

impl<G: Open, E: Evaluate<G>, H: Hints<G>> Search<'_, G, E, H> {
    /// Searches a move of `side`, the `nth` from 0 at its position. None if the budget is spent:
    /// then nothing is known about the move.
    ///
    /// Principal variation search (Marsland and Campbell 1982): the first move gets the full
    /// window; the others have to show with a null window that they are better, which most cannot.
    pub(super) fn try_move(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        nth: usize,
        (depth, ply): (i32, u32),
        side: Side,
        window: Window,
    ) -> Option<Points> {
        if self.meter.is_spent() {
            return None;
        }
        self.meter.node();
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

    /// The worth of a position to `side`, whoever is to move: exact inside the window, a bound
    /// outside. The sign changes only where the side does, not with every ply.
    fn visit(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        side: Side,
        window: Window,
    ) -> Option<Points> {
        self.lines.clear(ply);
        let Some(seat) = seat_to_move(self.game, state) else {
            let own = end_points(self.game, state, ply, self.eval.scale())[self.seat];
            return Some(if side == Side::Own { own } else { -own });
        };
        let mover = if seat == self.seat {
            Side::Own
        } else {
            Side::Others
        };
        let window = if mover == side { window } else { -window };
        let points = if self.eval.settles(self.game, state) {
            Some(self.judge(state, mover))
        } else if depth > 0 {
            self.node(state, (depth, ply), seat, mover, window)
        } else {
            self.rest(state, (depth, ply), seat, mover, window)
        }?;
        Some(if mover == side { points } else { -points })
    }

    /// The worth of a position to the side to move.
    fn node(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        seat: Seat,
        side: Side,
        window: Window,
    ) -> Option<Points> {
        // 1. Perhaps the table knows enough. Not on the principal variation, which is to be known
        //    move by move.
        let key = self.game.key(state) ^ self.salt;
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && window.is_null()
            && i32::from(entry.depth) >= depth
            && entry.decides((window.alpha, window.beta))
        {
            self.horizon |= entry.depth != COMPLETE;
            return Some(entry.points);
        }

        // 2. Perhaps the side need not even move.
        if window.is_null()
            && depth > 1
            && self.does_well_idle(state, (depth, ply), side, window)?
        {
            return Some(window.beta);
        }

        // 3. Order the moves.
        self.ordering.listed.clear();
        self.game.moves(state, &mut self.ordering.listed);
        debug_assert!(
            !self.ordering.listed.is_empty(),
            "a seat to move has a move"
        );
        let is_forced = self.selective.forced_moves_free && self.ordering.listed.len() == 1;
        let full_depth = depth + i32::from(is_forced);
        let knowledge = (self.game, self.hints);
        let hashed = entry.and_then(|entry| entry.index);
        let mut picker = self
            .ordering
            .open(knowledge, state, seat, (depth, ply), hashed);

        // 4. Search them until one is too good to be allowed by the other side.
        let horizon_before = std::mem::replace(&mut self.horizon, false);
        let mut open = window;
        let mut best = -INFINITE;
        let mut best_index = None;
        while let Some(ranked) = self.ordering.next(&mut picker) {
            let nth = picker.taken() - 1;
            let promising_only = depth <= self.selective.promising_only as i32;
            if nth > 0 && promising_only && ranked.is_unpromising() {
                self.horizon = true;
                break;
            }
            let points = self.try_move(state, ranked.mv, nth, (full_depth, ply), side, open)?;
            best = best.max(points);
            if points > open.alpha {
                open.alpha = points;
                best_index = Some(ranked.index);
                if !window.is_null() {
                    self.lines.improve(ply, ranked.mv);
                }
                if points >= window.beta {
                    self.ordering.reward(&picker, seat, ply, depth);
                    break;
                }
            }
        }
        self.ordering.close(picker);

        // 5. Remember what was found.
        let entry = Entry {
            points: best,
            depth: if self.horizon { depth as u8 } else { COMPLETE },
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
        self.horizon |= horizon_before;
        Some(best)
    }

    /// Whether the side to move is found to have `window.beta` even if it does nothing.
    fn does_well_idle(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        side: Side,
        window: Window,
    ) -> Option<bool> {
        let Some(less) = self.selective.idle_reduction else {
            return Some(false);
        };
        // That a game is won is not to be believed on such grounds.
        if self.idling || win_distance(window.beta).is_some() {
            return Some(false);
        }
        let Some(idle) = self.hints.idle(self.game, state) else {
            return Some(false);
        };
        // What does not look good enough now will hardly be so a move later.
        self.meter.effort.evaluations += 1;
        let own = self.eval.points(self.game, state)[self.seat];
        let now = if side == Side::Own { own } else { -own };
        if now < window.beta {
            return Some(false);
        }
        let depth = (depth - 1 - less as i32).max(0);
        let horizon_before = self.horizon;
        self.idling = true;
        let points = self.try_move(state, idle, 0, (depth + 1, ply), side, window);
        self.idling = false;
        let does_well = points? >= window.beta;
        self.horizon = horizon_before || does_well;
        Some(does_well)
    }

    /// The opinion about a position, for a side.
    fn judge(&mut self, state: &G::State, side: Side) -> Points {
        self.horizon = true;
        self.meter.effort.evaluations += 1;
        let own = self.eval.points(self.game, state)[self.seat];
        if side == Side::Own { own } else { -own }
    }

    /// The worth of a position to the side to move where the full search ends: an opinion, unless
    /// there are noisy moves. Then the side may play one or leave it ("stand pat").
    fn rest(
        &mut self,
        state: &mut G::State,
        (depth, ply): (i32, u32),
        seat: Seat,
        side: Side,
        mut window: Window,
    ) -> Option<Points> {
        // 1. The opinion, which is all if nothing is noisy.
        let mut best = self.judge(state, side);
        if best >= window.beta || depth <= -self.quiescence {
            return Some(best);
        }
        self.ordering.listed.clear();
        self.hints
            .noisy(self.game, state, &mut self.ordering.listed);
        if self.ordering.listed.is_empty() {
            return Some(best);
        }

        // 2. The noisy moves, until one is too good.
        let knowledge = (self.game, self.hints);
        let mut picker = self
            .ordering
            .open(knowledge, state, seat, (depth, ply), None);
        window.alpha = window.alpha.max(best);
        while let Some(ranked) = self.ordering.next(&mut picker) {
            let points = self.try_move(state, ranked.mv, 0, (depth, ply), side, window)?;
            best = best.max(points);
            if points > window.alpha {
                window.alpha = points;
                self.lines.improve(ply, ranked.mv);
            }
            if points >= window.beta {
                break;
            }
        }
        self.ordering.close(picker);
        Some(best)
    }
}

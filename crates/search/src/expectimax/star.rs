//! Two-player search: alpha-beta at decision nodes, Star1 and Star2 at chance nodes (Ballard 1983).
//!
//! All values are utilities of the first seat, which maximises while the other minimises. The seat to
//! move, not the ply, determines who does which.

use ludorum_core::{Chance, Evaluate, NodeKind, Seat};

use super::{BoundedChanceEvent, ChancePruning, ExpectimaxSearch};

/// An interval of utilities, used as a search window or as bounds on a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct UtilityBounds {
    low: f64,
    high: f64,
}

impl UtilityBounds {
    /// Interval of all possible utilities.
    pub(super) const FULL: UtilityBounds = UtilityBounds {
        low: -1.0,
        high: 1.0,
    };

    /// Narrows the search window after `seat` has found a move with `value`, the utility of the
    /// first seat.
    pub(super) fn narrow(&mut self, seat: Seat, value: f64) {
        if seat == Seat::FIRST {
            self.low = self.low.max(value);
        } else {
            self.high = self.high.min(value);
        }
    }

    /// Intersection of this interval and `other`.
    fn intersect(&self, other: UtilityBounds) -> UtilityBounds {
        UtilityBounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    fn is_closed(&self) -> bool {
        self.low >= self.high
    }
}

/// Bounds on the expectation over the events of a chance node.
struct ExpectationBounds {
    /// Search window of the chance node.
    window: UtilityBounds,
    /// Current bounds on the expectation over all events.
    bounds: UtilityBounds,
}

impl ExpectationBounds {
    fn new<M>(window: UtilityBounds, events: &[BoundedChanceEvent<M>]) -> ExpectationBounds {
        let sum = |bound: fn(&UtilityBounds) -> f64| {
            events.iter().map(|e| e.prob * bound(&e.bounds)).sum()
        };
        ExpectationBounds {
            window,
            bounds: UtilityBounds {
                low: sum(|bounds| bounds.low),
                high: sum(|bounds| bounds.high),
            },
        }
    }

    /// Search window for one event. A value outside it puts the expectation outside the chance
    /// node's window, whatever the values of the other events.
    fn window_of<M>(&self, event: &BoundedChanceEvent<M>) -> UtilityBounds {
        let BoundedChanceEvent { prob, bounds, .. } = event;
        let least_of_others = self.bounds.low - prob * bounds.low;
        let most_of_others = self.bounds.high - prob * bounds.high;
        UtilityBounds {
            low: (self.window.low - most_of_others) / prob,
            high: (self.window.high - least_of_others) / prob,
        }
    }

    /// Tightens the bounds of an event, and thereby those of the expectation.
    fn update<M>(&mut self, event: &mut BoundedChanceEvent<M>, bounds: UtilityBounds) {
        self.bounds.low += event.prob * (bounds.low - event.bounds.low);
        self.bounds.high += event.prob * (bounds.high - event.bounds.high);
        event.bounds = bounds;
    }

    /// Bound to return if the expectation is certain to lie outside the window; otherwise `None`.
    /// Even after rounding it is not inside the window, where it would look like an exact value.
    fn cutoff(&self) -> Option<f64> {
        if self.bounds.high <= self.window.low {
            Some(self.bounds.high)
        } else if self.bounds.low >= self.window.high {
            Some(self.bounds.low)
        } else {
            None
        }
    }
}

impl<G: Chance, E: Evaluate<G>> ExpectimaxSearch<'_, G, E> {
    /// Value of a position, if inside the window, otherwise a bound; `None` if the budget is spent.
    pub(super) fn value(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        window: UtilityBounds,
    ) -> Option<f64> {
        self.pv.clear(ply);
        let node = self.game.node(state);
        if let Some(utilities) = self.leaf(state, node, depth) {
            return Some(utilities[Seat::FIRST]);
        }
        match node {
            NodeKind::Decide(seat) => self.decision(state, seat, depth, ply, window),
            _ => {
                let start = self.list_events(state);
                let value = self.average(state, start, depth, ply, window);
                self.events.truncate(start);
                value
            }
        }
    }

    /// Value of a decision node by fail-soft alpha-beta; `None` if the budget is spent.
    fn decision(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        depth: u32,
        ply: u32,
        mut window: UtilityBounds,
    ) -> Option<f64> {
        let start = self.list_moves(state);
        let mut best: Option<f64> = None;
        for at in start..self.moves.len() {
            let mv = self.moves[at];
            let value = self.descend(state, mv, |search, state| {
                search.value(state, depth - 1, ply + 1, window)
            })?;
            let is_better = match (best, seat) {
                (None, _) => true,
                (Some(best), Seat::FIRST) => value > best,
                (Some(best), _) => value < best,
            };
            if is_better {
                best = Some(value);
                self.pv.update(ply, mv);
                window.narrow(seat, value);
                if window.is_closed() {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Expectation over the chance events on the stack from index `start`, with Star1 or Star2
    /// pruning.
    fn average(
        &mut self,
        state: &mut G::State,
        start: usize,
        depth: u32,
        ply: u32,
        window: UtilityBounds,
    ) -> Option<f64> {
        let window = match self.pruning {
            ChancePruning::None => UtilityBounds {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
            ChancePruning::Star1 | ChancePruning::Star2 => window,
        };
        let mut average = ExpectationBounds::new(window, &self.events[start..]);
        let end = self.events.len();
        if self.pruning == ChancePruning::Star2 && depth > 1 {
            for at in start..end {
                self.probe(state, at, depth, ply, &mut average)?;
                if let Some(bound) = average.cutoff() {
                    return Some(bound);
                }
            }
        }
        // Summed separately from the bounds, which accumulate rounding errors.
        let mut exact = 0.0;
        for at in start..end {
            let mut event = self.events[at];
            let needed = average.window_of(&event);
            let value = self.descend(state, event.mv, |search, state| {
                let window = needed.intersect(event.bounds);
                search.value(state, depth - 1, ply + 1, window)
            })?;
            if value <= needed.low {
                let most = average.bounds.high + event.prob * (value - event.bounds.high);
                return Some(most.min(window.low));
            }
            if value >= needed.high {
                let least = average.bounds.low + event.prob * (value - event.bounds.low);
                return Some(least.max(window.high));
            }
            exact += event.prob * value;
            average.update(
                &mut event,
                UtilityBounds {
                    low: value,
                    high: value,
                },
            );
        }
        Some(exact)
    }

    /// Star2 probe: searches only the first move after a chance event. Its value is a lower bound
    /// for the event if the first seat moves, an upper bound otherwise.
    fn probe(
        &mut self,
        state: &mut G::State,
        at: usize,
        depth: u32,
        ply: u32,
        average: &mut ExpectationBounds,
    ) -> Option<()> {
        let mut event = self.events[at];
        let needed = average.window_of(&event);
        let found = self.descend(state, event.mv, |search, state| {
            let NodeKind::Decide(seat) = search.game.node(state) else {
                return Some(None);
            };
            let start = search.list_moves(state);
            let mv = search.moves[start];
            search.moves.truncate(start);
            let value = search.descend(state, mv, |search, state| {
                let window = needed.intersect(event.bounds);
                search.value(state, depth - 2, ply + 2, window)
            })?;
            Some(Some((seat, value)))
        })?;
        let mut bounds = event.bounds;
        match found {
            // Outside the window a value is a bound, usable in one direction only.
            Some((Seat::FIRST, value)) if value > needed.low => bounds.low = value,
            Some((seat, value)) if seat != Seat::FIRST && value < needed.high => {
                bounds.high = value;
            }
            _ => {}
        }
        average.update(&mut event, bounds);
        self.events[at] = event;
        Some(())
    }
}

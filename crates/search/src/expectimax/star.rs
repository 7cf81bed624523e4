//! Two seats: alpha-beta at decisions, Star1 and Star2 at chance nodes (Ballard 1983).
//!
//! All values here are utilities of the first seat. It maximises, the other one minimises, and who
//! does which depends on the seat that moves, not on the ply.

use ludorum_core::{Chance, Evaluate, Node, Seat};

use super::{Event, Pruning, Search};

/// The values that matter, or that are possible.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    low: f64,
    high: f64,
}

impl Window {
    /// All utilities.
    pub(super) const FULL: Window = Window {
        low: -1.0,
        high: 1.0,
    };

    /// `seat` can have `value` (for the first seat): worse no longer matters.
    pub(super) fn narrow(&mut self, seat: Seat, value: f64) {
        if seat == Seat::FIRST {
            self.low = self.low.max(value);
        } else {
            self.high = self.high.min(value);
        }
    }

    /// What both allow.
    fn within(&self, other: Window) -> Window {
        Window {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    fn is_closed(&self) -> bool {
        self.low >= self.high
    }
}

/// What is known of the average over the events of a chance node.
struct Average {
    /// The window of the chance node.
    window: Window,
    /// The least and the most the average can be.
    bounds: Window,
}

impl Average {
    fn new<M>(window: Window, events: &[Event<M>]) -> Average {
        let sum =
            |bound: fn(&Window) -> f64| events.iter().map(|e| e.odds * bound(&e.bounds)).sum();
        Average {
            window,
            bounds: Window {
                low: sum(|bounds| bounds.low),
                high: sum(|bounds| bounds.high),
            },
        }
    }

    /// The values of one event that leave the average inside its window, whatever the others are.
    /// Outside the bounds of the event the window says nothing new.
    fn window_of<M>(&self, event: &Event<M>) -> Window {
        let Event { odds, bounds, .. } = event;
        let least_of_others = self.bounds.low - odds * bounds.low;
        let most_of_others = self.bounds.high - odds * bounds.high;
        Window {
            low: (self.window.low - most_of_others) / odds,
            high: (self.window.high - least_of_others) / odds,
        }
    }

    /// Takes in better bounds of an event.
    fn learn<M>(&mut self, event: &mut Event<M>, bounds: Window) {
        self.bounds.low += event.odds * (bounds.low - event.bounds.low);
        self.bounds.high += event.odds * (bounds.high - event.bounds.high);
        event.bounds = bounds;
    }

    /// The bound to return if the average is certain to miss its window. Never inside the window,
    /// not even by rounding: that would make a bound look like a value.
    fn cut(&self) -> Option<f64> {
        if self.bounds.high <= self.window.low {
            Some(self.bounds.high)
        } else if self.bounds.low >= self.window.high {
            Some(self.bounds.low)
        } else {
            None
        }
    }
}

impl<G: Chance, E: Evaluate<G>> Search<'_, G, E> {
    /// The value, or if it is outside the window a bound on it that is outside too; none if the
    /// budget is spent.
    pub(super) fn value(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<f64> {
        self.lines.clear(ply);
        let node = self.game.node(state);
        if let Some(utilities) = self.leaf(state, node, depth) {
            return Some(utilities[Seat::FIRST]);
        }
        match node {
            Node::Decide(seat) => self.decision(state, seat, depth, ply, window),
            _ => {
                let start = self.list_events(state);
                let value = self.average(state, start, depth, ply, window);
                self.events.truncate(start);
                value
            }
        }
    }

    /// Alpha-beta, fail-soft.
    fn decision(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        depth: u32,
        ply: u32,
        mut window: Window,
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
                self.lines.improve(ply, mv);
                window.narrow(seat, value);
                if window.is_closed() {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        best
    }

    /// The average over the events on the stack from `start`.
    fn average(
        &mut self,
        state: &mut G::State,
        start: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<f64> {
        let window = match self.pruning {
            Pruning::None => Window {
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            },
            Pruning::Star1 | Pruning::Star2 => window,
        };
        let mut average = Average::new(window, &self.events[start..]);
        let end = self.events.len();
        if self.pruning == Pruning::Star2 && depth > 1 {
            for at in start..end {
                self.probe(state, at, depth, ply, &mut average)?;
                if let Some(bound) = average.cut() {
                    return Some(bound);
                }
            }
        }
        // Summed apart from the bounds, which gather rounding errors as they change.
        let mut exact = 0.0;
        for at in start..end {
            let mut event = self.events[at];
            let needed = average.window_of(&event);
            let value = self.descend(state, event.mv, |search, state| {
                let window = needed.within(event.bounds);
                search.value(state, depth - 1, ply + 1, window)
            })?;
            if value <= needed.low {
                let most = average.bounds.high + event.odds * (value - event.bounds.high);
                return Some(most.min(window.low));
            }
            if value >= needed.high {
                let least = average.bounds.low + event.odds * (value - event.bounds.low);
                return Some(least.max(window.high));
            }
            exact += event.odds * value;
            average.learn(
                &mut event,
                Window {
                    low: value,
                    high: value,
                },
            );
        }
        Some(exact)
    }

    /// Tries the first move after an event. If it is the first seat's, the event is worth that
    /// at least; if the other's, at most.
    fn probe(
        &mut self,
        state: &mut G::State,
        at: usize,
        depth: u32,
        ply: u32,
        average: &mut Average,
    ) -> Option<()> {
        let mut event = self.events[at];
        let needed = average.window_of(&event);
        let found = self.descend(state, event.mv, |search, state| {
            let Node::Decide(seat) = search.game.node(state) else {
                return Some(None);
            };
            let start = search.list_moves(state);
            let mv = search.moves[start];
            search.moves.truncate(start);
            let value = search.descend(state, mv, |search, state| {
                let window = needed.within(event.bounds);
                search.value(state, depth - 2, ply + 2, window)
            })?;
            Some(Some((seat, value)))
        })?;
        let mut bounds = event.bounds;
        match found {
            // Beyond the window a value is a bound, of use only if it points the right way.
            Some((Seat::FIRST, value)) if value > needed.low => bounds.low = value,
            Some((seat, value)) if seat != Seat::FIRST && value < needed.high => {
                bounds.high = value;
            }
            _ => {}
        }
        average.learn(&mut event, bounds);
        self.events[at] = event;
        Some(())
    }
}

//! Statistics of play, measured from the positions of a game while the match runner plays it.

use std::fmt;

use ludorum_core::{Game, Seat};

/// Collects statistics of one game: sees every position and counts events for each seat.
pub trait GameStatisticProbe<G: Game>: Send {
    /// Receives the initial position, then the position after every move and chance event.
    fn observe(&mut self, game: &G, state: &G::State);

    /// Event counts of a seat, one per category. The number of categories is the same in all games.
    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts>;
}

/// Observed and expected number of occurrences of an event in a series of trials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ObservedExpectedCounts {
    /// Number of trials.
    pub cases: u64,
    /// Number of trials in which the event occurred.
    pub hits: u64,
    /// Sum over all trials of the estimated probability of the event; 0 if there is no estimate.
    pub expected: f64,
}

impl ObservedExpectedCounts {
    /// Adds the counts of `other` to `self`.
    pub fn add(&mut self, other: ObservedExpectedCounts) {
        self.cases += other.cases;
        self.hits += other.hits;
        self.expected += other.expected;
    }

    /// Relative frequency of the event, `hits / cases`; 0 without trials.
    pub fn share(&self) -> f64 {
        self.hits as f64 / self.cases.max(1) as f64
    }

    /// Mean estimated probability of the event, `expected / cases`; 0 without trials.
    pub fn mean_expected(&self) -> f64 {
        self.expected / self.cases.max(1) as f64
    }
}

/// A named statistic of play; creates one [`GameStatisticProbe`] per game to measure it.
pub struct StatisticKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    probe: fn(&G) -> Box<dyn GameStatisticProbe<G>>,
}

impl<G: Game> StatisticKind<G> {
    /// Creates a statistic; `probe` creates the probe that measures it in one game.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        probe: fn(&G) -> Box<dyn GameStatisticProbe<G>>,
    ) -> StatisticKind<G> {
        StatisticKind {
            name,
            summary,
            probe,
        }
    }

    /// Name of the statistic in experiment plans.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One-line description of the statistic, shown to users.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Creates a probe that measures the statistic in one game.
    pub fn probe(&self, game: &G) -> Box<dyn GameStatisticProbe<G>> {
        (self.probe)(game)
    }
}

impl<G: Game> fmt::Debug for StatisticKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MeasureKind").field(&self.name).finish()
    }
}

/// Function that computes named statistics of an initial position, such as mean degree and diameter
/// of its board.
pub type SetupStatisticsFn<G> = fn(&<G as Game>::State) -> Vec<(&'static str, f64)>;

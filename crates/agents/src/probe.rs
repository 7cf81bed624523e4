//! Measurements of play, taken from the positions of a game while the match runner plays it.

use std::fmt;

use ludorum_core::{Game, Seat};

/// Observes one game from outside and counts events.
pub trait StateProbe<G: Game>: Send {
    /// Called with the initial position, and with the position after every move and chance event.
    fn observe(&mut self, game: &G, state: &G::State);

    /// The counts of a seat, one for each class. All games of a measurement have the same classes.
    fn counts(&self, seat: Seat) -> Vec<TrialCounts>;
}

/// Observed and expected frequency of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrialCounts {
    /// Number of trials.
    pub cases: u64,
    /// Number of trials in which the event occurred.
    pub hits: u64,
    /// Expected number of occurrences: the sum of the estimated probabilities; 0 without an
    /// estimate.
    pub expected: f64,
}

impl TrialCounts {
    /// Adds the trials of another count.
    pub fn add(&mut self, other: TrialCounts) {
        self.cases += other.cases;
        self.hits += other.hits;
        self.expected += other.expected;
    }

    /// Relative frequency of the event; 0 without trials.
    pub fn share(&self) -> f64 {
        self.hits as f64 / self.cases.max(1) as f64
    }

    /// Mean estimated probability; 0 without trials.
    pub fn mean_expected(&self) -> f64 {
        self.expected / self.cases.max(1) as f64
    }
}

/// A named measurement: makes a probe for each game.
pub struct ProbeKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    probe: fn(&G) -> Box<dyn StateProbe<G>>,
}

impl<G: Game> ProbeKind<G> {
    /// A measurement whose probes are made by `probe`.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        probe: fn(&G) -> Box<dyn StateProbe<G>>,
    ) -> ProbeKind<G> {
        ProbeKind {
            name,
            summary,
            probe,
        }
    }

    /// The name in plans of experiments.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// One-line description.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// A new probe for one game.
    pub fn probe(&self, game: &G) -> Box<dyn StateProbe<G>> {
        (self.probe)(game)
    }
}

impl<G: Game> fmt::Debug for ProbeKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MeasureKind").field(&self.name).finish()
    }
}

/// Computes named numbers that describe the setup of a game, such as the shape of a generated
/// board.
pub type DescribeSetup<G> = fn(&<G as Game>::State) -> Vec<(&'static str, f64)>;

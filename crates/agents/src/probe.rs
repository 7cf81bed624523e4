//! Measures of how a game is played, taken from its positions while the ordinary runner plays it.

use std::fmt;

use ludorum_core::{Game, Seat};

/// Watches one game from outside the seats and counts.
pub trait Probe<G: Game>: Send {
    /// Shows the position at the start, and the one after every move and every event of chance.
    fn observe(&mut self, game: &G, state: &G::State);

    /// What was counted for a seat: a count for each class of cases. Every game of a measure has the
    /// same classes.
    fn counts(&self, seat: Seat) -> Vec<Count>;
}

/// How often something happened that could have happened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// The number of cases.
    pub cases: u64,
    /// In how many of them it happened.
    pub hits: u64,
    /// In how many it was expected to: the sum of the estimated probabilities; 0 if nothing is
    /// estimated.
    pub expected: f64,
}

impl Count {
    /// Adds the cases of another count.
    pub fn add(&mut self, other: Count) {
        self.cases += other.cases;
        self.hits += other.hits;
        self.expected += other.expected;
    }

    /// The share of the cases in which it happened; 0 if there were none.
    pub fn share(&self) -> f64 {
        self.hits as f64 / self.cases.max(1) as f64
    }

    /// The mean of the estimated probabilities; 0 if there were no cases.
    pub fn mean_expected(&self) -> f64 {
        self.expected / self.cases.max(1) as f64
    }
}

/// A measure of a game by its name.
pub struct MeasureKind<G: Game> {
    name: &'static str,
    summary: &'static str,
    probe: fn(&G) -> Box<dyn Probe<G>>,
}

impl<G: Game> MeasureKind<G> {
    /// The measure that is taken by new probes, one for each game.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        probe: fn(&G) -> Box<dyn Probe<G>>,
    ) -> MeasureKind<G> {
        MeasureKind {
            name,
            summary,
            probe,
        }
    }

    /// The name, as in plans of experiments.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What is measured, in one line.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// A probe for one game.
    pub fn probe(&self, game: &G) -> Box<dyn Probe<G>> {
        (self.probe)(game)
    }
}

impl<G: Game> fmt::Debug for MeasureKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MeasureKind").field(&self.name).finish()
    }
}

/// Numbers that describe the setup of a game, such as the shape of a generated board, by their names.
pub type SetupNumbers<G> = fn(&<G as Game>::State) -> Vec<(&'static str, f64)>;

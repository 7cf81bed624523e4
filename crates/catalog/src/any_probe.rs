//! Type-erased probes, which measure how a game is played.

use ludorum_agents::{GameStatisticProbe, ObservedExpectedCounts};
use ludorum_core::{Game, Seat};

use crate::Position;

/// Name and summary of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// Name of the measure in experiment plans.
    pub name: &'static str,
    /// One-line description of the measure.
    pub summary: &'static str,
}

/// Counts the cases of one measure during one game, such as attacks made out of those possible.
pub trait AnyProbe: Send {
    /// Receives the initial position and the position after every move and chance event.
    ///
    /// # Panics
    /// If the position is of another game.
    fn observe(&mut self, position: &Position);

    /// The counts for a seat, one for each class of cases.
    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts>;
}

/// A probe of game `G`.
pub(crate) struct TypedProbe<G: Game>(pub(crate) Box<dyn GameStatisticProbe<G>>);

impl<G: Game> AnyProbe for TypedProbe<G> {
    fn observe(&mut self, position: &Position) {
        let typed = position.typed::<G>();
        self.0.observe(&typed.game, &typed.state);
    }

    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts> {
        self.0.counts(seat)
    }
}

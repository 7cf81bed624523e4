//! Type-erased probes, which measure how a game is played.

use ludorum_agents::{GameStatisticProbe, ObservedExpectedCounts};
use ludorum_core::{Game, Seat};

use crate::Position;

/// Name and summary of a statistic of play that a probe can measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// Name of the measure in experiment plans.
    pub name: &'static str,
    /// One-line description of the measure.
    pub summary: &'static str,
}

/// Probe that counts the cases of one measure during a game, such as possible and actual attacks.
pub trait AnyProbe: Send {
    /// Receives the initial position and the position after every move and chance event.
    ///
    /// # Panics
    /// If the position is of another game.
    fn observe(&mut self, position: &Position);

    /// Observed and expected counts of a seat, one pair for each class of cases.
    fn counts(&self, seat: Seat) -> Vec<ObservedExpectedCounts>;
}

/// Adapter of a probe of game `G` to [`AnyProbe`].
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

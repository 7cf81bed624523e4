//! Type-erased probes, which measure how a game is played.

use ludorum_agents::{StateProbe, TrialCounts};
use ludorum_core::{Game, Seat};

use crate::Position;

/// Name and summary of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// The name in experiment plans.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
}

/// Takes one measure in one game.
pub trait GameProbe: Send {
    /// Shows the probe a position: the first one, and the one after every move and chance event.
    ///
    /// # Panics
    /// If the position is of another game.
    fn observe(&mut self, position: &Position);

    /// The counts for a seat, one for each class of cases.
    fn counts(&self, seat: Seat) -> Vec<TrialCounts>;
}

/// A probe of a known game.
pub(crate) struct TypedProbe<G: Game>(pub(crate) Box<dyn StateProbe<G>>);

impl<G: Game> GameProbe for TypedProbe<G> {
    fn observe(&mut self, position: &Position) {
        let typed = position.typed::<G>();
        self.0.observe(&typed.game, &typed.state);
    }

    fn counts(&self, seat: Seat) -> Vec<TrialCounts> {
        self.0.counts(seat)
    }
}

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
pub struct GameProbe(Box<dyn ErasedProbe>);

impl GameProbe {
    pub(crate) fn new<G: Game>(probe: Box<dyn StateProbe<G>>) -> GameProbe {
        GameProbe(Box::new(TypedProbe(probe)))
    }

    /// Shows the probe a position: the first one, and the one after every move and chance event.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn observe(&mut self, position: &Position) {
        self.0.observe(position);
    }

    /// The counts for a seat, one for each class of cases.
    pub fn counts(&self, seat: Seat) -> Vec<TrialCounts> {
        self.0.counts(seat)
    }
}

impl std::fmt::Debug for GameProbe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameProbe").finish_non_exhaustive()
    }
}

trait ErasedProbe: Send {
    fn observe(&mut self, position: &Position);
    fn counts(&self, seat: Seat) -> Vec<TrialCounts>;
}

struct TypedProbe<G: Game>(Box<dyn StateProbe<G>>);

impl<G: Game> ErasedProbe for TypedProbe<G> {
    fn observe(&mut self, position: &Position) {
        let typed = position.typed::<G>();
        self.0.observe(&typed.game, &typed.state);
    }

    fn counts(&self, seat: Seat) -> Vec<TrialCounts> {
        self.0.counts(seat)
    }
}

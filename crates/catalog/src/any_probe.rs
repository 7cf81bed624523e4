//! Measures of how a game is played, without the types of the game.

use ludorum_agents::{Count, Probe};
use ludorum_core::{Game, Seat};

use crate::Position;

/// A measure, described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// The name, as in plans of experiments.
    pub name: &'static str,
    /// What is measured, in one line.
    pub summary: &'static str,
}

/// Takes a measure in one game.
pub struct GameProbe(Box<dyn ErasedProbe>);

impl GameProbe {
    pub(crate) fn new<G: Game>(probe: Box<dyn Probe<G>>) -> GameProbe {
        GameProbe(Box::new(Typed(probe)))
    }

    /// Shows the position at the start, and the one after every move and every event of chance.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn observe(&mut self, position: &Position) {
        self.0.observe(position);
    }

    /// What was counted for a seat: a count for each class of cases.
    pub fn counts(&self, seat: Seat) -> Vec<Count> {
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
    fn counts(&self, seat: Seat) -> Vec<Count>;
}

struct Typed<G: Game>(Box<dyn Probe<G>>);

impl<G: Game> ErasedProbe for Typed<G> {
    fn observe(&mut self, position: &Position) {
        let line = position.line::<G>();
        self.0.observe(&line.game, &line.state);
    }

    fn counts(&self, seat: Seat) -> Vec<Count> {
        self.0.counts(seat)
    }
}

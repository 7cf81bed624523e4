//! Policies: fast rules for choosing moves in playouts.

use crate::{Game, Outcome, Rng};

/// A rule for choosing moves that is fast enough for playouts.
pub trait Policy<G: Game>: Send {
    /// Returns a legal move for the seat to move. May change `state` but must restore it; `scratch`
    /// is a buffer for move lists, with arbitrary contents.
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move;

    /// Plays to the end of the game by this policy and returns the outcome and the number of moves;
    /// `None` if there is no faster method than [`pick`](Policy::pick). Playouts must have the same
    /// distribution as with `pick`.
    fn play_out(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let _ = (game, state, rng);
        None
    }

    /// Returns a copy of this policy for another thread.
    fn fork(&self) -> Box<dyn Policy<G>>;
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        (**self).pick(game, state, scratch, rng)
    }

    fn play_out(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        (**self).play_out(game, state, rng)
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        (**self).fork()
    }
}

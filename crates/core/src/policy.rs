//! Fast policies for playouts.

use crate::{Game, Outcome, Rng};

/// A fast policy for picking moves in playouts.
pub trait Policy<G: Game>: Send {
    /// Picks a legal move for the seat to move. `state` may change temporarily but is restored before
    /// returning; `scratch` is a buffer for move lists with arbitrary contents.
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move;

    /// Plays to the end of the game and returns the outcome and the number of moves, for policies that
    /// can do so faster than move by move. The distribution of games is that of [`pick`](Policy::pick).
    fn play_out(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        let _ = (game, state, rng);
        None
    }

    /// A copy for another thread.
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

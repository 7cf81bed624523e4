//! How moves are picked where there is no time to think.

use crate::{Game, Outcome, Rng};

/// A quick way to pick a move, as playouts need it.
pub trait Policy<G: Game>: Send {
    /// Picks a legal move for the seat to move. `state` may be changed on the way but is restored
    /// before returning; `scratch` is memory to list moves in, its contents are of no meaning.
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move;

    /// Plays to the end of the game at once, for policies that can do it quicker than move by move:
    /// how the game ended, and the number of moves. The same games as by
    /// [`pick`](Policy::pick), each as likely.
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

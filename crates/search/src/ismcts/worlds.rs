//! Where the worlds of a search come from.

use ludorum_core::{Hidden, Rng};

/// Draws worlds that could be there.
pub trait Worlds<G: Hidden>: Send {
    /// Called before the worlds of a move are drawn, with what the seat sees now.
    fn begin(&mut self, game: &G, view: &G::View, rng: &mut Rng) {
        let _ = (game, view, rng);
    }

    /// A state that gives this view.
    fn draw(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State;
}

/// Every world is as likely as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Hidden> Worlds<G> for Uniform {
    fn draw(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        game.determinize(view, rng)
    }
}

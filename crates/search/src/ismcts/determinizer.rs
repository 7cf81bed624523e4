//! Sampling of determinizations for a search.

use ludorum_core::{Determinize, Rng};

/// Samples determinizations: states consistent with a view.
pub trait Determinizer<G: Determinize>: Send {
    /// Prepares for sampling; called once per move with the current view.
    fn begin(&mut self, game: &G, view: &G::View, rng: &mut Rng) {
        let _ = (game, view, rng);
    }

    /// Samples a state consistent with `view`.
    fn draw(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State;
}

/// Samples determinizations uniformly.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformDeterminizer;

impl<G: Determinize> Determinizer<G> for UniformDeterminizer {
    fn draw(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        game.determinize(view, rng)
    }
}

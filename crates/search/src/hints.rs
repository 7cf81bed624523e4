//! What a game's knowledge may tell a search about moves.

use ludorum_core::Game;

/// Guesses about moves, made before they are searched. Alpha-beta searches the most promising
/// first; MCTS uses them for progressive bias and widening.
pub trait Hints<G: Game>: Send + Sync {
    /// How promising a legal move looks; larger is better, 0 is neutral.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Appends the legal moves that must be tried before a position may be evaluated at rest
    /// (quiescence); none if it is quiet.
    fn noisy(&self, game: &G, state: &G::State, out: &mut Vec<G::Move>) {
        let _ = (game, state, out);
    }
}

/// No guesses.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {}

impl<G: Game, H: Hints<G> + ?Sized> Hints<G> for std::sync::Arc<H> {
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        (**self).priority(game, state, mv)
    }

    fn noisy(&self, game: &G, state: &G::State, out: &mut Vec<G::Move>) {
        (**self).noisy(game, state, out);
    }
}

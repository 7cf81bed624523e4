//! What a game's knowledge may tell a search about moves.

use ludorum_core::{Game, OfWhole, Variation};

/// Guesses about moves, made before they are searched. Alpha-beta searches the most promising
/// first; MCTS uses them for progressive bias and widening.
pub trait Hints<G: Game>: Send + Sync {
    /// How promising a legal move looks; larger is better, 0 is neutral.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Appends how promising each of `moves` looks, for knowledge that is found quicker for all
    /// moves at once. The position is to be searched `depth` plies deep: the deeper, the more work
    /// a good guess is worth. By default asks [`priority`](Hints::priority) of each.
    fn priorities(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
        moves: &[G::Move],
        out: &mut Vec<i32>,
    ) {
        let _ = depth;
        out.extend(moves.iter().map(|&mv| self.priority(game, state, mv)));
    }

    /// A move, legal or not, that changes nothing but whose turn it is, for searches that ask what
    /// would become of a seat that does nothing. None where doing nothing may be better than every
    /// legal move, or is not possible.
    fn idle(&self, game: &G, state: &G::State) -> Option<G::Move> {
        let _ = (game, state);
        None
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

    fn priorities(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
        moves: &[G::Move],
        out: &mut Vec<i32>,
    ) {
        (**self).priorities(game, state, depth, moves, out);
    }

    fn idle(&self, game: &G, state: &G::State) -> Option<G::Move> {
        (**self).idle(game, state)
    }

    fn noisy(&self, game: &G, state: &G::State, out: &mut Vec<G::Move>) {
        (**self).noisy(game, state, out);
    }
}

impl<V: Variation, H: Hints<V::Whole>> Hints<V> for OfWhole<H> {
    fn priority(&self, variation: &V, state: &<V as Game>::State, mv: <V as Game>::Move) -> i32 {
        self.0.priority(variation.whole(), state, mv)
    }

    fn priorities(
        &self,
        variation: &V,
        state: &<V as Game>::State,
        depth: u32,
        moves: &[<V as Game>::Move],
        out: &mut Vec<i32>,
    ) {
        self.0
            .priorities(variation.whole(), state, depth, moves, out);
    }

    fn idle(&self, variation: &V, state: &<V as Game>::State) -> Option<<V as Game>::Move> {
        self.0.idle(variation.whole(), state)
    }

    fn noisy(&self, variation: &V, state: &<V as Game>::State, out: &mut Vec<<V as Game>::Move>) {
        self.0.noisy(variation.whole(), state, out);
    }
}

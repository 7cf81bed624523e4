//! Game knowledge about moves, for use by searches.

use ludorum_core::Game;

/// Heuristic knowledge about moves before they are searched. Alpha-beta uses it for move ordering,
/// null moves and quiescence; MCTS for progressive bias and widening.
pub trait MoveHints<G: Game>: Send + Sync {
    /// Ordering priority of a legal move: larger is searched earlier, 0 is neutral.
    fn priority(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Appends the priority of each move in `moves`; for hints that are cheaper to compute for all
    /// moves at once. With a larger `depth`, the remaining search depth, more effort pays off. By
    /// default calls [`priority`](MoveHints::priority) for each move.
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

    /// Null move for null-move pruning: a move, legal or not, that only passes the turn. `None` if
    /// passing is impossible or may be better than every legal move (zugzwang).
    fn null_move(&self, game: &G, state: &G::State) -> Option<G::Move> {
        let _ = (game, state);
        None
    }

    /// Appends the legal moves that quiescence search examines; nothing if the position is quiet.
    fn noisy_moves(&self, game: &G, state: &G::State, out: &mut Vec<G::Move>) {
        let _ = (game, state, out);
    }
}

/// Move hints without knowledge: all priorities are 0, with no null move and no noisy moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> MoveHints<G> for NoHints {}

impl<G: Game, H: MoveHints<G> + ?Sized> MoveHints<G> for std::sync::Arc<H> {
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

    fn null_move(&self, game: &G, state: &G::State) -> Option<G::Move> {
        (**self).null_move(game, state)
    }

    fn noisy_moves(&self, game: &G, state: &G::State, out: &mut Vec<G::Move>) {
        (**self).noisy_moves(game, state, out);
    }
}

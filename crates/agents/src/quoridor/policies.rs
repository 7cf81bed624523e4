//! Fast policies for playouts.

use ludorum_core::{Policy, Rng};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_search::UniformRandom;

/// Follows a shortest path to the goal. A jump counts as one step.
///
/// The path that A* would find, read off the distances kept by the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuoridorPathPolicy;

impl Policy<Quoridor> for QuoridorPathPolicy {
    fn pick(
        &mut self,
        game: &Quoridor,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let field = state.goal_distances(state.to_move());
        let nearest = game.pawn_moves(state).min_by_key(|&to| field.distance(to));
        match nearest {
            Some(square) => Move::Step(square),
            // A blocked pawn leaves wall moves, or only passing.
            None => UniformRandom.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Quoridor>> {
        Box::new(*self)
    }
}

//! Quick ways to pick a move.

use ludorum_core::{Policy, Rng};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::{Move, State};
use ludorum_search::Random;

/// Walks a shortest way to the goal: of the squares the pawn can go to, the nearest to the goal.
/// A jump counts as the step it is.
///
/// The way A* finds, read off the distances the game keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shortest;

impl Policy<Quoridor> for Shortest {
    fn pick(
        &mut self,
        game: &Quoridor,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let field = state.field(state.to_move());
        let nearest = game.pawn_moves(state).min_by_key(|&to| field.distance(to));
        match nearest {
            Some(square) => Move::Step(square),
            // A pawn that cannot move leaves a wall to be placed, or nothing.
            None => Random.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Quoridor>> {
        Box::new(*self)
    }
}

//! Quick ways to pick a move.

use ludorum_core::{Policy, Rng};
use ludorum_games::Sector66;
use ludorum_games::sector66::{Content, Move, State};
use ludorum_search::Random;

/// Walks a shortest way to the target, effects of fields not considered: of the fields the pawn can
/// go to, the nearest to the target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shortest;

impl<C: Content> Policy<Sector66<C>> for Shortest {
    fn pick(
        &mut self,
        game: &Sector66<C>,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let field = state.board().field(state.to_move());
        let steps = game.rules().pawn_steps(state);
        match steps.min_by_key(|&to| field.distance(to)) {
            Some(to) => Move::Step(to),
            // A pawn that cannot move leaves something else, or nothing.
            None => Random.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Sector66<C>>> {
        Box::new(*self)
    }
}

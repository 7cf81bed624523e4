//! Fast policies for playouts.

use ludorum_core::{Policy, Rng};
use ludorum_games::Sector66;
use ludorum_games::sector66::{ContentSource, Move, State};
use ludorum_search::UniformRandom;

/// Follows a shortest path to the target, ignoring effects of fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sector66PathPolicy;

impl<C: ContentSource> Policy<Sector66<C>> for Sector66PathPolicy {
    fn pick(
        &mut self,
        game: &Sector66<C>,
        state: &mut State,
        scratch: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Move {
        let field = state.board().goal_distances(state.to_move());
        let steps = game.rules().pawn_steps(state);
        match steps.min_by_key(|&to| field.distance(to)) {
            Some(to) => Move::Step(to),
            // A blocked pawn leaves other moves, or only passing.
            None => UniformRandom.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<Sector66<C>>> {
        Box::new(*self)
    }
}

//! Shortest-path policy.

use ludorum_core::{Policy, Rng};
use ludorum_games::quoridor::Square;
use ludorum_search::UniformRandom;

use super::{WallGame, WallRules};

/// Policy for wall games that follows a shortest path to the goal, ignoring effects of fields. A
/// jump counts as one step.
///
/// A* would find the same path; here it is read off the goal distances in the state.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathPolicy;

impl<G: WallGame> Policy<G> for PathPolicy {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        match nearest_step(game.wall_rules(), state) {
            Some(to) => G::Rules::step(to),
            // A blocked pawn leaves other moves, or only passing.
            None => UniformRandom.pick(game, state, scratch, rng),
        }
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }
}

/// Destination of the mover's pawn that is nearest to its goal; `None` if the pawn cannot move.
pub(crate) fn nearest_step<R: WallRules>(rules: &R, state: &R::State) -> Option<Square> {
    let field = R::board(state).goal_distances(R::to_move(state));
    let steps = rules.pawn_steps(state);
    steps.min_by_key(|&to| field.distance(to))
}

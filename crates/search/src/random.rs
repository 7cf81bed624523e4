//! Uniformly random play: the baseline for all other agents, and the default playout policy of
//! Monte-Carlo search.

use ludorum_core::{Agent, CarriedState, Game, MoveChoice, Outcome, Policy, Rng, TurnContext};

/// Plays a uniformly random legal move. Works for every game, hidden information included, because
/// it uses only the list of legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformRandom;

impl<G: Game> Agent<G> for UniformRandom {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        MoveChoice::plain(uniform(turn.moves, rng))
    }

    fn carried_state(&self) -> CarriedState {
        CarriedState::Nothing
    }
}

impl<G: Game> Policy<G> for UniformRandom {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        scratch.clear();
        game.moves(state, scratch);
        uniform(scratch, rng)
    }

    fn play_out(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        game.quick_playout(state, rng)
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(*self)
    }
}

/// Picks one of `moves` uniformly.
///
/// # Panics
/// If `moves` is empty.
#[inline]
pub(crate) fn uniform<M: Copy>(moves: &[M], rng: &mut Rng) -> M {
    moves[rng.below(moves.len())]
}

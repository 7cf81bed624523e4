//! Uniformly random play: the baseline every other agent is measured against, and the usual
//! playout of Monte-Carlo search.

use ludorum_core::{Agent, Carried, Choice, Game, Outcome, Policy, Rng, Turn};

/// Plays any legal move, each equally likely. Plays every game, hidden information included: it
/// looks at nothing but the list of its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        Choice::plain(uniform(turn.moves, rng))
    }

    fn carries(&self) -> Carried {
        Carried::Nothing
    }
}

impl<G: Game> Policy<G> for Random {
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

/// One of `moves`, each equally likely.
///
/// # Panics
/// If there is none: nobody is asked to move without a legal move.
#[inline]
pub(crate) fn uniform<M: Copy>(moves: &[M], rng: &mut Rng) -> M {
    moves[rng.below(moves.len())]
}

//! Semi-random play: random where the rules say that random play comes to an end, guided elsewhere.

use ludorum_core::{Policy, Randomisable, Rng};

use crate::random::uniform;

/// Plays one of the moves that are safe to randomise or the one move of `P`, each equally likely.
///
/// Random play may never end a game in which moves undo each other. Here only the moves a game
/// declares safe are random (Quoridor: walls), and of all others only the one `P` prefers is
/// considered (Quoridor: a step on the shortest path).
///
/// Only for games that declare such moves:
/// ```compile_fail
/// use ludorum_core::{Policy, Randomisable};
/// use ludorum_search::{Random, SemiRandom};
/// use ludorum_testkit::toys::Kuhn;
/// fn playout<G: ludorum_core::Game>(_: impl Policy<G>) {}
/// playout::<Kuhn>(SemiRandom::new(Random)); // `Kuhn` is not `Randomisable`
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SemiRandom<P> {
    guide: P,
}

impl<P> SemiRandom<P> {
    /// Semi-random play with the moves of `guide`.
    pub fn new(guide: P) -> SemiRandom<P> {
        SemiRandom { guide }
    }
}

impl<G: Randomisable, P: Policy<G>> Policy<G> for SemiRandom<P> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        let guided = self.guide.pick(game, state, scratch, rng);
        scratch.clear();
        game.randomisable(state, scratch);
        if !scratch.contains(&guided) {
            scratch.push(guided);
        }
        uniform(scratch, rng)
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(SemiRandom::new(self.guide.fork()))
    }
}

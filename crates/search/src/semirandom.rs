//! Semi-random play: random for moves that are safe to randomise, guided by a policy elsewhere.

use ludorum_core::{Policy, Randomisable, Rng};

use crate::random::uniform;

/// Policy that picks uniformly among the moves that are safe to randomise and one move of the
/// policy `P`.
///
/// Random play may never end a game in which moves undo each other. Here only the moves declared
/// safe are random (Quoridor: walls); of all others only the one `P` prefers is considered
/// (Quoridor: a step on the shortest path).
///
/// Requires a game that declares such moves:
/// ```compile_fail
/// use ludorum_core::{Policy, Randomisable};
/// use ludorum_search::{SemiRandom, UniformRandom};
/// use ludorum_testkit::toys::KuhnPoker;
/// fn playout<G: ludorum_core::Game>(_: impl Policy<G>) {}
/// playout::<KuhnPoker>(SemiRandom::new(UniformRandom)); // `KuhnPoker` is not `Randomisable`
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SemiRandom<P> {
    guide: P,
}

impl<P> SemiRandom<P> {
    /// Creates the policy that takes its one non-random move from `guide`.
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

//! Epsilon-greedy policies.

use ludorum_core::{Game, Policy, Rng};

use crate::UniformRandom;

/// Policy that plays a random move with probability epsilon, and the move of the policy `P`
/// otherwise.
///
/// Deterministic playouts are all the same; some randomness gives a sampling search variety.
#[derive(Clone, Copy, Debug)]
pub struct EpsilonGreedy<P> {
    policy: P,
    epsilon: f64,
}

impl<P> EpsilonGreedy<P> {
    /// Creates the policy that plays a random move with probability `epsilon`, otherwise that of
    /// `policy`.
    ///
    /// # Panics
    /// If `epsilon` is not a probability.
    pub fn new(policy: P, epsilon: f64) -> EpsilonGreedy<P> {
        assert!(
            (0.0..=1.0).contains(&epsilon),
            "{epsilon} is not a probability"
        );
        EpsilonGreedy { policy, epsilon }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for EpsilonGreedy<P> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        if rng.unit() < self.epsilon {
            UniformRandom.pick(game, state, scratch, rng)
        } else {
            self.policy.pick(game, state, scratch, rng)
        }
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(EpsilonGreedy::new(self.policy.fork(), self.epsilon))
    }
}

//! Search depth chosen for each position by a rule of the game.

use ludorum_core::{Agent, Budget, CarriedState, MoveChoice, PerfectInformation, Rng, Seat, Turn};

use crate::knowledge::AutoDepth;

/// An agent whose depth is limited by `rule`, if there is one.
pub(super) struct AutoDepthAgent<G: PerfectInformation, A> {
    pub(super) agent: A,
    pub(super) rule: Option<AutoDepth<G>>,
}

impl<G: PerfectInformation, A: Agent<G>> Agent<G> for AutoDepthAgent<G, A> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let budget = match self.rule {
            Some(rule) => Budget::depth(rule(turn.game, turn.view, turn.moves.len())),
            None => Budget::UNLIMITED,
        };
        let turn = Turn {
            budget: &budget.within(turn.budget),
            ..*turn
        };
        self.agent.choose(&turn, rng)
    }

    fn observe(&mut self, game: &G, seat: Seat, view: &G::View) {
        self.agent.observe(game, seat, view);
    }

    fn carried_state(&self) -> CarriedState {
        self.agent.carried_state()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

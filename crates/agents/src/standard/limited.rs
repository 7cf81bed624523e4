//! Search limits for agents that have none of their own.

use ludorum_core::{Agent, Budget, CarriedState, Game, MoveChoice, Rng, Seat, Turn};

/// An agent with a budget of its own, within that of the turn.
#[derive(Clone, Debug)]
pub(super) struct BudgetedAgent<A> {
    pub(super) agent: A,
    pub(super) budget: Budget,
}

impl<G: Game, A: Agent<G>> Agent<G> for BudgetedAgent<A> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let budget = self.budget.within(turn.budget);
        let turn = Turn {
            budget: &budget,
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

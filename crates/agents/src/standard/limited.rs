//! Limits for agents that have none of their own.

use ludorum_core::{Agent, Budget, Carried, Choice, Game, Rng, Seat, Turn};

/// An agent within a budget, besides the one of the table it sits at.
#[derive(Clone, Debug)]
pub(super) struct Limited<A> {
    pub(super) agent: A,
    pub(super) budget: Budget,
}

impl<G: Game, A: Agent<G>> Agent<G> for Limited<A> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
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

    fn carries(&self) -> Carried {
        self.agent.carries()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

//! Applies a search budget to an agent that has no budget parameter.

use ludorum_core::{Agent, Budget, CarriedState, Game, MoveChoice, Rng, Seat, TurnContext};

/// Wrapper that limits the search of `agent` to `budget(turn)`, within the budget of the turn.
pub(super) struct BudgetedAgent<A, B> {
    pub(super) agent: A,
    pub(super) budget: B,
}

impl<G: Game, A: Agent<G>, B> Agent<G> for BudgetedAgent<A, B>
where
    B: Fn(&TurnContext<'_, G>) -> Budget + Send,
{
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let turn = TurnContext {
            budget: &(self.budget)(turn).within(turn.budget),
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

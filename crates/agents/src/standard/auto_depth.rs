//! Searches that look as deep as a rule of the game says.

use ludorum_core::{Agent, Budget, Carried, Choice, Open, Rng, Seat, Turn};

use crate::knowledge::AutoDepth;

/// An agent that looks no further ahead than `rule` says for the position, if there is one.
pub(super) struct ByRule<G: Open, A> {
    pub(super) agent: A,
    pub(super) rule: Option<AutoDepth<G>>,
}

impl<G: Open, A: Agent<G>> Agent<G> for ByRule<G, A> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
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

    fn carries(&self) -> Carried {
        self.agent.carries()
    }

    fn memory(&self) -> usize {
        self.agent.memory()
    }
}

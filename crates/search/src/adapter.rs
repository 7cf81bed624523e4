//! Agents as policies and policies as agents.

use ludorum_core::{Agent, Budget, Choice, Hidden, Node, Open, Policy, Rng, Stop, Turn, Watcher};

/// An agent as a policy: playouts in which every seat plays like `A`.
///
/// The agent thinks within its own budget, so give it a small one.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentPolicy<A> {
    agent: A,
}

impl<A> AgentPolicy<A> {
    /// Picks moves as `agent` chooses them.
    pub fn new(agent: A) -> AgentPolicy<A> {
        AgentPolicy { agent }
    }
}

impl<G: Open, A: Agent<G> + Clone + 'static> Policy<G> for AgentPolicy<A> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        let Node::Decide(seat) = game.node(state) else {
            unreachable!("a policy is asked only where a seat decides");
        };
        scratch.clear();
        game.moves(state, scratch);
        let turn = Turn {
            game,
            seat,
            view: state,
            moves: scratch,
            budget: &Budget::UNLIMITED,
            stop: &Stop::new(),
            watcher: Watcher::NOBODY,
        };
        self.agent.choose(&turn, rng).best
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }
}

/// A policy as an agent: plays what the policy picks, at once and without reasons. Where something is
/// hidden it picks in a world that could be there.
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyAgent<P> {
    policy: P,
}

impl<P> PolicyAgent<P> {
    /// Plays the moves of `policy`.
    pub fn new(policy: P) -> PolicyAgent<P> {
        PolicyAgent { policy }
    }
}

impl<G: Hidden, P: Policy<G>> Agent<G> for PolicyAgent<P> {
    fn choose(&mut self, turn: &Turn<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut state = turn.game.determinize(turn.view, rng);
        let mut scratch = Vec::new();
        Choice::plain(self.policy.pick(turn.game, &mut state, &mut scratch, rng))
    }
}

//! Adapters between agents and policies.

use ludorum_core::{
    Agent, Budget, Determinize, MoveChoice, NodeKind, PerfectInformation, Policy, ProgressCallback,
    Rng, StopFlag, TurnContext,
};

/// Adapts an agent to a policy, for playouts in which every seat plays like the agent `A`.
///
/// The agent is limited by its own budget only, which should be small.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgentPolicy<A> {
    agent: A,
}

impl<A> AgentPolicy<A> {
    /// Creates the policy that plays the moves chosen by `agent`.
    pub fn new(agent: A) -> AgentPolicy<A> {
        AgentPolicy { agent }
    }
}

impl<G: PerfectInformation, A: Agent<G> + Clone + 'static> Policy<G> for AgentPolicy<A> {
    fn pick(
        &mut self,
        game: &G,
        state: &mut G::State,
        scratch: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        let NodeKind::Decide(seat) = game.node(state) else {
            unreachable!("a policy is called at decision nodes only");
        };
        scratch.clear();
        game.moves(state, scratch);
        let turn = TurnContext {
            game,
            seat,
            view: state,
            moves: scratch,
            budget: &Budget::UNLIMITED,
            stop: &StopFlag::new(),
            progress: ProgressCallback::NONE,
        };
        self.agent.choose(&turn, rng).best
    }

    fn fork(&self) -> Box<dyn Policy<G>> {
        Box::new(self.clone())
    }
}

/// Adapts a policy to an agent that plays the policy's move without search. In games with hidden
/// information the policy sees a determinization.
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyAgent<P> {
    policy: P,
}

impl<P> PolicyAgent<P> {
    /// Creates the agent that plays the moves of `policy`.
    pub fn new(policy: P) -> PolicyAgent<P> {
        PolicyAgent { policy }
    }
}

impl<G: Determinize, P: Policy<G>> Agent<G> for PolicyAgent<P> {
    fn choose(&mut self, turn: &TurnContext<'_, G>, rng: &mut Rng) -> MoveChoice<G::Move> {
        let mut state = turn.game.determinize(turn.view, rng);
        let mut scratch = Vec::new();
        MoveChoice::plain(self.policy.pick(turn.game, &mut state, &mut scratch, rng))
    }
}

//! Game knowledge that the standard agents can use.

use std::sync::Arc;

use ludorum_core::{Evaluate, Game, Param, Params, Policy, ZeroEvaluation};
use ludorum_search::{MoveHints, NoHints};

/// Evaluations, playout policies and move hints of a game, by name. All optional.
pub struct GameKnowledge<G: Game> {
    pub(crate) evaluations: Vec<(&'static str, MakeEvaluation<G>)>,
    pub(crate) evaluation_params: Vec<Param>,
    pub(crate) policies: Vec<NamedPolicy<G>>,
    pub(crate) hints: Arc<dyn MoveHints<G>>,
    pub(crate) depth: u32,
    pub(crate) auto_depth: Option<AutoDepth<G>>,
}

/// Makes an evaluation from the parameters of the agent that uses it.
pub(crate) type MakeEvaluation<G> = Arc<dyn Fn(&Params) -> Arc<dyn Evaluate<G>> + Send + Sync>;

/// Search depth for a position with the given number of moves.
pub(crate) type AutoDepth<G> = fn(&G, &<G as Game>::State, usize) -> u32;

/// A policy that can drive playouts. With a summary it is also an agent.
pub(crate) struct NamedPolicy<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) summary: Option<&'static str>,
    pub(crate) policy: MakePolicy<G>,
}

/// Makes a fresh copy of a policy.
pub(crate) type MakePolicy<G> = Arc<dyn Fn() -> Box<dyn Policy<G>> + Send + Sync>;

impl<G: Game> GameKnowledge<G> {
    /// No knowledge: searches see only wins and losses.
    pub fn none() -> GameKnowledge<G> {
        GameKnowledge {
            evaluations: vec![("none", Arc::new(|_| Arc::new(ZeroEvaluation)))],
            evaluation_params: Vec::new(),
            policies: Vec::new(),
            hints: Arc::new(NoHints),
            depth: 2,
            auto_depth: None,
        }
    }

    /// Adds an evaluation. The first one added is the default of searches.
    #[must_use]
    pub fn evaluation(self, name: &'static str, evaluation: impl Evaluate<G> + 'static) -> Self {
        let evaluation: Arc<dyn Evaluate<G>> = Arc::new(evaluation);
        self.evaluation_from(name, move |_| Arc::clone(&evaluation))
    }

    /// Adds an evaluation made from the parameters declared by
    /// [`evaluation_params`](GameKnowledge::evaluation_params).
    #[must_use]
    pub fn evaluation_from(
        mut self,
        name: &'static str,
        make: impl Fn(&Params) -> Arc<dyn Evaluate<G>> + Send + Sync + 'static,
    ) -> Self {
        let before_none = self.evaluations.len() - 1;
        self.evaluations.insert(before_none, (name, Arc::new(make)));
        self
    }

    /// Declares parameters of evaluations. Every agent that lets users choose an evaluation accepts
    /// them.
    #[must_use]
    pub fn evaluation_params(mut self, params: impl IntoIterator<Item = Param>) -> Self {
        self.evaluation_params.extend(params);
        self
    }

    /// Adds a policy: an agent of this name and a choice for playouts.
    #[must_use]
    pub fn policy<P>(self, name: &'static str, summary: &'static str, policy: P) -> Self
    where
        P: Policy<G> + Clone + Sync + 'static,
    {
        self.named_policy(name, Some(summary), policy)
    }

    /// Adds a policy that is only a choice for playouts, not an agent.
    #[must_use]
    pub fn playout<P>(self, name: &'static str, policy: P) -> Self
    where
        P: Policy<G> + Clone + Sync + 'static,
    {
        self.named_policy(name, None, policy)
    }

    fn named_policy<P>(
        mut self,
        name: &'static str,
        summary: Option<&'static str>,
        policy: P,
    ) -> Self
    where
        P: Policy<G> + Clone + Sync + 'static,
    {
        self.policies.push(NamedPolicy {
            name,
            summary,
            policy: Arc::new(move || Box::new(policy.clone())),
        });
        self
    }

    /// Sets the hints for move ordering, progressive bias and quiescence.
    #[must_use]
    pub fn hints(mut self, hints: impl MoveHints<G> + 'static) -> Self {
        self.hints = Arc::new(hints);
        self
    }

    /// Allows `depth=auto` for fixed-depth searches: `rule` maps a position and its number of moves
    /// to a depth.
    #[must_use]
    pub fn auto_depth(mut self, rule: fn(&G, &G::State, usize) -> u32) -> Self {
        self.auto_depth = Some(rule);
        self
    }

    /// Sets the default depth of fixed-depth searches.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
}

//! What the standard agents may know about a game.

use std::sync::Arc;

use ludorum_core::{Blind, Evaluate, Game, Param, Params, Policy};
use ludorum_search::{Hints, NoHints};

/// Evaluations, playout policies and move hints of a game, by name. All optional.
pub struct Knowledge<G: Game> {
    pub(crate) evaluations: Vec<(&'static str, MakeEvaluation<G>)>,
    pub(crate) evaluation_params: Vec<Param>,
    pub(crate) policies: Vec<NamedPolicy<G>>,
    pub(crate) hints: Arc<dyn Hints<G>>,
    pub(crate) depth: u32,
    pub(crate) auto_depth: Option<AutoDepth<G>>,
}

/// Makes an evaluation from the parameters of the agent that uses it.
pub(crate) type MakeEvaluation<G> = Arc<dyn Fn(&Params) -> Arc<dyn Evaluate<G>> + Send + Sync>;

/// How deep to look in a position with so many moves.
pub(crate) type AutoDepth<G> = fn(&G, &<G as Game>::State, usize) -> u32;

/// A policy that can drive playouts; one with a summary is an agent, too.
pub(crate) struct NamedPolicy<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) summary: Option<&'static str>,
    pub(crate) policy: SharedPolicy<G>,
}

/// Makes a fresh copy of a policy.
pub(crate) type SharedPolicy<G> = Arc<dyn Fn() -> Box<dyn Policy<G>> + Send + Sync>;

impl<G: Game> Knowledge<G> {
    /// No knowledge: searches see wins and losses and nothing else.
    pub fn none() -> Knowledge<G> {
        Knowledge {
            evaluations: vec![("none", Arc::new(|_| Arc::new(Blind)))],
            evaluation_params: Vec::new(),
            policies: Vec::new(),
            hints: Arc::new(NoHints),
            depth: 2,
            auto_depth: None,
        }
    }

    /// Adds an evaluation; the first one added is what searches use unless told otherwise.
    #[must_use]
    pub fn evaluation(self, name: &'static str, evaluation: impl Evaluate<G> + 'static) -> Self {
        let evaluation: Arc<dyn Evaluate<G>> = Arc::new(evaluation);
        self.evaluation_from(name, move |_| Arc::clone(&evaluation))
    }

    /// Adds an evaluation made from the parameters declared by
    /// [`evaluation_params`](Knowledge::evaluation_params).
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

    /// Declares parameters of evaluations: every agent that has a choice of them takes these too.
    #[must_use]
    pub fn evaluation_params(mut self, params: impl IntoIterator<Item = Param>) -> Self {
        self.evaluation_params.extend(params);
        self
    }

    /// Adds a policy: an agent of this name, and a choice for playouts.
    #[must_use]
    pub fn policy<P>(self, name: &'static str, summary: &'static str, policy: P) -> Self
    where
        P: Policy<G> + Clone + Sync + 'static,
    {
        self.named_policy(name, Some(summary), policy)
    }

    /// Adds a policy that is a choice for playouts and no agent.
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
    pub fn hints(mut self, hints: impl Hints<G> + 'static) -> Self {
        self.hints = Arc::new(hints);
        self
    }

    /// Lets fixed-depth searches be told `depth=auto`: `rule` says how deep to look in a position
    /// with so many moves.
    #[must_use]
    pub fn auto_depth(mut self, rule: fn(&G, &G::State, usize) -> u32) -> Self {
        self.auto_depth = Some(rule);
        self
    }

    /// Sets the depth fixed-depth searches have unless told otherwise.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
}

//! Game-specific knowledge for the standard agents.

use std::sync::Arc;

use ludorum_core::{Evaluate, Game, Param, Params, Policy, ZeroEvaluation};
use ludorum_search::{MoveHints, NoHints};

/// Evaluations, playout policies, move hints and search depths of a game for the standard agents.
pub struct GameKnowledge<G: Game> {
    pub(crate) evaluations: Vec<(&'static str, MakeEvaluation<G>)>,
    pub(crate) evaluation_params: Vec<Param>,
    pub(crate) policies: Vec<NamedPolicy<G>>,
    pub(crate) hints: Arc<dyn MoveHints<G>>,
    pub(crate) depth: u32,
    pub(crate) auto_depth: Option<AutoDepthRule<G>>,
}

/// Constructor of an evaluation from the parameters of an agent.
pub(crate) type MakeEvaluation<G> = Arc<dyn Fn(&Params) -> Arc<dyn Evaluate<G>> + Send + Sync>;

/// Rule for `depth=auto`: returns the search depth for a position and its number of legal moves.
pub(crate) type AutoDepthRule<G> = fn(&G, &<G as Game>::State, usize) -> u32;

/// A playout policy with its name and an optional summary; with a summary it is also an agent.
pub(crate) struct NamedPolicy<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) summary: Option<&'static str>,
    pub(crate) policy: MakePolicy<G>,
}

/// Constructor of a policy, called for each game or search.
pub(crate) type MakePolicy<G> = Arc<dyn Fn() -> Box<dyn Policy<G>> + Send + Sync>;

impl<G: Game> GameKnowledge<G> {
    /// Creates empty knowledge: every leaf evaluates to 0, so searches see only finished games.
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

    /// Adds a named evaluation. The first evaluation added is the default of all searches.
    #[must_use]
    pub fn evaluation(self, name: &'static str, evaluation: impl Evaluate<G> + 'static) -> Self {
        let evaluation: Arc<dyn Evaluate<G>> = Arc::new(evaluation);
        self.evaluation_from(name, move |_| Arc::clone(&evaluation))
    }

    /// Adds a named evaluation that `make` constructs from the parameters declared by
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

    /// Declares parameters of the game's evaluations; every agent with the parameter `eval` accepts
    /// them.
    #[must_use]
    pub fn evaluation_params(mut self, params: impl IntoIterator<Item = Param>) -> Self {
        self.evaluation_params.extend(params);
        self
    }

    /// Adds a policy, available both as an agent and as a playout policy.
    #[must_use]
    pub fn policy<P>(self, name: &'static str, summary: &'static str, policy: P) -> Self
    where
        P: Policy<G> + Clone + Sync + 'static,
    {
        self.named_policy(name, Some(summary), policy)
    }

    /// Adds a policy that is available for playouts but not as an agent.
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

    /// Sets the hints for move ordering, progressive bias and quiescence search.
    #[must_use]
    pub fn hints(mut self, hints: impl MoveHints<G> + 'static) -> Self {
        self.hints = Arc::new(hints);
        self
    }

    /// Allows `depth=auto` in fixed-depth searches; `rule` returns the depth for a position and its
    /// number of legal moves.
    #[must_use]
    pub fn auto_depth(mut self, rule: fn(&G, &G::State, usize) -> u32) -> Self {
        self.auto_depth = Some(rule);
        self
    }

    /// Sets the default depth of fixed-depth searches, in plies.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
}

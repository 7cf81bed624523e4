//! What the standard agents may know about a game.

use std::sync::Arc;

use ludorum_core::{Blind, Evaluate, Game, Policy};
use ludorum_search::{Hints, NoHints};

/// Evaluations, playout policies and move hints of a game, by name. All optional.
pub struct Knowledge<G: Game> {
    pub(crate) evaluations: Vec<(&'static str, Arc<dyn Evaluate<G>>)>,
    pub(crate) policies: Vec<NamedPolicy<G>>,
    pub(crate) hints: Arc<dyn Hints<G>>,
    pub(crate) depth: u32,
}

/// A policy that can drive playouts, and play by itself.
pub(crate) struct NamedPolicy<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) policy: SharedPolicy<G>,
}

/// Makes a fresh copy of a policy.
pub(crate) type SharedPolicy<G> = Arc<dyn Fn() -> Box<dyn Policy<G>> + Send + Sync>;

impl<G: Game> Knowledge<G> {
    /// No knowledge: searches see wins and losses and nothing else.
    pub fn none() -> Knowledge<G> {
        Knowledge {
            evaluations: vec![("none", Arc::new(Blind))],
            policies: Vec::new(),
            hints: Arc::new(NoHints),
            depth: 2,
        }
    }

    /// Adds an evaluation; the first one added is what searches use unless told otherwise.
    #[must_use]
    pub fn evaluation(
        mut self,
        name: &'static str,
        evaluation: impl Evaluate<G> + 'static,
    ) -> Self {
        let before_none = self.evaluations.len() - 1;
        self.evaluations
            .insert(before_none, (name, Arc::new(evaluation)));
        self
    }

    /// Adds a policy: an agent of this name, and a choice for playouts.
    #[must_use]
    pub fn policy<P>(mut self, name: &'static str, summary: &'static str, policy: P) -> Self
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

    /// Sets the depth fixed-depth searches have unless told otherwise.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
}

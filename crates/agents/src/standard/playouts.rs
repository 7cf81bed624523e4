//! Parameters that select the playout policy of a Monte-Carlo search.

use std::sync::Arc;

use ludorum_core::{Game, Param, Params, Policy};
use ludorum_search::{EpsilonGreedy, OnePlyGreedy, UniformRandom};

use super::evaluations;
use crate::GameKnowledge;

/// Parameters `playout`, `epsilon` and `playout-depth`; `more` lists extra choices for `playout`.
pub(super) fn playout_params<G: Game>(
    knowledge: &GameKnowledge<G>,
    more: &[&'static str],
) -> [Param; 3] {
    let mut playouts = vec!["random", "greedy", "egreedy"];
    playouts.extend(more);
    playouts.extend(knowledge.policies.iter().map(|named| named.name));
    [
        Param::choice("playout", "playout policy", playouts),
        Param::real(
            "epsilon",
            "share of random moves in egreedy playouts",
            0.1,
            (0.0, 1.0),
        ),
        Param::int(
            "playout-depth",
            "plies after which a playout is cut off and evaluated; 0 evaluates at once",
            0,
            (0, 100_000),
        )
        .with_default(None),
    ]
}

/// Returns the constructor of the policy that the parameter `playout` selects; `None` for one of
/// the extra choices of [`playout_params`], which the caller handles.
pub(super) fn playouts<G: Game>(
    knowledge: &GameKnowledge<G>,
) -> impl Fn(&Params) -> Option<Box<dyn Policy<G>>> + use<G> {
    let evaluation = evaluations(knowledge);
    let own: Vec<_> = knowledge
        .policies
        .iter()
        .map(|named| (named.name, Arc::clone(&named.policy)))
        .collect();
    move |params| match params.choice("playout") {
        "random" => Some(Box::new(UniformRandom)),
        "greedy" => Some(Box::new(OnePlyGreedy::new(evaluation(params)))),
        "egreedy" => {
            let greedy = OnePlyGreedy::new(evaluation(params));
            Some(Box::new(EpsilonGreedy::new(greedy, params.real("epsilon"))))
        }
        chosen => {
            let found = own.iter().find(|(name, _)| *name == chosen);
            found.map(|(_, policy)| policy())
        }
    }
}

/// Value of the parameter `playout-depth`; `None` if playouts run to the end of the game.
pub(super) fn playout_depth(params: &Params) -> Option<u32> {
    params
        .int_if_given("playout-depth")
        .map(|depth| depth as u32)
}

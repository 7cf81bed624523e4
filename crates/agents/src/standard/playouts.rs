//! How games are played out by the searches that sample.

use std::sync::Arc;

use ludorum_core::{Game, Param, Params, Policy};
use ludorum_search::{EpsilonGreedy, Greedy, Random};

use super::evaluations;
use crate::Knowledge;

/// The parameters that choose a playout policy: those every game has, `more`, and the game's own.
pub(super) fn playout_params<G: Game>(
    knowledge: &Knowledge<G>,
    more: &[&'static str],
) -> [Param; 3] {
    let mut playouts = vec!["random", "greedy", "egreedy"];
    playouts.extend(more);
    playouts.extend(knowledge.policies.iter().map(|named| named.name));
    [
        Param::choice("playout", "how games are played out", playouts),
        Param::real(
            "epsilon",
            "share of random moves in egreedy playouts",
            0.1,
            (0.0, 1.0),
        ),
        Param::int(
            "playout-depth",
            "plies after which a playout is judged; 0: at once",
            0,
            (0, 100_000),
        )
        .with_default(None),
    ]
}

/// The playout policies of a game, to choose from once the parameters are known; none if it is one
/// of the `more` that only the search itself can make.
pub(super) fn playouts<G: Game>(
    knowledge: &Knowledge<G>,
) -> impl Fn(&Params) -> Option<Box<dyn Policy<G>>> + use<G> {
    let evaluation = evaluations(knowledge);
    let own: Vec<_> = knowledge
        .policies
        .iter()
        .map(|named| (named.name, Arc::clone(&named.policy)))
        .collect();
    move |params| match params.word("playout") {
        "random" => Some(Box::new(Random)),
        "greedy" => Some(Box::new(Greedy::new(evaluation(params)))),
        "egreedy" => {
            let greedy = Greedy::new(evaluation(params));
            Some(Box::new(EpsilonGreedy::new(greedy, params.real("epsilon"))))
        }
        chosen => {
            let found = own.iter().find(|(name, _)| *name == chosen);
            found.map(|(_, policy)| policy())
        }
    }
}

/// The depth that [`playout_params`] describe.
pub(super) fn playout_depth(params: &Params) -> Option<u32> {
    params
        .int_if_given("playout-depth")
        .map(|depth| depth as u32)
}

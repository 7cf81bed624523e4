//! Players that do not look ahead further than one move.

use std::sync::Arc;

use ludorum_core::{Game, Hidden, Open};
use ludorum_search::{Greedy, PolicyAgent, Random};

use super::{evaluation_params, evaluations};
use crate::{AgentKind, Knowledge};

/// `random`, for every game.
pub fn random<G: Game>() -> AgentKind<G> {
    AgentKind::new(
        "random",
        "any legal move, each equally likely",
        Vec::new(),
        |_, _| Ok(Box::new(Random)),
    )
}

/// `greedy`.
pub fn greedy<G: Open>(knowledge: &Knowledge<G>) -> AgentKind<G> {
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "greedy",
        "the move after which the position looks best",
        evaluation_params(knowledge),
        move |_: &G, params| Ok(Box::new(Greedy::new(evaluation(params)))),
    )
}

/// The policies the game brings.
pub fn policies<G: Hidden>(knowledge: &Knowledge<G>) -> Vec<AgentKind<G>> {
    let own = knowledge.policies.iter().filter_map(|named| {
        let policy = Arc::clone(&named.policy);
        let kind = AgentKind::new(named.name, named.summary?, Vec::new(), move |_: &G, _| {
            Ok(Box::new(PolicyAgent::new(policy())))
        });
        Some(kind)
    });
    own.collect()
}

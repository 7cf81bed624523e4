//! Agents that look at most one move ahead.

use std::sync::Arc;

use ludorum_core::{Determinize, Game, PerfectInformation};
use ludorum_search::{OnePlyGreedy, PolicyAgent, UniformRandom};

use super::{evaluation_params, evaluations};
use crate::{AgentKind, GameKnowledge};

/// Agent type `random`: uniformly random legal moves, in any game.
pub fn random<G: Game>() -> AgentKind<G> {
    AgentKind::new(
        "random",
        "a uniformly random legal move",
        Vec::new(),
        |_, _| Ok(Box::new(UniformRandom)),
    )
}

/// Agent type `greedy`: plays the move with the best evaluation after it.
pub fn greedy<G: PerfectInformation>(knowledge: &GameKnowledge<G>) -> AgentKind<G> {
    let evaluation = evaluations(knowledge);
    AgentKind::new(
        "greedy",
        "the move with the best evaluation after it",
        evaluation_params(knowledge),
        move |_: &G, params| Ok(Box::new(OnePlyGreedy::new(evaluation(params)))),
    )
}

/// Agent types for those policies of the game that have a summary.
pub fn policies<G: Determinize>(knowledge: &GameKnowledge<G>) -> Vec<AgentKind<G>> {
    let own = knowledge.policies.iter().filter_map(|named| {
        let policy = Arc::clone(&named.policy);
        let kind = AgentKind::new(named.name, named.summary?, Vec::new(), move |_: &G, _| {
            Ok(Box::new(PolicyAgent::new(policy())))
        });
        Some(kind)
    });
    own.collect()
}

//! Selects the agents of a ladder.

use ludorum_catalog::Variant;
use ludorum_core::ParamType;

use super::{UnratedAgent, UnratedReason};

/// Lists the agents of a game, at each level if they have levels, and the agents left out.
pub fn entrants(variant: &Variant) -> (Vec<String>, Vec<UnratedAgent>) {
    let (mut specs, mut unrated) = (Vec::new(), Vec::new());
    for agent in variant.agents() {
        if let Some(reason) = exclusion_reason(variant.name(), agent.name) {
            unrated.push(UnratedAgent {
                agent: agent.name.to_owned(),
                reason,
            });
            continue;
        }
        let level = agent.params.iter().find(|param| param.name == "level");
        match level.map(|level| &level.kind) {
            Some(&ParamType::Int(lowest, highest)) => {
                specs.extend(
                    (lowest..=highest).map(|level| format!("{}:level={level}", agent.name)),
                );
            }
            _ => specs.push(agent.name.to_owned()),
        }
    }
    (specs, unrated)
}

/// Reason to leave out an agent: too slow, or it plays like another agent.
fn exclusion_reason(game: &str, agent: &str) -> Option<UnratedReason> {
    let plays_as = |other: &str| Some(UnratedReason::PlaysAs(other.to_owned()));
    match (game, agent) {
        // At depth 4, minimax and max^n search tens of millions of positions per move.
        ("yinsh", "minimax" | "parallel-alphabeta") => plays_as("alphabeta"),
        ("yinsh", "maxn") => Some(UnratedReason::TooSlow),
        _ => None,
    }
}

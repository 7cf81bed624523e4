//! Selects the agents that a rating ladder rates.

use ludorum_catalog::Variant;
use ludorum_core::ParamType;

use super::{RatingLadder, UnratedAgent, UnratedReason};

/// Lists the agent specs to rate in a game, one per agent level, and the excluded agents.
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

/// Reason in the built-in rating ladder (`content/strength/`) why an agent is not rated: too slow,
/// or a duplicate of another agent. `None` if the agent is to be rated.
fn exclusion_reason(game: &str, agent: &str) -> Option<UnratedReason> {
    let reason = RatingLadder::of_game(game)?.unrated(agent)?;
    (*reason != UnratedReason::NotYet).then(|| reason.clone())
}

//! Who is measured.

use ludorum_catalog::Variant;
use ludorum_core::Kind;

use super::{Reason, Unrated};

/// The agents of a game as they come, and at each of their levels; and those that are left out.
pub fn entrants(variant: &Variant) -> (Vec<String>, Vec<Unrated>) {
    let (mut specs, mut unrated) = (Vec::new(), Vec::new());
    for agent in variant.agents() {
        if let Some(reason) = left_out(variant.name(), agent.name) {
            unrated.push(Unrated {
                agent: agent.name.to_owned(),
                reason,
            });
            continue;
        }
        let level = agent.params.iter().find(|param| param.name == "level");
        match level.map(|level| &level.kind) {
            Some(&Kind::Int(lowest, highest)) => {
                specs.extend(
                    (lowest..=highest).map(|level| format!("{}:level={level}", agent.name)),
                );
            }
            _ => specs.push(agent.name.to_owned()),
        }
    }
    (specs, unrated)
}

/// Agents whose games take too long, or would be those of another agent.
fn left_out(game: &str, agent: &str) -> Option<Reason> {
    let plays_as = |other: &str| Some(Reason::PlaysAs(other.to_owned()));
    match (game, agent) {
        // Four moves ahead: minimax and max^n visit tens of millions of positions for a move.
        ("yinsh", "minimax" | "parallel-alphabeta") => plays_as("alphabeta"),
        ("yinsh", "maxn") => Some(Reason::TooSlow),
        _ => None,
    }
}

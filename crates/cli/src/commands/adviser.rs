//! Who plays when nobody was named: against people, and as the one who gives hints.

use ludorum_catalog::{AgentInfo, Variant};

/// Agents that play every kind of game decently and quickly, the most wanted first.
const OPPONENTS: [&str; 5] = ["mcts", "ismcts", "pvs", "expectimax", "alphabeta"];

/// Agents that know best, the most wanted first.
const ADVISERS: [&str; 5] = ["pvs", "mcts", "ismcts", "expectimax", "alphabeta"];

/// The spec of an agent to play against.
pub(crate) fn opponent(variant: &Variant) -> String {
    pick(variant, &OPPONENTS).name.to_owned()
}

/// The spec of an agent to ask, with about a second to think if it can be told so.
pub(crate) fn adviser(variant: &Variant) -> String {
    let agent = pick(variant, &ADVISERS);
    let takes_time = agent.params.iter().any(|param| param.name == "time");
    match takes_time {
        true => format!("{}:time=1s", agent.name),
        false => agent.name.to_owned(),
    }
}

fn pick(variant: &Variant, wanted: &[&str]) -> AgentInfo {
    let mut agents = variant.agents();
    let found = wanted
        .iter()
        .find_map(|name| agents.iter().position(|agent| agent.name == *name));
    agents.swap_remove(found.unwrap_or(0))
}

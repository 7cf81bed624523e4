//! Who plays when nobody was named: against people, and as the one who gives hints.

use ludorum_catalog::{AgentInfo, Variant};

/// The level of an opponent that has levels: one that can be beaten.
const LEVEL: &str = "level=4";

/// The spec of an agent to play against.
pub(crate) fn opponent(variant: &Variant) -> String {
    spec(&variant.strongest_agent(), "level", LEVEL)
}

/// The spec of an agent to ask, with a second to think if it can be told so.
pub(crate) fn adviser(variant: &Variant) -> String {
    spec(&variant.strongest_agent(), "time", "time=1s")
}

/// The agent with a parameter set, if it has such a one.
fn spec(agent: &AgentInfo, name: &str, setting: &str) -> String {
    if agent.params.iter().any(|param| param.name == name) {
        format!("{}:{setting}", agent.name)
    } else {
        agent.name.to_owned()
    }
}

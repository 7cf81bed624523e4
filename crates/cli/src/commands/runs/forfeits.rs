//! Games that were given up, told in a line for each agent and reason.

use ludorum_arena::{ForfeitCount, Report};

use crate::format;

/// Who gave up games, how many, and why.
pub(super) fn tell(report: &Report) -> Vec<String> {
    let line = |count: &ForfeitCount| {
        let agent = report.agents.get(count.agent)?;
        let games = format::plural(count.games, "game", "games");
        Some(format!("{} gave up {games}: {}", agent.spec, count.reason))
    };
    report.forfeits.iter().filter_map(line).collect()
}

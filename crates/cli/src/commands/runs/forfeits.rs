//! Summary of forfeited games.

use ludorum_arena::{ForfeitCount, RunReport};

use crate::format;

/// One line for each agent and reason of a forfeit.
pub(super) fn lines(report: &RunReport) -> Vec<String> {
    let line = |count: &ForfeitCount| {
        let agent = report.agents.get(count.agent)?;
        let games = format::plural(count.games, "game", "games");
        Some(format!(
            "{} forfeited {games}: {}",
            agent.spec, count.reason
        ))
    };
    report.forfeits.iter().filter_map(line).collect()
}

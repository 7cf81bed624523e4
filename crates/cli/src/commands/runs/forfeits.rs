//! Summary of forfeited games.

use ludorum_arena::{ForfeitCount, RunReport};

use crate::format;

/// Lines with the number of forfeited games, one for each agent and reason.
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

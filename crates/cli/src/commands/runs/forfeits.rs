//! Games that were given up, told in a line for each agent and reason.

use std::collections::BTreeMap;

use ludorum_arena::Report;

use crate::format;

/// Who gave up games, how many, and why.
pub(super) fn tell(report: &Report) -> Vec<String> {
    let mut counts: BTreeMap<(usize, &str), u64> = BTreeMap::new();
    for game in &report.games {
        let Some(forfeit) = &game.forfeit else {
            continue;
        };
        // A report that is resumed from may claim any seat.
        let seat = game.seats.get(forfeit.seat.wrapping_sub(1));
        if let Some(seat) = seat {
            *counts.entry((seat.agent, &forfeit.reason)).or_default() += 1;
        }
    }
    let line = |((agent, reason), count): ((usize, &str), u64)| {
        let agent = report.agents.get(agent)?;
        let games = format::plural(count, "game", "games");
        Some(format!("{} gave up {games}: {reason}", agent.spec))
    };
    counts.into_iter().filter_map(line).collect()
}

//! Formats the result of a run as text.

use std::time::Duration;

use ludorum_arena::{AgentRunResult, RunReport};
use ludorum_core::{MAX_SEATS, Seat, TerminalStyle};

use super::statistics;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

/// Formats a report: a title, tables of results and of effort, each within eighty columns, and the
/// statistics. `work` is the number of threads and the run time; `None` for a stored report.
pub(crate) fn print(
    report: &RunReport,
    work: Option<(usize, Duration)>,
    ink: TerminalStyle,
) -> String {
    let played = if report.played == report.planned {
        format::plural(report.played, "game", "games")
    } else {
        format!("{} of {} games", report.played, report.planned)
    };
    let different = report.distinct.map_or_else(String::new, |distinct| {
        let about = if distinct.is_estimated { "about " } else { "" };
        format!(", {about}{} different", format::count(distinct.games))
    });
    let mut facts = format!(
        "{played}{different}, {}, {:.1} each, seed {}",
        format::plural(report.total_plies(), "move", "moves"),
        report.plies_per_game(),
        report.seed,
    );
    if let Some(openings) = &report.openings {
        facts.push_str(&format!(", openings {openings}"));
    }
    if let Some((threads, time)) = work {
        let threads = format::plural(threads as u64, "thread", "threads");
        facts.push_str(&format!(", {threads}, {}", format::time(time)));
    }
    let title = format!("{}   {}", ink.strong(&report.game), ink.faint(&facts));
    let results = if report
        .agents
        .iter()
        .any(|agent| agent.points_per_game.is_some())
    {
        let columns = [&RESULTS[..], &[("points", ColumnAlignment::Right)]].concat();
        table(report, ink, &columns, results_and_points)
    } else {
        table(report, ink, &RESULTS, results)
    };
    let efforts = table(report, ink, &EFFORTS, efforts);
    let mut parts = vec![results, efforts];
    parts.extend(statistics::print(report, ink));
    let advice = report.repetition_advice();
    parts.extend(advice.map(|advice| format!("  {advice}\n")));
    format!("{title}\n\n{}", parts.join("\n"))
}

const RESULTS: [(&str, ColumnAlignment); 6] = [
    ("agent", ColumnAlignment::Left),
    ("wins", ColumnAlignment::Right),
    ("draws", ColumnAlignment::Right),
    ("losses", ColumnAlignment::Right),
    ("win rate", ColumnAlignment::Right),
    ("95% interval", ColumnAlignment::Right),
];

fn results(agent: &AgentRunResult) -> Vec<String> {
    vec![
        agent.wins.to_string(),
        agent.draws.to_string(),
        agent.losses.to_string(),
        format::percent(agent.win_rate),
        format::interval(agent.win_rate_95, format::percent),
    ]
}

/// Table cells of an agent: those of [`results`] and the mean points per game, `-` if not counted.
fn results_and_points(agent: &AgentRunResult) -> Vec<String> {
    let points = agent.points_per_game.map(|points| format!("{points:.1}"));
    let mut cells = results(agent);
    cells.push(points.unwrap_or_else(|| "-".to_owned()));
    cells
}

const EFFORTS: [(&str, ColumnAlignment); 6] = [
    ("agent", ColumnAlignment::Left),
    ("won first", ColumnAlignment::Right),
    ("won later", ColumnAlignment::Right),
    ("time/move", ColumnAlignment::Right),
    ("nodes/move", ColumnAlignment::Right),
    ("moves/game", ColumnAlignment::Right),
];

fn efforts(agent: &AgentRunResult) -> Vec<String> {
    let of = |wins: u64, games: u64| format!("{wins} of {games}");
    let time = Duration::try_from_secs_f64(agent.time_per_move_ms / 1e3).unwrap_or_default();
    vec![
        of(agent.wins_first, agent.games_first),
        of(agent.wins_later, agent.games_later),
        format::time(time),
        format::count(agent.nodes_per_move.round() as u64),
        format!("{:.1}", agent.moves_per_game),
    ]
}

/// Formats a text table with a row for each agent of the report: its spec, then its `cells`.
fn table(
    report: &RunReport,
    ink: TerminalStyle,
    columns: &[(&str, ColumnAlignment)],
    cells: impl Fn(&AgentRunResult) -> Vec<String>,
) -> String {
    let mut table = TextTable::new(ink, columns);
    for (index, agent) in report.agents.iter().enumerate() {
        let name = ink.seat(Seat::new(index % MAX_SEATS), &agent.spec);
        table.row(std::iter::once(name).chain(cells(agent)));
    }
    table.print()
}

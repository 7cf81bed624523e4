//! `ludorum bench --speedup`: measures the speedup of parallel search. Sequential and parallel
//! searches alternate, so that other load on the machine affects both.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use ludorum_catalog::{Position, Variant, agent_rng};
use ludorum_core::{Budget, NodeKind, Seat, StopFlag};
use serde::Serialize;

use super::{Args, SEED, opening};
use crate::args::threads_or_cores;
use crate::console::Console;
use crate::exit::ExitStatus;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

/// Effort of a sequential and a parallel search of one position to the same depth.
#[derive(Serialize)]
struct SpeedupMeasurement {
    depth: u32,
    nodes: u64,
    time_ms: f64,
    parallel_nodes: u64,
    parallel_time_ms: f64,
    /// Time of the sequential search divided by the time of the parallel search.
    speedup: f64,
}

#[derive(Serialize)]
struct SpeedupJson<'a> {
    game: &'a str,
    after: usize,
    threads: usize,
    searches: Vec<SpeedupMeasurement>,
}

pub(super) fn run(variant: &Variant, args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let threads = threads_or_cores(args.threads.map(|threads| threads as usize));
    let position = opening(variant, args.after);
    let NodeKind::Decide(seat) = position.node() else {
        bail!(
            "the game is over after {} moves; use a smaller --after",
            args.after
        );
    };
    let searches = args.speedup.iter().map(|&depth| {
        let options = args.options.as_ref().map(|options| format!(",{options}"));
        let options = options.unwrap_or_default();
        let one = format!("alphabeta:depth={depth}{options}");
        let many = format!("parallel-alphabeta:depth={depth},threads={threads}{options}");
        compare(variant, &position, seat, [&one, &many], args.times).map(
            |[(nodes, time), (parallel_nodes, parallel_time)]| SpeedupMeasurement {
                depth,
                nodes,
                time_ms: time.as_secs_f64() * 1e3,
                parallel_nodes,
                parallel_time_ms: parallel_time.as_secs_f64() * 1e3,
                speedup: time.as_secs_f64() / parallel_time.as_secs_f64().max(1e-9),
            },
        )
    });
    let searches: Vec<SpeedupMeasurement> = searches.collect::<Result<_>>()?;
    if args.json {
        console.json(&SpeedupJson {
            game: variant.spec(),
            after: args.after,
            threads,
            searches,
        })?;
        return Ok(ExitStatus::Success);
    }
    let columns = [
        ("depth", ColumnAlignment::Right),
        ("nodes", ColumnAlignment::Right),
        ("time", ColumnAlignment::Right),
        ("parallel nodes", ColumnAlignment::Right),
        ("parallel time", ColumnAlignment::Right),
        ("speedup", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    for search in searches {
        let time = |ms| format::time(super::duration(ms));
        table.row([
            search.depth.to_string(),
            search.nodes.to_string(),
            time(search.time_ms),
            search.parallel_nodes.to_string(),
            time(search.parallel_time_ms),
            format!("{:.2}", search.speedup),
        ]);
    }
    let (game, after) = (variant.spec(), args.after);
    write!(
        console,
        "{game} after {after} random moves, {threads} threads, medians of {} searches\n{}",
        args.times,
        table.print()
    )?;
    Ok(ExitStatus::Success)
}

/// Searches with both agents and returns the median node count and time of each. Fails if the
/// chosen moves or values differ.
fn compare(
    variant: &Variant,
    position: &Position,
    seat: Seat,
    agents: [&str; 2],
    times: u32,
) -> Result<[(u64, Duration); 2]> {
    let mut found = [Vec::new(), Vec::new()];
    let mut first = None;
    for _ in 0..times {
        for (agent, found) in agents.iter().zip(&mut found) {
            let mut player = variant.player(agent)?;
            let mut rng = agent_rng(SEED, seat, position.plies());
            let began = Instant::now();
            let verdict = player.choose(position, &Budget::UNLIMITED, &StopFlag::new(), &mut rng);
            found.push((verdict.effort.nodes, began.elapsed()));
            let choice = (verdict.best, verdict.value);
            let is_same = *first.get_or_insert(choice) == choice;
            ensure!(
                is_same,
                "{agent} does not choose the same move as {}",
                agents[0]
            );
        }
    }
    Ok(found.map(|mut found| {
        found.sort_by_key(|&(_, time)| time);
        found[found.len() / 2]
    }))
}

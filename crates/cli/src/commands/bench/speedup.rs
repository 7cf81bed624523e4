//! `ludorum bench --speedup`: the same searches on one thread and on several, in turn, so that what else
//! the machine does falls on both.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use ludorum_catalog::{Position, Variant, Verdict, agent_rng};
use ludorum_core::{Budget, Node, Seat, Stop};
use serde::Serialize;

use super::{Args, SEED, opening};
use crate::console::Console;
use crate::exit::End;
use crate::format;
use crate::table::{Side, Table};

#[derive(Serialize)]
struct Speedup {
    depth: u32,
    nodes: u64,
    time_ms: f64,
    parallel_nodes: u64,
    parallel_time_ms: f64,
    /// How many times as fast.
    speedup: f64,
}

#[derive(Serialize)]
struct SpeedupJson<'a> {
    game: &'a str,
    after: usize,
    threads: usize,
    searches: Vec<Speedup>,
}

pub(super) fn run(variant: &Variant, args: &Args, console: &mut Console) -> Result<End> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    let position = opening(variant, args.after);
    let Node::Decide(seat) = position.node() else {
        bail!(
            "the game is over after {} moves: give a smaller --after",
            args.after
        );
    };
    let searches = args.speedup.iter().map(|&depth| {
        let options = args.options.as_ref().map(|options| format!(",{options}"));
        let options = options.unwrap_or_default();
        let one = format!("alphabeta:depth={depth}{options}");
        let many = format!("parallel-alphabeta:depth={depth},threads={threads}{options}");
        compare(variant, &position, seat, [&one, &many], args.times).map(
            |[(nodes, time), (parallel_nodes, parallel_time)]| Speedup {
                depth,
                nodes,
                time_ms: time.as_secs_f64() * 1e3,
                parallel_nodes,
                parallel_time_ms: parallel_time.as_secs_f64() * 1e3,
                speedup: time.as_secs_f64() / parallel_time.as_secs_f64().max(1e-9),
            },
        )
    });
    let searches: Vec<Speedup> = searches.collect::<Result<_>>()?;
    if args.json {
        console.json(&SpeedupJson {
            game: variant.spec(),
            after: args.after,
            threads,
            searches,
        })?;
        return Ok(End::Done);
    }
    let columns = [
        ("depth", Side::Right),
        ("nodes", Side::Right),
        ("time", Side::Right),
        ("nodes, parallel", Side::Right),
        ("time, parallel", Side::Right),
        ("times as fast", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
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
        "{game} after {after} random moves, {threads} threads, medians of {}\n{}",
        args.times,
        table.print()
    )?;
    Ok(End::Done)
}

/// The median effort and time of each of two agents, which have to choose the same move.
fn compare(
    variant: &Variant,
    position: &Position,
    seat: Seat,
    agents: [&str; 2],
    times: u32,
) -> Result<[(u64, Duration); 2]> {
    let mut found = [Vec::new(), Vec::new()];
    let mut first: Option<Verdict> = None;
    for _ in 0..times {
        for (agent, found) in agents.iter().zip(&mut found) {
            let mut player = variant.player(agent)?;
            let mut rng = agent_rng(SEED, seat, position.plies());
            let began = Instant::now();
            let verdict = player.choose(position, &Budget::UNLIMITED, &Stop::new(), &mut rng);
            found.push((verdict.effort.nodes, began.elapsed()));
            let first = first.get_or_insert(verdict);
            let is_same = (first.best, &first.value) == (verdict.best, &verdict.value);
            ensure!(is_same, "{agent} does not choose the move of {}", agents[0]);
        }
    }
    Ok(found.map(|mut found| {
        found.sort_by_key(|&(_, time)| time);
        found[found.len() / 2]
    }))
}

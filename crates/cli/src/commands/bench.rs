//! `ludorum bench`: runs every game and agent on a fixed workload.
//! The total node count is a fingerprint of behaviour: a pure optimisation must not change it.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_catalog::{Position, Variant, agent_rng, chance_rng, kinds, open};
use ludorum_core::{Budget, NodeKind, Seed, StopFlag};
use serde::Serialize;

use crate::console::Console;
use crate::exit::ExitStatus;
use crate::format;
use crate::text_table::{ColumnAlignment, TextTable};

mod speedup;

/// Run a fixed benchmark and print speeds and a reproducible node count
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum bench
  ludorum bench tictactoe --json
  ludorum bench quoridor:size=5 --playouts 100000
  ludorum bench quoridor --speedup 5,6
  ludorum bench yinsh --speedup 5,6 --after 14

The node count is the fingerprint of behaviour: it changes when rules or searches change.
Speeds compare one version with another, not one row with another: perft counts its last moves without
playing them, playouts go move by move, and the mcts of a game may have faster playouts.")]
pub(crate) struct Args {
    /// Game to benchmark [default: all games]
    game: Option<String>,
    /// Only measure playouts: play this many random games
    #[arg(long, value_name = "N", value_parser = crate::args::games)]
    playouts: Option<u64>,
    /// Only measure the speedup of parallel-alphabeta over alphabeta at these depths
    #[arg(long, value_name = "DEPTH,...", value_delimiter = ',', requires = "game", conflicts_with = "playouts",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    speedup: Vec<u32>,
    /// With --speedup: number of random moves to play before the searched position
    #[arg(long, value_name = "N", default_value_t = 0, requires = "speedup")]
    after: usize,
    /// With --speedup: number of threads [default: number of cores]
    #[arg(long, value_name = "N", requires = "speedup", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// With --speedup: parameters of both agents, such as ordering=on
    #[arg(long, value_name = "KEY=VALUE,...", requires = "speedup")]
    options: Option<String>,
    /// With --speedup: number of searches per agent; the agents search alternately
    #[arg(long, value_name = "N", default_value_t = 3, requires = "speedup",
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    times: u32,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const SEED: Seed = Seed(1);

/// Node limit of perft: the next depth is not searched if its extrapolated count exceeds this.
const PERFT_NODES: u64 = 4_000_000;

/// Total number of plies of the benchmarked random games; the last game is played to its end.
const PLAYOUT_PLIES: u64 = 1_000_000;

/// Search budget of every agent; without a time limit, so that node counts are reproducible.
const BUDGET: Budget = Budget {
    time: None,
    iterations: Some(5_000),
    nodes: Some(100_000),
    depth: None,
};

/// Number of random moves played before each of the three searched positions.
const AFTER: [usize; 3] = [0, 1, 2];

/// Result of benchmarking perft, playouts or one agent in a game.
#[derive(Debug, Serialize)]
struct BenchResult {
    game: String,
    work: String,
    nodes: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct BenchJson {
    works: Vec<BenchResult>,
    /// Total number of nodes of all benchmarks.
    nodes: u64,
    time_ms: f64,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitStatus> {
    let variants: Vec<Variant> = match &args.game {
        Some(game) => vec![open(game)?],
        None => kinds()
            .iter()
            .map(|kind| kind.open(""))
            .collect::<Result<_, _>>()?,
    };
    if let (Some(variant), false) = (variants.first(), args.speedup.is_empty()) {
        return speedup::run(variant, args, console);
    }
    let mut results = Vec::new();
    for variant in &variants {
        if let Some(games) = args.playouts {
            results.push(random_games(variant, games));
            continue;
        }
        let began = Instant::now();
        results.push(BenchResult::new(
            variant,
            "perft",
            perft(variant),
            began.elapsed(),
        ));
        let began = Instant::now();
        results.push(BenchResult::new(
            variant,
            "playouts",
            playouts(variant),
            began.elapsed(),
        ));
        for agent in variant.agents() {
            let work = searches(variant, agent.name)?;
            // Agents that do not search have no nodes.
            if work.nodes > 0 {
                results.push(work);
            }
        }
    }
    let nodes = results.iter().map(|work| work.nodes).sum();
    let time_ms = results.iter().map(|work| work.time_ms).sum();
    if args.json {
        console.json(&BenchJson {
            works: results,
            nodes,
            time_ms,
        })?;
        return Ok(ExitStatus::Success);
    }
    let columns = [
        ("game", ColumnAlignment::Left),
        ("work", ColumnAlignment::Left),
        ("nodes", ColumnAlignment::Right),
        ("time", ColumnAlignment::Right),
        ("speed", ColumnAlignment::Right),
    ];
    let mut table = TextTable::new(console.ink, &columns);
    for work in results {
        let time = duration(work.time_ms);
        table.row([
            work.game,
            work.work,
            work.nodes.to_string(),
            format::time(time),
            format::speed(work.nodes, time),
        ]);
    }
    let total = console.ink.strong(&nodes.to_string());
    let time = format::time(duration(time_ms));
    write!(console, "{}\nnodes {total}   in {time}\n", table.print())?;
    Ok(ExitStatus::Success)
}

fn duration(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

impl BenchResult {
    fn new(variant: &Variant, work: &str, nodes: u64, time: Duration) -> BenchResult {
        BenchResult {
            game: variant.spec().to_owned(),
            work: work.to_owned(),
            nodes,
            time_ms: time.as_secs_f64() * 1e3,
        }
    }
}

/// Runs perft at increasing depths and returns the total node count. Stops at the node limit, when
/// the game tree ends, or at a chance node with too many events.
fn perft(variant: &Variant) -> u64 {
    let mut position = variant.start(SEED);
    let (mut sum, mut before, mut depth) = (0, 1, 1);
    while let Ok(count) = position.perft(depth)
        && count > 0
    {
        sum += count;
        let next = u128::from(count) * u128::from(count) / u128::from(before);
        if next > u128::from(PERFT_NODES) {
            break;
        }
        (before, depth) = (count, depth + 1);
    }
    sum
}

/// Benchmarks random playouts; every ply counts as a node.
fn random_games(variant: &Variant, games: u64) -> BenchResult {
    let position = variant.start(SEED);
    let mut rng = SEED.child("playouts", 0).rng();
    let began = Instant::now();
    let plies = (0..games)
        .map(|_| position.random_playout(&mut rng).1)
        .sum();
    let work = format!("{games} playouts");
    BenchResult::new(variant, &work, plies, began.elapsed())
}

fn playouts(variant: &Variant) -> u64 {
    let position = variant.start(SEED);
    let mut plies = 0;
    let mut rng = SEED.child("playouts", 0).rng();
    while plies < PLAYOUT_PLIES {
        // The start counts too, so that this ends even if there are no moves.
        plies += position.random_playout(&mut rng).1 + 1;
    }
    plies
}

/// Benchmarks an agent with default parameters on a few positions.
fn searches(variant: &Variant, agent: &str) -> Result<BenchResult> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for after in AFTER {
        let position = opening(variant, after);
        let NodeKind::Decide(seat) = position.node() else {
            continue;
        };
        let mut player = variant.player(agent)?;
        let mut rng = agent_rng(SEED, seat, position.plies());
        // Excludes the allocation of the agent's memory, which happens once per game.
        let began = Instant::now();
        let verdict = player.choose(&position, &BUDGET, &StopFlag::new(), &mut rng);
        time += began.elapsed();
        nodes += verdict.effort.nodes;
    }
    Ok(BenchResult::new(variant, agent, nodes, time))
}

/// Position after `decisions` random moves, and after chance events that precede the next decision.
fn opening(variant: &Variant, decisions: usize) -> Position {
    let mut position = variant.start(SEED);
    let mut rng = SEED.child("opening", decisions as u64).rng();
    let mut made = 0;
    loop {
        match position.node() {
            NodeKind::Decide(_) if made < decisions => {
                let count = position.move_count();
                position.play(rng.below(count));
                made += 1;
            }
            NodeKind::Chance => {
                let mut chance = chance_rng(SEED, position.plies());
                position.play_chance(&mut chance);
            }
            NodeKind::Decide(_) | NodeKind::Over => return position,
        }
    }
}

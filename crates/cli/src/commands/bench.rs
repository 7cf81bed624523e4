//! `ludorum bench`: fixed work for every game and agent, and how fast it goes.
//! The number of nodes is the fingerprint of behaviour: a change that is only to make things
//! faster must not change it.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use ludorum_catalog::{Position, Variant, agent_rng, chance_rng, kinds, open};
use ludorum_core::{Budget, Node, Seed, Stop};
use serde::Serialize;

use crate::console::Console;
use crate::exit::End;
use crate::format;
use crate::table::{Side, Table};

mod speedup;

/// Run fixed work and print how fast it went, and a node count that is the same on every run
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludorum bench
  ludorum bench tictactoe --json
  ludorum bench quoridor:size=5 --playouts 100000
  ludorum bench quoridor --speedup 5,6
  ludorum bench yinsh --speedup 5,6 --after 14

The node count is the fingerprint of behaviour: it changes when rules or searches change.
Speeds compare one version with another, not one line with another: perft does not play its last
moves, playouts go move by move, and the mcts of a game may have a quicker way to play out.")]
pub(crate) struct Args {
    /// The game; all games if left out
    game: Option<String>,
    /// Only play this many random games from the start
    #[arg(long, value_name = "N", value_parser = crate::args::games)]
    playouts: Option<u64>,
    /// Only measure how much faster parallel-alphabeta is than alphabeta, at these depths
    #[arg(long, value_name = "DEPTH,...", value_delimiter = ',', requires = "game", conflicts_with = "playouts",
          value_parser = clap::value_parser!(u32).range(1..=100))]
    speedup: Vec<u32>,
    /// With --speedup: after so many random moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "speedup")]
    after: usize,
    /// With --speedup: the threads to use; by default as many as there are cores
    #[arg(long, value_name = "N", requires = "speedup", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// With --speedup: parameters of both agents, such as ordering=on
    #[arg(long, value_name = "KEY=VALUE,...", requires = "speedup")]
    options: Option<String>,
    /// With --speedup: searches of each kind, one after the other in turn
    #[arg(long, value_name = "N", default_value_t = 3, requires = "speedup",
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    times: u32,
    /// Print one object for programs
    #[arg(long)]
    json: bool,
}

const SEED: Seed = Seed(1);

/// Perft goes as deep as this many nodes allow, judging by how fast they have become more.
const PERFT_NODES: u64 = 4_000_000;

/// Random games are played until they have had this many moves.
const PLAYOUT_PLIES: u64 = 1_000_000;

/// What every agent may spend on a move. No limit of time: that would not be reproducible.
const BUDGET: Budget = Budget {
    time: None,
    iterations: Some(5_000),
    nodes: Some(100_000),
    depth: None,
};

/// The positions agents are asked about: after so many random moves.
const AFTER: [usize; 3] = [0, 1, 2];

/// One piece of work.
#[derive(Debug, Serialize)]
struct Work {
    game: String,
    work: String,
    nodes: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct BenchJson {
    works: Vec<Work>,
    /// All nodes together.
    nodes: u64,
    time_ms: f64,
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<End> {
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
    let mut works = Vec::new();
    for variant in &variants {
        if let Some(games) = args.playouts {
            works.push(random_games(variant, games));
            continue;
        }
        let began = Instant::now();
        works.push(Work::new(variant, "perft", perft(variant), began.elapsed()));
        let began = Instant::now();
        works.push(Work::new(
            variant,
            "playouts",
            playouts(variant),
            began.elapsed(),
        ));
        for agent in variant.agents() {
            let work = searches(variant, agent.name)?;
            // An agent that does not look ahead has nothing to count.
            if work.nodes > 0 {
                works.push(work);
            }
        }
    }
    let nodes = works.iter().map(|work| work.nodes).sum();
    let time_ms = works.iter().map(|work| work.time_ms).sum();
    if args.json {
        console.json(&BenchJson {
            works,
            nodes,
            time_ms,
        })?;
        return Ok(End::Done);
    }
    let columns = [
        ("game", Side::Left),
        ("work", Side::Left),
        ("nodes", Side::Right),
        ("time", Side::Right),
        ("speed", Side::Right),
    ];
    let mut table = Table::new(console.ink, &columns);
    for work in works {
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
    Ok(End::Done)
}

fn duration(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default()
}

impl Work {
    fn new(variant: &Variant, work: &str, nodes: u64, time: Duration) -> Work {
        Work {
            game: variant.spec().to_owned(),
            work: work.to_owned(),
            nodes,
            time_ms: time.as_secs_f64() * 1e3,
        }
    }
}

/// Counts ever deeper, and returns all nodes counted. A chance node with too many events, or the
/// end of the game, is as deep as it goes.
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

/// Plays so many random games; the nodes are their moves.
fn random_games(variant: &Variant, games: u64) -> Work {
    let position = variant.start(SEED);
    let mut rng = SEED.child("playouts", 0).rng();
    let began = Instant::now();
    let plies = (0..games).map(|_| position.playout(&mut rng)).sum();
    let work = format!("{games} playouts");
    Work::new(variant, &work, plies, began.elapsed())
}

fn playouts(variant: &Variant) -> u64 {
    let position = variant.start(SEED);
    let mut plies = 0;
    let mut rng = SEED.child("playouts", 0).rng();
    while plies < PLAYOUT_PLIES {
        // The start counts too, so that this ends even where nobody can move.
        plies += position.playout(&mut rng) + 1;
    }
    plies
}

/// Lets an agent with its own parameters think about a few positions.
fn searches(variant: &Variant, agent: &str) -> Result<Work> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for after in AFTER {
        let position = opening(variant, after);
        let Node::Decide(seat) = position.node() else {
            continue;
        };
        let mut player = variant.player(agent)?;
        let mut rng = agent_rng(SEED, seat, position.plies());
        // From here on, because a new agent sets up its memory once in a game.
        let began = Instant::now();
        let verdict = player.choose(&position, &BUDGET, &Stop::new(), &mut rng);
        time += began.elapsed();
        nodes += verdict.effort.nodes;
    }
    Ok(Work::new(variant, agent, nodes, time))
}

/// The position after `decisions` random decisions, at the next decision or the end.
fn opening(variant: &Variant, decisions: usize) -> Position {
    let mut position = variant.start(SEED);
    let mut rng = SEED.child("opening", decisions as u64).rng();
    let mut made = 0;
    loop {
        match position.node() {
            Node::Decide(_) if made < decisions => {
                position.play(rng.below(position.move_count()));
                made += 1;
            }
            Node::Chance => {
                let mut chance = chance_rng(SEED, position.plies());
                position.roll(&mut chance);
            }
            Node::Decide(_) | Node::Over => return position,
        }
    }
}

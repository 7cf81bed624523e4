//! What the runner of matches costs beside the agents: games of agents that work for a millisecond a
//! move, with a journal on the disk, on one thread and on two; and how many games of agents that hardly
//! think it plays and sums up in a second of processor time.
//!
//! `cargo run --release -p ludorum-arena --example runner`

#![allow(clippy::print_stdout, reason = "a program")]

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludorum_arena::{Journal, Plan, Played, Report, RunOptions, Tally, run};
use ludorum_catalog::{Forfeit, Guest, Player, Variant, Verdict, View, Watch, open};
use ludorum_core::{Budget, Effort, Rng, Seed, Stop};

const MOVE: Duration = Duration::from_millis(1);
const GAMES: u64 = 100;

/// Works for as long as a millisecond takes on a free core, then makes any move. It counts its work
/// and not the clock, so two of them on one core take twice as long.
struct Worker {
    steps: u64,
    worked: Arc<AtomicU64>,
}

impl Guest for Worker {
    fn choose(
        &mut self,
        view: &View,
        _: &Budget,
        _: &Stop,
        rng: &mut Rng,
        _: Option<&Watch<'_>>,
    ) -> Result<Verdict, Forfeit> {
        let began = Instant::now();
        work(self.steps);
        let time = began.elapsed().as_nanos() as u64;
        self.worked.fetch_add(time, Ordering::Relaxed);
        Ok(Verdict {
            best: rng.below(view.moves().len()),
            value: None,
            effort: Effort::default(),
        })
    }
}

fn work(steps: u64) {
    let mut number = black_box(0x9e37_79b9_7f4a_7c15_u64);
    for _ in 0..steps {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
    }
    black_box(number);
}

/// How many steps of work fill a millisecond: the quickest of many tries, as others may want the
/// core too.
fn steps_in_a_move() -> u64 {
    const TRIED: u64 = 100_000;
    let time = || {
        let began = Instant::now();
        work(TRIED);
        began.elapsed()
    };
    let quickest = (0..200).map(|_| time()).min().unwrap_or(MOVE);
    (TRIED as f64 * MOVE.as_secs_f64() / quickest.as_secs_f64()) as u64
}

struct Timing {
    wall: f64,
    moves: u64,
    worked: f64,
}

impl Timing {
    /// The share of the threads' time in which no agent was at work.
    fn overhead(&self, threads: usize) -> f64 {
        1.0 - self.worked / (self.wall * threads as f64)
    }
}

fn play(plan: &Plan, threads: usize, worked: &AtomicU64) -> Result<Timing, Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("ludorum-runner-{}", std::process::id()));
    let mut journal = Journal::begin(&path, &Report::head(plan))?;
    worked.store(0, Ordering::Relaxed);
    let began = Instant::now();
    let mut moves = 0;
    let keep = |batch: &[Played]| {
        let seats = batch.iter().flat_map(|played| &played.result.seats);
        moves += seats.map(|seat| seat.moves).sum::<u64>();
        journal.append(batch.iter().map(|played| &played.result))
    };
    run(plan, &RunOptions::on(threads), &Stop::new(), keep)?;
    let wall = began.elapsed().as_secs_f64();
    journal.remove()?;
    Ok(Timing {
        wall,
        moves,
        worked: worked.load(Ordering::Relaxed) as f64 / 1e9,
    })
}

/// Agents that hardly think, and how many of their games are played.
const QUICK: [(&str, &str, u64); 2] = [
    ("tictactoe", "random", 600_000),
    ("dicewars", "naive", 20_000),
];

/// The seconds of processor time this process has taken; those on the clock where nobody counts them.
fn processor_time(began: Instant) -> f64 {
    let ticks = || -> Option<f64> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program may have anything in it, and is in brackets.
        let after = stat.rsplit_once(')')?.1;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let [user, system] = [fields.get(11)?, fields.get(12)?];
        Some((user.parse::<f64>().ok()? + system.parse::<f64>().ok()?) / 100.0)
    };
    ticks().unwrap_or_else(|| began.elapsed().as_secs_f64())
}

/// Games of a second of processor time, statistics and all.
fn quick_games(game: &str, agent: &str, games: u64) -> Result<f64, Box<dyn Error>> {
    let agents = [agent.to_owned(), agent.to_owned()];
    let plan = Plan::new(open(game)?, &agents, Seed(1), games)?;
    let began = Instant::now();
    let before = processor_time(began);
    let mut tally = Tally::new(plan.agents(), Some(plan.layout().clone()));
    run(&plan, &RunOptions::on(1), &Stop::new(), |batch| {
        batch.iter().for_each(|played| tally.add(&played.result));
        Ok::<(), Box<dyn Error>>(())
    })?;
    let report = Report::head(&plan).with_tally(&tally);
    black_box(report.with_statistics_of(&tally));
    Ok(games as f64 / (processor_time(began) - before))
}

fn main() -> Result<(), Box<dyn Error>> {
    let steps = steps_in_a_move();
    let worked = Arc::new(AtomicU64::new(0));
    let counted = worked.clone();
    let worker = move |_: &Variant, spec: &str| {
        let worked = counted.clone();
        let player = || Player::guest(spec.to_owned(), Box::new(Worker { steps, worked }));
        (spec == "worker").then(|| Ok(player()))
    };
    let variant = open("quoridor:size=5")?.inviting(Arc::new(worker));
    let agents = ["worker".to_owned(), "worker".to_owned()];
    let plan = Plan::new(variant, &agents, Seed(1), GAMES)?;
    println!("runner: {GAMES} games of quoridor:size=5, a millisecond of work for a move");
    println!("  threads   wall s    moves  ms a move  overhead");
    let mut walls = Vec::new();
    for threads in [1, 2] {
        let timing = play(&plan, threads, &worked)?;
        println!(
            "  {threads:>7} {:>8.2} {:>8} {:>10.3} {:>8.2}%",
            timing.wall,
            timing.moves,
            1e3 * timing.worked / timing.moves as f64,
            100.0 * timing.overhead(threads)
        );
        walls.push(timing.wall);
    }
    println!(
        "  two threads are {:.2} times as fast as one",
        walls[0] / walls[1]
    );
    for (game, agent, games) in QUICK {
        let speed = quick_games(game, agent, games)?;
        println!("  {game} {agent} {agent}: {speed:.0} games in a second of processor time");
    }
    Ok(())
}

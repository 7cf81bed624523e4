//! Benchmark of the match runner. Measures the overhead with agents that work for a millisecond per
//! move, with a journal on disk, on one and two threads. Also measures the number of games of very
//! fast agents that are played and tallied per second of processor time.
//!
//! `cargo run --release -p ludorum-arena --example runner`

#![allow(clippy::print_stdout, reason = "a program")]

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludorum_arena::{GameTally, PlayedGame, RunJournal, RunOptions, RunPlan, RunReport, run};
use ludorum_catalog::{ExternalPlayer, Forfeit, Player, ThinkingCallback, Variant, View, open};
use ludorum_core::{Budget, MoveChoice, Rng, Seed, StopFlag};

const MOVE: Duration = Duration::from_millis(1);
const GAMES: u64 = 100;

/// Agent that computes for a millisecond on an idle core, then makes a random move. The amount of
/// work is fixed, so two agents on one core take twice as long.
struct FixedWorkAgent {
    steps: u64,
    worked: Arc<AtomicU64>,
}

impl ExternalPlayer for FixedWorkAgent {
    fn choose(
        &mut self,
        view: &View,
        _: &Budget,
        _: &StopFlag,
        rng: &mut Rng,
        _: Option<&ThinkingCallback<'_>>,
    ) -> Result<MoveChoice<String>, Forfeit> {
        let began = Instant::now();
        work(self.steps);
        let time = began.elapsed().as_nanos() as u64;
        self.worked.fetch_add(time, Ordering::Relaxed);
        let moves = view.moves();
        Ok(MoveChoice::plain(moves[rng.below(moves.len())].clone()))
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

/// Number of work steps per millisecond, from the fastest of many measurements, because the core
/// may be shared.
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

struct RunTiming {
    wall: f64,
    moves: u64,
    worked: f64,
}

impl RunTiming {
    /// Share of the threads' time in which no agent worked.
    fn overhead(&self, threads: usize) -> f64 {
        1.0 - self.worked / (self.wall * threads as f64)
    }
}

fn play(plan: &RunPlan, threads: usize, worked: &AtomicU64) -> Result<RunTiming, Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("ludorum-runner-{}", std::process::id()));
    let mut journal = RunJournal::begin(&path, &RunReport::head(plan))?;
    worked.store(0, Ordering::Relaxed);
    let began = Instant::now();
    let mut moves = 0;
    let keep = |batch: &[PlayedGame]| {
        let seats = batch.iter().flat_map(|played| &played.result.seats);
        moves += seats.map(|seat| seat.moves).sum::<u64>();
        journal.append(batch.iter().map(|played| &played.result))
    };
    run(
        plan,
        &RunOptions::with_threads(threads),
        &StopFlag::new(),
        keep,
    )?;
    let wall = began.elapsed().as_secs_f64();
    journal.remove()?;
    Ok(RunTiming {
        wall,
        moves,
        worked: worked.load(Ordering::Relaxed) as f64 / 1e9,
    })
}

/// Game, very fast agent and number of games of each throughput measurement.
const QUICK: [(&str, &str, u64); 2] = [
    ("tictactoe", "random", 600_000),
    ("dicewars", "naive", 20_000),
];

/// Processor time of this process in seconds; wall time since `began` if it is not available.
fn processor_time(began: Instant) -> f64 {
    let ticks = || -> Option<f64> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The program name is in parentheses and may contain any character.
        let after = stat.rsplit_once(')')?.1;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let [user, system] = [fields.get(11)?, fields.get(12)?];
        Some((user.parse::<f64>().ok()? + system.parse::<f64>().ok()?) / 100.0)
    };
    ticks().unwrap_or_else(|| began.elapsed().as_secs_f64())
}

/// Measures the games played per second of processor time, statistics included.
fn quick_games(game: &str, agent: &str, games: u64) -> Result<f64, Box<dyn Error>> {
    let agents = [agent.to_owned(), agent.to_owned()];
    let plan = RunPlan::new(open(game)?, &agents, Seed(1), games)?;
    let began = Instant::now();
    let before = processor_time(began);
    let mut tally = GameTally::new(plan.agents(), Some(plan.layout().clone()));
    run(
        &plan,
        &RunOptions::with_threads(1),
        &StopFlag::new(),
        |batch| {
            batch.iter().for_each(|played| tally.add(&played.result));
            Ok::<(), Box<dyn Error>>(())
        },
    )?;
    let report = RunReport::head(&plan).with_tally(&tally);
    black_box(report.with_statistics_of(&tally));
    Ok(games as f64 / (processor_time(began) - before))
}

fn main() -> Result<(), Box<dyn Error>> {
    let steps = steps_in_a_move();
    let worked = Arc::new(AtomicU64::new(0));
    let counted = worked.clone();
    let worker = move |_: &Variant, spec: &str| {
        let worked = counted.clone();
        let player =
            || Player::external(spec.to_owned(), Box::new(FixedWorkAgent { steps, worked }));
        (spec == "worker").then(|| Ok(player()))
    };
    let variant = open("quoridor:size=5")?.with_external_players(Arc::new(worker));
    let agents = ["worker".to_owned(), "worker".to_owned()];
    let plan = RunPlan::new(variant, &agents, Seed(1), GAMES)?;
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

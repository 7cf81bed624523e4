//! Learns the weights of the YINSH champion's evaluation from games it plays against itself.
//!
//! In every round it plays games with the weights it has, a few moves at random so that games differ,
//! and fits the weights to the results by logistic regression (Buro 1995). It begins with a simple
//! guess and prints a file of weights:
//!
//! ```text
//! cargo run --release -p ludorum-agents --example tune_yinsh -- ROUNDS GAMES NODES SEED [WEIGHTS] > FILE
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::thread::{available_parallelism, scope};

use ludorum_agents::yinsh::{Flips, Outlook, WEIGHTS, features};
use ludorum_core::{Agent, Budget, Game, Node, Seed, Stop, Turn, Watcher};
use ludorum_games::Yinsh;
use ludorum_search::{Pvs, PvsConfig, Reductions, Selective};

/// One move in so many is random, after the rings, all of which are placed at random.
const RANDOM_MOVES: usize = 12;

/// How often the fit goes over all positions, and how fast it learns.
const EPOCHS: usize = 300;
const RATE: f64 = 1.0;

/// How much large weights cost.
const RIDGE: f64 = 2e-4;

/// A position: the weights that count in it, how often, and its result for the first seat.
struct Sample {
    counts: Vec<(usize, f64)>,
    result: f64,
}

fn main() {
    let args: Vec<u64> = std::env::args()
        .skip(1)
        .take(4)
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let [rounds, games, nodes, seed] = args[..] else {
        eprintln!("usage: tune_yinsh ROUNDS GAMES NODES SEED [WEIGHTS]");
        std::process::exit(2);
    };
    let mut weights = match std::env::args().nth(5) {
        None => guess(),
        Some(file) => read(&file).unwrap_or_else(|error| {
            eprintln!("{file}: {error}");
            std::process::exit(2);
        }),
    };
    let mut samples = Vec::new();
    for round in 0..rounds {
        // The games of the round before are a little out of date, but there are never too many.
        let before = std::mem::replace(
            &mut samples,
            play(&weights, games, nodes, Seed(seed).child("round", round)),
        );
        let count = samples.len();
        samples.extend(before);
        let loss = fit(&mut weights, &samples);
        samples.truncate(count);
        eprintln!("round {round}: {count} positions, loss {loss:.4}");
    }
    println!("# Learnt by: tune_yinsh {rounds} {games} {nodes} {seed}");
    println!("# The number of a weight (see outlook.rs) and the weight in units of log odds.");
    for (index, weight) in weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight != 0.0)
    {
        println!("{index} {weight:.4}");
    }
}

/// The weights in a file that an earlier run has printed.
fn read(file: &str) -> std::io::Result<[f64; WEIGHTS]> {
    let mut weights = [0.0; WEIGHTS];
    for line in std::fs::read_to_string(file)?.lines() {
        let Some((index, weight)) = line.split_once(' ') else {
            continue;
        };
        if let (Ok(index), Ok(weight)) = (index.parse::<usize>(), weight.parse())
            && index < WEIGHTS
        {
            weights[index] = weight;
        }
    }
    Ok(weights)
}

/// Something to begin with: own markers in a window, the more the better, and rings removed.
fn guess() -> [f64; WEIGHTS] {
    let mut weights = [0.0; WEIGHTS];
    let worth = [0.0, 0.01, 0.03, 0.1, 0.35, 0.45];
    for (own, worth) in worth.into_iter().enumerate() {
        for rings in 0..4 {
            weights[own * 24 + rings] = worth;
        }
    }
    for own in 0..6 {
        for other in 0..6 {
            weights[150 + own * 6 + other] = 0.5 * (own as f64 - other as f64);
        }
    }
    weights
}

fn play(weights: &[f64; WEIGHTS], games: u64, nodes: u64, seed: Seed) -> Vec<Sample> {
    let threads = available_parallelism().map_or(1, |threads| threads.get() as u64);
    scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let mine = (0..games).filter(move |game| game % threads == worker);
                scope.spawn(move || {
                    let samples =
                        mine.map(|game| play_game(weights, nodes, seed.child("game", game)));
                    samples.flatten().collect::<Vec<Sample>>()
                })
            })
            .collect();
        let samples = workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"));
        samples.flatten().collect()
    })
}

fn play_game(weights: &[f64; WEIGHTS], nodes: u64, seed: Seed) -> Vec<Sample> {
    let game = Yinsh::new(3);
    let config = PvsConfig {
        budget: Budget::nodes(nodes),
        table_mib: 1,
        selective: Selective {
            reductions: Some(Reductions { full: 4, step: 12 }),
            idle_reduction: Some(2),
            forced_moves_free: true,
            ..Selective::default()
        },
        ..PvsConfig::default()
    };
    let mut player = Pvs::new(config, Outlook::new(weights), Flips);
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    while let Node::Decide(seat) = game.node(&state) {
        moves.clear();
        game.moves(&state, &mut moves);
        if state.step().is_move() {
            seen.push(state);
        }
        let is_random =
            !state.step().is_move() && !state.step().is_ring() && !state.step().is_row();
        let mv = if is_random || rng.below(RANDOM_MOVES) == 0 {
            *rng.pick(&moves).expect("a move")
        } else {
            let turn = Turn {
                game: &game,
                seat,
                view: &state,
                moves: &moves,
                budget: &Budget::UNLIMITED,
                stop: &Stop::new(),
                watcher: Watcher::NOBODY,
            };
            player.choose(&turn, &mut rng).best
        };
        game.make(&mut state, mv);
    }
    let utilities = game.outcome(&state).expect("the game is over").utilities();
    let result = (utilities.as_slice()[0] + 1.0) / 2.0;
    let sample = |state| Sample {
        counts: features(&state)
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count != 0.0)
            .collect(),
        result,
    };
    seen.into_iter().map(sample).collect()
}

/// Fits the weights by gradient descent with momentum, and returns the loss in bits of a half.
fn fit(weights: &mut [f64; WEIGHTS], samples: &[Sample]) -> f64 {
    let mut momentum = [0.0; WEIGHTS];
    let mut squares = [1e-8; WEIGHTS];
    let mut loss = 0.0;
    for epoch in 1..=EPOCHS {
        let mut slope = [0.0; WEIGHTS];
        loss = 0.0;
        for sample in samples {
            let sum: f64 = sample
                .counts
                .iter()
                .map(|&(index, count)| weights[index] * count)
                .sum();
            let odds = 1.0 / (1.0 + (-sum).exp());
            let error = odds - sample.result;
            loss -= sample.result * odds.max(1e-12).ln()
                + (1.0 - sample.result) * (1.0 - odds).max(1e-12).ln();
            for &(index, count) in &sample.counts {
                slope[index] += error * count;
            }
        }
        let count = samples.len() as f64;
        loss /= count;
        // Adam (Kingma and Ba 2015), with a rate that falls.
        let rate = 0.02 * RATE * (1.0 - epoch as f64 / (EPOCHS + 1) as f64);
        for index in 0..WEIGHTS {
            let slope = slope[index] / count + RIDGE * weights[index];
            momentum[index] = 0.9 * momentum[index] + 0.1 * slope;
            squares[index] = 0.99 * squares[index] + 0.01 * slope * slope;
            let unbiased = momentum[index] / (1.0 - 0.9_f64.powi(epoch as i32));
            let spread = squares[index] / (1.0 - 0.99_f64.powi(epoch as i32));
            weights[index] -= rate * unbiased / (spread.sqrt() + 1e-6);
        }
    }
    loss
}

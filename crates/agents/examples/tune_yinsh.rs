//! Trains the weights of the YINSH champion's evaluation by self-play.
//!
//! Each round plays games with the current weights, some moves at random for variety, and fits the
//! weights to the results by logistic regression (Buro 1995). The initial weights are set by hand.
//! The printed weight file depends only on the four arguments, not on machine or threads:
//!
//! ```text
//! cargo run --release -p ludorum-agents --example tune_yinsh -- ROUNDS GAMES NODES SEED > FILE
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

use std::thread::{available_parallelism, scope};

use libm::{exp, log};
use ludorum_agents::yinsh::{
    WEIGHTS, YinshEvaluation, YinshMoveHints, champion_search_config, features,
};
use ludorum_core::{Agent, Budget, Game, NodeKind, ProgressCallback, Seed, StopFlag, TurnContext};
use ludorum_games::Yinsh;
use ludorum_search::{Pvs, PvsConfig};

/// One move in this many is random; rings are always placed at random.
const RANDOM_MOVES: usize = 12;

/// Number of epochs of the fit.
const EPOCHS: usize = 300;
/// Factor on the learning rate of the fit.
const RATE: f64 = 1.0;

/// Weight of the L2 penalty.
const RIDGE: f64 = 2e-4;

/// Training sample: non-zero features of a position, and the result for the first seat (0 to 1).
struct TrainingSample {
    counts: Vec<(usize, f64)>,
    result: f64,
}

fn main() {
    let args = std::env::args().skip(1);
    let numbers: Result<Vec<u64>, _> = args.map(|arg| arg.parse()).collect();
    let Ok(&[rounds, games, nodes, seed]) = numbers.as_deref() else {
        eprintln!("usage: tune_yinsh ROUNDS GAMES NODES SEED");
        std::process::exit(2);
    };
    let threads = available_parallelism().map_or(1, |threads| threads.get() as u64);
    let weights = learn(rounds, games, nodes, Seed(seed), threads);
    println!("# Trained by: tune_yinsh {rounds} {games} {nodes} {seed}");
    println!("# Index of a weight (see evaluation.rs) and the weight in units of log odds.");
    let known = |weight: &(usize, &f64)| *weight.1 != 0.0;
    for (index, weight) in weights.iter().enumerate().filter(known) {
        println!("{index} {weight:.4}");
    }
}

/// Alternates self-play and fitting; returns the final weights.
fn learn(rounds: u64, games: u64, nodes: u64, seed: Seed, threads: u64) -> [f64; WEIGHTS] {
    let mut weights = guess();
    let mut samples = Vec::new();
    for round in 0..rounds {
        // Games of the previous round are slightly outdated, but more data helps.
        let before = std::mem::replace(
            &mut samples,
            play(&weights, games, nodes, seed.child("round", round), threads),
        );
        let count = samples.len();
        samples.extend(before);
        let loss = fit(&mut weights, &samples);
        samples.truncate(count);
        eprintln!("round {round}: {count} positions, loss {loss:.4}");
    }
    weights
}

/// Initial weights, set by hand for markers in a window and rings removed.
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

/// Plays the games of a round on several threads; returns their samples in game order.
fn play(
    weights: &[f64; WEIGHTS],
    games: u64,
    nodes: u64,
    seed: Seed,
    threads: u64,
) -> Vec<TrainingSample> {
    let mut played: Vec<(u64, Vec<TrainingSample>)> = scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let mine = (0..games).filter(move |game| game % threads == worker);
                let play = move |game| (game, play_game(weights, nodes, seed.child("game", game)));
                scope.spawn(move || mine.map(play).collect::<Vec<_>>())
            })
            .collect();
        let played = workers.into_iter().map(|worker| worker.join());
        played.flat_map(|games| games.expect("no panic")).collect()
    });
    played.sort_by_key(|(game, _)| *game);
    played
        .into_iter()
        .flat_map(|(_, samples)| samples)
        .collect()
}

fn play_game(weights: &[f64; WEIGHTS], nodes: u64, seed: Seed) -> Vec<TrainingSample> {
    let game = Yinsh::new(3);
    let config = PvsConfig {
        budget: Budget::nodes(nodes),
        table_mib: 1,
        ..champion_search_config()
    };
    let mut player = Pvs::new(config, YinshEvaluation::new(weights), YinshMoveHints);
    let mut rng = seed.rng();
    let mut state = game.initial(seed);
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    while let NodeKind::Decide(seat) = game.node(&state) {
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
            let turn = TurnContext {
                game: &game,
                seat,
                view: &state,
                moves: &moves,
                budget: &Budget::UNLIMITED,
                stop: &StopFlag::new(),
                progress: ProgressCallback::NONE,
            };
            player.choose(&turn, &mut rng).best
        };
        game.make(&mut state, mv);
    }
    let utilities = game.outcome(&state).expect("the game is over").utilities();
    let result = (utilities.as_slice()[0] + 1.0) / 2.0;
    let sample = |state| TrainingSample {
        counts: features(&state)
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count != 0.0)
            .collect(),
        result,
    };
    seen.into_iter().map(sample).collect()
}

/// Fits the weights by Adam (Kingma and Ba 2015) and returns the cross-entropy. Uses `libm` for
/// equal results on every platform.
fn fit(weights: &mut [f64; WEIGHTS], samples: &[TrainingSample]) -> f64 {
    let mut momentum = [0.0; WEIGHTS];
    let mut squares = [1e-8; WEIGHTS];
    let mut loss = 0.0;
    let (mut momentum_bias, mut spread_bias) = (1.0, 1.0);
    for epoch in 1..=EPOCHS {
        let mut gradient = [0.0; WEIGHTS];
        loss = 0.0;
        for sample in samples {
            let sum: f64 = sample
                .counts
                .iter()
                .map(|&(index, count)| weights[index] * count)
                .sum();
            let odds = 1.0 / (1.0 + exp(-sum));
            let error = odds - sample.result;
            loss -= sample.result * log(odds.max(1e-12))
                + (1.0 - sample.result) * log((1.0 - odds).max(1e-12));
            for &(index, count) in &sample.counts {
                gradient[index] += error * count;
            }
        }
        let count = samples.len() as f64;
        loss /= count;
        // Adam with a decaying learning rate.
        let rate = 0.02 * RATE * (1.0 - epoch as f64 / (EPOCHS + 1) as f64);
        momentum_bias *= 0.9;
        spread_bias *= 0.99;
        for index in 0..WEIGHTS {
            let gradient = gradient[index] / count + RIDGE * weights[index];
            momentum[index] = 0.9 * momentum[index] + 0.1 * gradient;
            squares[index] = 0.99 * squares[index] + 0.01 * gradient * gradient;
            let unbiased = momentum[index] / (1.0 - momentum_bias);
            let spread = squares[index] / (1.0 - spread_bias);
            weights[index] -= rate * unbiased / (spread.sqrt() + 1e-6);
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_depends_on_the_seed_and_not_on_the_threads() {
        let learnt = |seed, threads| learn(2, 5, 20, Seed(seed), threads);
        assert_eq!(learnt(1, 1), learnt(1, 3));
        assert_ne!(learnt(1, 1), learnt(2, 1));
    }
}

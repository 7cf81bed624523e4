//! Plays the games of a plan on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{iter, thread};

use ludorum_catalog::{BusyThreadGuard, ObservedExpectedCounts};
use ludorum_core::StopFlag;
use ludorum_record::GameRecord;

use crate::game::{GameResult, GameRunner, RecordMode};
use crate::{GameIndexSet, RunPlan, RunShard};

/// Finished game of a run: its result, its record of moves (if recorded) and its event counts.
#[derive(Debug)]
pub struct PlayedGame {
    /// Result of the game.
    pub result: GameResult,
    /// Record of the moves; `None` if recording is off.
    pub record: Option<GameRecord>,
    /// Observed and expected event counts, by requested statistic, seat and event class.
    pub counts: Vec<Vec<Vec<ObservedExpectedCounts>>>,
}

/// Options for playing a plan: games to play or skip, number of threads, recording of moves.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Part of the plan to play; the default is the entire plan.
    pub shard: RunShard,
    /// Indices of games that are already played and are skipped.
    pub done: GameIndexSet,
    /// Number of games to run in parallel, each on its own thread.
    pub threads: usize,
    /// Switch for recording the moves of the games.
    pub records: RecordMode,
}

impl RunOptions {
    /// Options to play all games of a plan on `threads` threads, without recording moves.
    pub fn with_threads(threads: usize) -> RunOptions {
        RunOptions {
            shard: RunShard::WHOLE,
            done: GameIndexSet::default(),
            threads,
            records: RecordMode::Off,
        }
    }
}

/// Maximum number of finished games in the queue for `on_games`; worker threads block when it is
/// full.
const QUEUE_CAPACITY: usize = 4096;
/// Pause after a batch of finished games: waking up for every game costs more than a quick game.
const BATCH_PAUSE: Duration = Duration::from_millis(1);

/// Plays games of a plan and passes finished games to `on_games` in batches. Stores no games.
///
/// `on_games` runs on the calling thread and receives games in the order in which they end. If it
/// returns an error, or `stop` is raised, games in progress are abandoned.
///
/// # Errors
/// The error that `on_games` returned.
pub fn run<E>(
    plan: &RunPlan,
    options: &RunOptions,
    stop: &StopFlag,
    on_games: impl FnMut(&[PlayedGame]) -> Result<(), E>,
) -> Result<(), E> {
    run_measured(plan, options, &[], stop, on_games)
}

/// Plays games of a plan like [`run`] and counts the events of the named
/// [`Variant::measures`](ludorum_catalog::Variant::measures).
///
/// # Errors
/// The error that `on_games` returned.
///
/// # Panics
/// If the game has no measure with one of the names.
pub fn run_measured<E>(
    plan: &RunPlan,
    options: &RunOptions,
    measures: &[&str],
    stop: &StopFlag,
    mut on_games: impl FnMut(&[PlayedGame]) -> Result<(), E>,
) -> Result<(), E> {
    let RunOptions { shard, done, .. } = options;
    // Games are numbered, not listed: the list of a long plan would not fit in memory.
    let games = shard.games(plan);
    let missing = games.saturating_sub(done.len());
    let most_threads = usize::try_from(missing.max(1)).unwrap_or(usize::MAX);
    let next = AtomicU64::new(0);
    let mut outcome = Ok(());
    let threads = options.threads.clamp(1, most_threads);
    let block = plan.layout().block_games();
    let alone = block.saturating_mul(4 * threads as u64);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(QUEUE_CAPACITY);
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                // The thread counts as busy between moves too, so that other games' searches leave
                // it its core.
                let _busy = BusyThreadGuard::enter();
                let mut runner = GameRunner::new(plan, options.records, measures);
                loop {
                    // A thread takes a full block, because the block's games share a setup. Near
                    // the end it takes single games, so that the other threads do not wait for the
                    // last block.
                    let left = games.saturating_sub(next.load(Ordering::Relaxed));
                    let taken = if left > alone { block } else { 1 };
                    let first = next.fetch_add(taken, Ordering::Relaxed);
                    if first >= games {
                        return;
                    }
                    for index in first..games.min(first + taken) {
                        let game = shard.game(plan, index);
                        if done.contains(game) {
                            continue;
                        }
                        let Some(played) = runner.play(game, stop) else {
                            return;
                        };
                        if sender.send(played).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        while let Ok(first) = receiver.recv() {
            let others = receiver.try_iter().take(QUEUE_CAPACITY);
            let batch: Vec<PlayedGame> = iter::once(first).chain(others).collect();
            if outcome.is_ok() {
                outcome = on_games(&batch);
                if outcome.is_err() {
                    stop.raise();
                }
            }
            if batch.len() > 1 {
                thread::sleep(BATCH_PAUSE);
            }
        }
    });
    outcome
}

/// Plays all games of a plan and returns their results in game order; fewer if `stop` was raised.
/// Holds all results in memory.
pub fn play_all(plan: &RunPlan, threads: usize, stop: &StopFlag) -> Vec<GameResult> {
    let mut results = Vec::new();
    let Ok(()) = run(plan, &RunOptions::with_threads(threads), stop, |batch| {
        results.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    results.sort_by_key(|result| result.game);
    results
}

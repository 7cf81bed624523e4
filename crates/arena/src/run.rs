//! Plays the games of a plan on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{iter, thread};

use ludorum_catalog::{BusyThreadGuard, TrialCounts};
use ludorum_core::StopFlag;
use ludorum_record::GameRecord;

use crate::game::{GameResult, GameRunner, RecordMode};
use crate::{GameSet, RunPlan, Shard};

/// A finished game: result, optional record and measure counts.
#[derive(Debug)]
pub struct PlayedGame {
    /// Result of the game.
    pub result: GameResult,
    /// Record of the moves, if recording is on.
    pub record: Option<GameRecord>,
    /// Counts by measure, seat and class of cases.
    pub counts: Vec<Vec<Vec<TrialCounts>>>,
}

/// Options of a run: games, threads and recording.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Part of the plan to play.
    pub shard: Shard,
    /// Games already played, which are skipped.
    pub done: GameSet,
    /// Games to run in parallel.
    pub threads: usize,
    /// Recording of the moves.
    pub records: RecordMode,
}

impl RunOptions {
    /// Options to play all games on `threads` threads, without records.
    pub fn with_threads(threads: usize) -> RunOptions {
        RunOptions {
            shard: Shard::WHOLE,
            done: GameSet::default(),
            threads,
            records: RecordMode::Off,
        }
    }
}

/// Finished games that may wait for `on_games`; when the queue is full, worker threads block.
const QUEUE_CAPACITY: usize = 4096;
/// Pause between batches: waking up for each game would cost more than a quick game.
const BATCH_PAUSE: Duration = Duration::from_millis(1);

/// Plays games of a plan and passes each finished game to `on_games`. Keeps none of them.
///
/// `on_games` runs on the calling thread. It gets games in no particular order, several at once if
/// they ended while it was busy. If it returns an error, or `stop` is raised, games in progress are
/// abandoned.
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

/// Like [`run`], but also takes measures, named as in
/// [`Variant::measures`](ludorum_catalog::Variant::measures).
///
/// # Errors
/// The error that `on_games` returned.
///
/// # Panics
/// If the game has no such measure.
pub fn run_measured<E>(
    plan: &RunPlan,
    options: &RunOptions,
    measures: &[&str],
    stop: &StopFlag,
    mut on_games: impl FnMut(&[PlayedGame]) -> Result<(), E>,
) -> Result<(), E> {
    let RunOptions { shard, done, .. } = options;
    // The games are counted, not listed: a long plan would not fit in memory.
    let games = shard.games(plan);
    let missing = games.saturating_sub(done.len());
    let most_threads = usize::try_from(missing.max(1)).unwrap_or(usize::MAX);
    let next = AtomicU64::new(0);
    let mut outcome = Ok(());
    let threads = options.threads.clamp(1, most_threads);
    let block = plan.layout().block_games();
    // The last games are handed out one by one.
    let alone = block.saturating_mul(4 * threads as u64);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(QUEUE_CAPACITY);
        for _ in 0..threads {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                // Also between moves: searches of other games must not take this core.
                let _busy = BusyThreadGuard::enter();
                let mut runner = GameRunner::new(plan, options.records, measures);
                loop {
                    // Games of a block share their setup, so whole blocks are taken. Near the end,
                    // single games are taken so that no thread waits for the last block.
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

/// Plays all games of a plan and returns the results in order; fewer if `stop` was raised. Memory
/// grows with the number of games.
pub fn play_all(plan: &RunPlan, threads: usize, stop: &StopFlag) -> Vec<GameResult> {
    let mut results = Vec::new();
    let Ok(()) = run(plan, &RunOptions::with_threads(threads), stop, |batch| {
        results.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    results.sort_by_key(|result| result.game);
    results
}

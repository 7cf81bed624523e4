//! Plays the games of a plan on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use ludorum_catalog::BusyThread;
use ludorum_core::Stop;
use ludorum_record::Record;

use crate::game::{GamePlayer, GameResult, Records};
use crate::{GameSet, Plan, Shard};

/// A game that has just been finished.
#[derive(Debug)]
pub struct Played {
    /// How it went.
    pub result: GameResult,
    /// Its moves, if they were wanted.
    pub record: Option<Record>,
}

/// Which games of a plan are played, and how.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The part of the plan.
    pub shard: Shard,
    /// Games that need not be played again.
    pub done: GameSet,
    /// How many games at a time.
    pub threads: usize,
    /// Whether records are wanted.
    pub records: Records,
}

impl RunOptions {
    /// All games, on so many threads, without records.
    pub fn on(threads: usize) -> RunOptions {
        RunOptions {
            shard: Shard::WHOLE,
            done: GameSet::default(),
            threads,
            records: Records::None,
        }
    }
}

/// So many games may wait for `on_games` before threads do.
const MOST_WAITING: usize = 4096;

/// Plays games of a plan and tells of each as it ends; nothing is kept here.
///
/// `on_games` is called on the calling thread, with games in no particular order, and with several at
/// once if they ended while it was busy with those before. When it answers with an error, or `stop` is
/// raised, games in progress are given up.
///
/// # Errors
/// What `on_games` answered.
pub fn run<E>(
    plan: &Plan,
    options: &RunOptions,
    stop: &Stop,
    mut on_games: impl FnMut(&[Played]) -> Result<(), E>,
) -> Result<(), E> {
    let RunOptions { shard, done, .. } = options;
    // Games are counted, not listed: a plan may have more of them than there is memory.
    let games = shard.games(plan);
    let missing = games.saturating_sub(done.len());
    let most_threads = usize::try_from(missing.max(1)).unwrap_or(usize::MAX);
    let next = AtomicU64::new(0);
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
        for _ in 0..options.threads.clamp(1, most_threads) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                // Also between moves: a search in another game is not to take this core.
                let _busy = BusyThread::enter();
                let mut player = GamePlayer::new(plan, options.records);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        return;
                    }
                    let game = shard.game(plan, index);
                    if done.contains(game) {
                        continue;
                    }
                    let Some(played) = player.play(game, stop) else {
                        return;
                    };
                    // The receiver is gone only when the run is being given up.
                    if sender.send(played).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        while let Ok(first) = receiver.recv() {
            let batch: Vec<Played> = std::iter::once(first).chain(receiver.try_iter()).collect();
            if outcome.is_ok() {
                outcome = on_games(&batch);
                if outcome.is_err() {
                    stop.raise();
                }
            }
        }
    });
    outcome
}

/// The results of all games of a plan, in order; fewer if `stop` was raised. For runs of which every
/// game is looked at again: memory grows with their number.
pub fn play_all(plan: &Plan, threads: usize, stop: &Stop) -> Vec<GameResult> {
    let mut results = Vec::new();
    let Ok(()) = run(plan, &RunOptions::on(threads), stop, |batch| {
        results.extend(batch.iter().map(|played| played.result.clone()));
        Ok::<(), Infallible>(())
    });
    results.sort_by_key(|result| result.game);
    results
}

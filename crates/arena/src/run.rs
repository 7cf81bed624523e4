//! Plays the games of a plan on several threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use ludorum_catalog::BusyThread;
use ludorum_core::Stop;
use ludorum_record::Record;

use crate::game::{GameResult, play_game};
use crate::{Plan, Shard};

/// A game that has just been finished.
#[derive(Debug)]
pub struct Played {
    /// How it went.
    pub result: GameResult,
    /// Its moves.
    pub record: Record,
}

/// Plays all games of a shard of the plan that are not in `done`, and returns all games in order.
///
/// `on_games` is told of games as they end, on the calling thread, in no particular order, and of
/// several at once if they ended while it was busy with those before. When it answers with an error,
/// or `stop` is raised, games in progress are given up and the finished ones returned.
///
/// # Errors
/// What `on_games` answered.
pub fn run<E>(
    plan: &Plan,
    shard: Shard,
    done: Vec<GameResult>,
    threads: usize,
    stop: &Stop,
    mut on_games: impl FnMut(&[Played]) -> Result<(), E>,
) -> Result<Vec<GameResult>, E> {
    let played: HashSet<u64> = done.iter().map(|result| result.game).collect();
    // Games are counted, not listed: a plan may have more of them than there is memory.
    let games = shard.games(plan);
    let missing = games.saturating_sub(played.len() as u64);
    let most_threads = usize::try_from(missing.max(1)).unwrap_or(usize::MAX);
    let next = AtomicU64::new(0);
    let mut results = done;
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, most_threads) {
            let sender = sender.clone();
            let (played, next) = (&played, &next);
            scope.spawn(move || {
                // Also between moves: a search in another game is not to take this core.
                let _busy = BusyThread::enter();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        return;
                    }
                    let game = shard.game(plan, index);
                    if played.contains(&game) {
                        continue;
                    }
                    let Some((result, record)) = play_game(plan, game, stop) else {
                        return;
                    };
                    // The receiver is gone only when the run is being given up.
                    if sender.send(Played { result, record }).is_err() {
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
            results.extend(batch.into_iter().map(|played| played.result));
        }
    });
    results.sort_by_key(|result| result.game);
    outcome.map(|()| results)
}

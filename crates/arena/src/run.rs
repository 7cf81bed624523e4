//! Plays the games of a plan on several threads.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use ludorum_core::Stop;
use ludorum_record::Record;

use crate::Plan;
use crate::game::{GameResult, play_game};

/// A game that has just been finished.
#[derive(Debug)]
pub struct Played {
    /// How it went.
    pub result: GameResult,
    /// Its moves.
    pub record: Record,
}

/// Plays all games of the plan that are not in `done`, and returns all of them in order.
///
/// `on_game` is told of every game as it ends, on the calling thread, in no particular order. When
/// it answers with an error, or `stop` is raised, games in progress are given up and the finished
/// ones returned.
///
/// # Errors
/// What `on_game` answered.
pub fn run<E>(
    plan: &Plan,
    done: Vec<GameResult>,
    threads: usize,
    stop: &Stop,
    mut on_game: impl FnMut(&Played) -> Result<(), E>,
) -> Result<Vec<GameResult>, E> {
    let played: HashSet<u64> = done.iter().map(|result| result.game).collect();
    // Games are counted, not listed: a plan may have more of them than there is memory.
    let missing = plan.games() - played.len() as u64;
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
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= plan.games() {
                        return;
                    }
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
        for played in receiver {
            if outcome.is_ok() {
                outcome = on_game(&played);
                if outcome.is_err() {
                    stop.raise();
                }
            }
            results.push(played.result);
        }
    });
    results.sort_by_key(|result| result.game);
    outcome.map(|()| results)
}

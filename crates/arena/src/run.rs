//! Plays the games of a plan on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ludorum_catalog::{BusyThread, Count};
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
    /// What was counted: for each measure that was wanted, for each seat, a count for each class of cases.
    pub counts: Vec<Vec<Vec<Count>>>,
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
/// Games are taken no more often than this: waking up for each would take longer than a quick game.
const PAUSE: Duration = Duration::from_millis(1);

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
    on_games: impl FnMut(&[Played]) -> Result<(), E>,
) -> Result<(), E> {
    run_measured(plan, options, &[], stop, on_games)
}

/// The same, and takes measures of the game while it is played; they are the names of
/// [`Variant::measures`](ludorum_catalog::Variant::measures).
///
/// # Errors
/// What `on_games` answered.
///
/// # Panics
/// If the game has no such measure.
pub fn run_measured<E>(
    plan: &Plan,
    options: &RunOptions,
    measures: &[&str],
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
    let threads = options.threads.clamp(1, most_threads);
    let ended = &Mailbox::new(threads);
    let block = plan.layout().block_games();
    // The last games are handed out one by one.
    let alone = block.saturating_mul(4 * threads as u64);
    thread::scope(|scope| {
        for _ in 0..threads {
            let next = &next;
            scope.spawn(move || {
                let sender = Sender(ended);
                // Also between moves: a search in another game is not to take this core.
                let _busy = BusyThread::enter();
                let mut player = GamePlayer::new(plan, options.records, measures);
                loop {
                    // Whole blocks share the making of their setup; towards the end nobody should wait
                    // for the last one.
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
                        let Some(played) = player.play(game, stop) else {
                            return;
                        };
                        sender.send(played);
                    }
                }
            });
        }
        let mut batch = Vec::new();
        while ended.take(&mut batch) {
            if outcome.is_ok() {
                outcome = on_games(&batch);
                if outcome.is_err() {
                    stop.raise();
                }
            }
            if batch.len() > 1 {
                thread::sleep(PAUSE);
            }
            batch.clear();
        }
    });
    outcome
}

/// Games that have ended and were not told yet.
struct Mailbox {
    inside: Mutex<Inside>,
    /// There are games, or no thread is left.
    filled: Condvar,
    /// There is room for more.
    emptied: Condvar,
}

struct Inside {
    games: Vec<Played>,
    threads: usize,
}

impl Mailbox {
    fn new(threads: usize) -> Mailbox {
        Mailbox {
            inside: Mutex::new(Inside {
                games: Vec::new(),
                threads,
            }),
            filled: Condvar::new(),
            emptied: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for games and takes all there are; returns whether there are any.
    fn take(&self, batch: &mut Vec<Played>) -> bool {
        let mut inside = self.lock();
        while inside.games.is_empty() && inside.threads > 0 {
            let woken = self.filled.wait(inside);
            inside = woken.unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::swap(&mut inside.games, batch);
        if batch.len() >= MOST_WAITING {
            self.emptied.notify_all();
        }
        !batch.is_empty()
    }
}

/// The end of a mailbox that a thread holds.
struct Sender<'a>(&'a Mailbox);

impl Sender<'_> {
    fn send(&self, game: Played) {
        let mut inside = self.0.lock();
        while inside.games.len() >= MOST_WAITING {
            let woken = self.0.emptied.wait(inside);
            inside = woken.unwrap_or_else(PoisonError::into_inner);
        }
        inside.games.push(game);
        let is_first = inside.games.len() == 1;
        drop(inside);
        if is_first {
            self.0.filled.notify_one();
        }
    }
}

impl Drop for Sender<'_> {
    /// Also a thread that panics leaves.
    fn drop(&mut self) {
        self.0.lock().threads -= 1;
        self.0.filled.notify_one();
    }
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

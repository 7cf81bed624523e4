//! Loads the live tables in the background after a restart. Tables that clients request are loaded
//! first.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use ludorum_protocol::lobby::TableLoadProgress;
use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, Semaphore, watch};

/// Minimum time between two log lines about the loading progress.
const LOG_EVERY: Duration = Duration::from_secs(2);

/// The tables still to be loaded after a restart, with locks that prevent loading a table twice.
pub(crate) struct TableLoadQueue {
    pending: Mutex<UnloadedTableSet>,
    /// One lock for each table that is being loaded.
    locks: Mutex<HashMap<String, Weak<AsyncMutex<()>>>>,
    /// Limits how many tables are loaded in parallel, since loading is CPU-bound.
    pub(crate) at_once: Semaphore,
    progress: watch::Sender<TableLoadProgress>,
}

#[derive(Debug)]
struct UnloadedTableSet {
    ids: BTreeSet<String>,
    total: usize,
    logged: Instant,
}

impl TableLoadQueue {
    pub(crate) fn new() -> TableLoadQueue {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        TableLoadQueue {
            pending: Mutex::new(UnloadedTableSet {
                ids: BTreeSet::new(),
                total: 0,
                logged: Instant::now(),
            }),
            locks: Mutex::default(),
            at_once: Semaphore::new(threads.max(2)),
            progress: watch::Sender::new(TableLoadProgress::default()),
        }
    }

    /// Sets the ids of the tables to load.
    pub(crate) fn begin(&self, ids: &[String]) {
        let mut pending = self.pending.lock();
        pending.ids = ids.iter().cloned().collect();
        pending.total = pending.ids.len();
        pending.logged = Instant::now();
        let tables = pending.total;
        match tables {
            0 => tracing::info!(tables, "no tables to load"),
            _ => tracing::info!(tables, "loading tables"),
        }
        self.progress.send_replace(pending.progress());
    }

    pub(crate) fn is_pending(&self, id: &str) -> bool {
        self.pending.lock().ids.contains(id)
    }

    /// Number of tables still to be loaded.
    pub(crate) fn left(&self) -> usize {
        self.pending.lock().ids.len()
    }

    /// The loading progress. `None` when all tables are loaded.
    pub(crate) fn progress(&self) -> Option<TableLoadProgress> {
        let progress = *self.progress.borrow();
        (progress.done < progress.total).then_some(progress)
    }

    /// Marks a table as no longer pending: it was loaded, or loading it failed.
    pub(crate) fn done(&self, id: &str) {
        let mut pending = self.pending.lock();
        if !pending.ids.remove(id) {
            return;
        }
        let progress = pending.progress();
        let TableLoadProgress { done, total } = progress;
        if pending.ids.is_empty() {
            tracing::info!(tables = total, "all tables are loaded");
        } else if pending.logged.elapsed() >= LOG_EVERY {
            pending.logged = Instant::now();
            tracing::info!(done, total, "loading tables");
        }
        self.progress.send_replace(progress);
    }

    /// Waits until no table is left to be loaded.
    pub(crate) async fn wait_until_loaded(&self) {
        let mut progress = self.progress.subscribe();
        let is_over = |progress: &TableLoadProgress| progress.done == progress.total;
        // The sender is alive, so this cannot fail.
        let _ = progress.wait_for(is_over).await;
    }

    /// The lock for loading a table, shared by all requests for it.
    pub(crate) fn lock_for(&self, id: &str) -> Arc<AsyncMutex<()>> {
        let mut locks = self.locks.lock();
        if let Some(lock) = locks.get(id).and_then(Weak::upgrade) {
            return lock;
        }
        locks.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        locks.insert(id.to_owned(), Arc::downgrade(&lock));
        lock
    }
}

impl UnloadedTableSet {
    fn progress(&self) -> TableLoadProgress {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        TableLoadProgress {
            done: count(self.total - self.ids.len()),
            total: count(self.total),
        }
    }
}

//! The tables of the last run, loaded in the background after a start. Who asks for one does not wait
//! for the others.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use ludorum_protocol::lobby::LoadProgress;
use tokio::sync::{Mutex as Turn, Semaphore, watch};

/// How often the log says how far loading has got.
const LOG_EVERY: Duration = Duration::from_secs(2);

/// The tables that are still to be loaded, and those being loaded just now.
pub(crate) struct Loading {
    pending: Mutex<Pending>,
    /// A turn for each table that is being loaded, so that none is loaded twice.
    turns: Mutex<HashMap<String, Weak<Turn<()>>>>,
    /// Loading is work for the processor: more at once would only slow each other down.
    pub(crate) at_once: Semaphore,
    progress: watch::Sender<LoadProgress>,
}

#[derive(Debug)]
struct Pending {
    ids: BTreeSet<String>,
    total: usize,
    logged: Instant,
}

impl Loading {
    pub(crate) fn new() -> Loading {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Loading {
            pending: Mutex::new(Pending {
                ids: BTreeSet::new(),
                total: 0,
                logged: Instant::now(),
            }),
            turns: Mutex::default(),
            at_once: Semaphore::new(threads.max(2)),
            progress: watch::Sender::new(LoadProgress::default()),
        }
    }

    /// Notes the tables that are to be loaded.
    pub(crate) fn begin(&self, ids: &[String]) {
        let mut pending = self.pending();
        pending.ids = ids.iter().cloned().collect();
        pending.total = pending.ids.len();
        pending.logged = Instant::now();
        let tables = pending.total;
        match tables {
            0 => tracing::info!(tables, "there are no tables to go on with"),
            _ => tracing::info!(tables, "loading tables"),
        }
        self.progress.send_replace(pending.progress());
    }

    /// Whether a table is still to be loaded.
    pub(crate) fn is_pending(&self, id: &str) -> bool {
        self.pending().ids.contains(id)
    }

    /// The number of tables that are still to be loaded.
    pub(crate) fn left(&self) -> usize {
        self.pending().ids.len()
    }

    /// How far it has got; none when all are loaded.
    pub(crate) fn progress(&self) -> Option<LoadProgress> {
        let progress = *self.progress.borrow();
        (progress.done < progress.total).then_some(progress)
    }

    /// Notes that a table is loaded, or cannot be.
    pub(crate) fn done(&self, id: &str) {
        let mut pending = self.pending();
        if !pending.ids.remove(id) {
            return;
        }
        let progress = pending.progress();
        let LoadProgress { done, total } = progress;
        if pending.ids.is_empty() {
            tracing::info!(tables = total, "tables go on where they were");
        } else if pending.logged.elapsed() >= LOG_EVERY {
            pending.logged = Instant::now();
            tracing::info!(done, total, "loading tables");
        }
        self.progress.send_replace(progress);
    }

    /// Waits until all tables are loaded.
    pub(crate) async fn ended(&self) {
        let mut progress = self.progress.subscribe();
        let is_over = |progress: &LoadProgress| progress.done == progress.total;
        // The sender is here, so this cannot fail.
        let _ = progress.wait_for(is_over).await;
    }

    /// The turn to load a table, the same for all who want it at once.
    pub(crate) fn turn(&self, id: &str) -> Arc<Turn<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(id).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(id.to_owned(), Arc::downgrade(&turn));
        turn
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    fn progress(&self) -> LoadProgress {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        LoadProgress {
            done: count(self.total - self.ids.len()),
            total: count(self.total),
        }
    }
}

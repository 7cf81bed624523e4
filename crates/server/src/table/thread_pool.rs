//! Search threads: leased through a fair queue, and preempted for requests that rank higher.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludorum_core::{PauseGate, StopFlag};
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::fair_queue::{FairQueue, SearchThreadRequest};

/// Minimum interval between two preemption checks of a search.
const YIELD_CHECK_EVERY: Duration = Duration::from_millis(5);

/// Interval at which a preempted search checks for cancellation.
const STOP_CHECK_EVERY: Duration = Duration::from_millis(20);

/// Pool of search threads, assigned by a fair queue. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct FairThreadPool(Arc<ThreadPoolState>);

/// State shared by a pool and its leases.
#[derive(Debug)]
struct ThreadPoolState {
    queue: Mutex<FairQueue>,
    /// Condition variable, notified whenever threads are reassigned.
    changed: Condvar,
    /// True if a request is waiting for a thread. Otherwise searches skip the preemption check.
    is_contended: AtomicBool,
    began: Instant,
}

/// Lease of a search thread, returned when dropped.
#[derive(Debug)]
pub(crate) struct ThreadLease {
    gate: Arc<PreemptionGate>,
}

/// Lease of a spare thread for pondering, returned when dropped.
#[derive(Debug)]
pub(crate) struct SpareThreadLease(Arc<ThreadPoolState>);

/// Gate that a search passes regularly, and where it waits while it is preempted.
#[derive(Debug)]
struct PreemptionGate {
    shared: Arc<ThreadPoolState>,
    number: u64,
    /// Time of the next preemption check, in microseconds since the creation of the pool.
    next_look: AtomicU64,
    /// Start of the current wait, in microseconds since the creation of the pool; 0 while running.
    waits_since: AtomicU64,
    /// Total time for which the search was preempted, in microseconds.
    waited: AtomicU64,
}

impl FairThreadPool {
    pub(crate) fn new(threads: usize) -> FairThreadPool {
        FairThreadPool(Arc::new(ThreadPoolState {
            queue: Mutex::new(FairQueue::new(threads)),
            changed: Condvar::new(),
            is_contended: AtomicBool::new(false),
            began: Instant::now(),
        }))
    }

    /// Waits for a search thread. Dropping the future cancels the request.
    pub(crate) async fn acquire(&self, thread_request: SearchThreadRequest) -> ThreadLease {
        let (begin, begins) = oneshot::channel();
        let number = self
            .0
            .change(|queue, now| queue.enter(now, thread_request, begin));
        let lease = ThreadLease {
            gate: Arc::new(PreemptionGate {
                shared: Arc::clone(&self.0),
                number,
                next_look: AtomicU64::new(0),
                waits_since: AtomicU64::new(0),
                waited: AtomicU64::new(0),
            }),
        };
        // The sender lives as long as the queue entry, which ends with `lease`.
        let _ = begins.await;
        lease
    }

    /// Leases an idle thread for pondering; `None` if none is idle. `stop` is raised when a search
    /// request needs the thread.
    pub(crate) fn acquire_spare(&self, stop: &StopFlag) -> Option<SpareThreadLease> {
        let is_free = self.0.change(|queue, _| queue.spare(stop));
        is_free.then(|| SpareThreadLease(Arc::clone(&self.0)))
    }
}

impl ThreadLease {
    /// Adds a gate to a stop flag at which the search waits while preempted. Waiting is not counted
    /// as thinking time.
    pub(crate) fn with_yield_gate(&self, stop: &StopFlag) -> StopFlag {
        stop.with_gate(Arc::clone(&self.gate) as Arc<dyn PauseGate>)
    }

    /// Adds a gate to a stop flag at which the search waits while preempted. Waiting is counted as
    /// thinking time, because the game clock runs.
    pub(crate) fn with_wall_clock_gate(&self, stop: &StopFlag) -> StopFlag {
        stop.with_gate(Arc::new(UncompensatedPauseGate(Arc::clone(&self.gate))))
    }
}

impl Drop for ThreadLease {
    fn drop(&mut self) {
        let number = self.gate.number;
        self.gate
            .shared
            .change(|queue, now| queue.leave(now, number));
    }
}

impl Drop for SpareThreadLease {
    fn drop(&mut self) {
        self.0.change(FairQueue::return_spare);
    }
}

impl ThreadPoolState {
    /// Applies `change` to the fair queue and wakes the preempted searches.
    fn change<T>(&self, change: impl FnOnce(&mut FairQueue, Instant) -> T) -> T {
        let mut queue = self.queue.lock();
        let result = change(&mut queue, Instant::now());
        self.notify(&queue);
        result
    }

    fn notify(&self, queue: &FairQueue) {
        let is_contended = queue.is_contended();
        self.is_contended.store(is_contended, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn micros(&self) -> u64 {
        // 64 bits are enough for hundreds of thousands of years.
        self.began.elapsed().as_micros() as u64 + 1
    }
}

impl PauseGate for PreemptionGate {
    fn wait(&self, is_stopped: &dyn Fn() -> bool) {
        if !self.shared.is_contended.load(Ordering::Relaxed) {
            return;
        }
        let now = self.shared.micros();
        if now < self.next_look.load(Ordering::Relaxed) {
            return;
        }
        let next = now + YIELD_CHECK_EVERY.as_micros() as u64;
        self.next_look.store(next, Ordering::Relaxed);
        let mut queue = self.shared.queue.lock();
        if queue.give_way(Instant::now(), self.number) {
            self.shared.notify(&queue);
        }
        while !queue.is_running(self.number) && !is_stopped() {
            // If several threads of one search wait, the wait begins with the first.
            let _ = self
                .waits_since
                .compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
            self.shared.changed.wait_for(&mut queue, STOP_CHECK_EVERY);
        }
        let since = self.waits_since.swap(0, Ordering::Relaxed);
        if since > 0 {
            let waited = self.shared.micros().saturating_sub(since);
            self.waited.fetch_add(waited, Ordering::Relaxed);
        }
    }

    fn waited(&self) -> Duration {
        let waits = match self.waits_since.load(Ordering::Relaxed) {
            0 => 0,
            since => self.shared.micros().saturating_sub(since),
        };
        Duration::from_micros(self.waited.load(Ordering::Relaxed) + waits)
    }
}

/// Preemption gate whose waiting time counts as thinking time.
#[derive(Debug)]
struct UncompensatedPauseGate(Arc<PreemptionGate>);

impl PauseGate for UncompensatedPauseGate {
    fn wait(&self, is_stopped: &dyn Fn() -> bool) {
        self.0.wait(is_stopped);
    }

    fn waited(&self) -> Duration {
        Duration::ZERO
    }
}

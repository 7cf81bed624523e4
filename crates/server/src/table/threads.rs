//! The threads agents think on: waited for in a fair queue, and given up for a while when somebody with
//! a better claim waits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ludorum_core::{Gate, Stop};
use tokio::sync::oneshot;

use super::sharing::{Claimant, Queue};

/// A search asks no more often than this whether it has to give way.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A search that waits looks this often whether it was called off.
const CALLED_OFF_WITHIN: Duration = Duration::from_millis(20);

/// The threads agents think on.
#[derive(Clone, Debug)]
pub(crate) struct Threads(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Told whenever threads have changed hands.
    changed: Condvar,
    /// Whether somebody waits; as long as nobody does, a search need not ask.
    is_contended: AtomicBool,
    began: Instant,
}

/// A thread, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Thread {
    place: Arc<Place>,
}

/// A thread nobody needs, for as long as this lives.
#[derive(Debug)]
pub(crate) struct SpareThread(Arc<Shared>);

/// The place of a search in the queue.
#[derive(Debug)]
struct Place {
    shared: Arc<Shared>,
    number: u64,
    /// When it looks again whether it has to give way, in microseconds since the queue began.
    next_look: AtomicU64,
    /// Since when it waits, in the same; 0 if it does not.
    waits_since: AtomicU64,
    /// The microseconds it has waited.
    waited: AtomicU64,
}

impl Threads {
    pub(crate) fn new(threads: usize) -> Threads {
        Threads(Arc::new(Shared {
            queue: Mutex::new(Queue::new(threads)),
            changed: Condvar::new(),
            is_contended: AtomicBool::new(false),
            began: Instant::now(),
        }))
    }

    /// Waits until a thread is free for the claimant; who does not wait any longer has no claim any
    /// more.
    pub(crate) async fn room(&self, claimant: Claimant) -> Thread {
        let (begin, begins) = oneshot::channel();
        let number = self
            .0
            .change(|queue, now| queue.enter(now, claimant, begin));
        let thread = Thread {
            place: Arc::new(Place {
                shared: Arc::clone(&self.0),
                number,
                next_look: AtomicU64::new(0),
                waits_since: AtomicU64::new(0),
                waited: AtomicU64::new(0),
            }),
        };
        // The other end lives as long as the claim, which ends with `thread`.
        let _ = begins.await;
        thread
    }

    /// A thread nobody needs, if there is one. `stop` is raised as soon as somebody does.
    pub(crate) fn spare(&self, stop: &Stop) -> Option<SpareThread> {
        let is_free = self.0.change(|queue, _| queue.spare(stop));
        is_free.then(|| SpareThread(Arc::clone(&self.0)))
    }
}

impl Thread {
    /// The same flag, at which the search waits while others have a better claim.
    pub(crate) fn at_gate(&self, stop: &Stop) -> Stop {
        stop.with_gate(Arc::clone(&self.place) as Arc<dyn Gate>)
    }

    /// The same, for who has to answer by the clock on the wall: waiting does not count as time it had
    /// not.
    pub(crate) fn at_gate_by_the_clock(&self, stop: &Stop) -> Stop {
        stop.with_gate(Arc::new(Clocked(Arc::clone(&self.place))))
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        let number = self.place.number;
        self.place
            .shared
            .change(|queue, now| queue.leave(now, number));
    }
}

impl Drop for SpareThread {
    fn drop(&mut self) {
        self.0.change(Queue::return_spare);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the queue, and wakes those whose turn it is.
    fn change<T>(&self, change: impl FnOnce(&mut Queue, Instant) -> T) -> T {
        let mut queue = self.lock();
        let result = change(&mut queue, Instant::now());
        self.spread(&queue);
        result
    }

    fn spread(&self, queue: &Queue) {
        let is_contended = queue.is_contended();
        self.is_contended.store(is_contended, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn micros(&self) -> u64 {
        // Some hundred thousand years fit.
        self.began.elapsed().as_micros() as u64 + 1
    }
}

impl Gate for Place {
    fn pass(&self, is_called_off: &dyn Fn() -> bool) {
        if !self.shared.is_contended.load(Ordering::Relaxed) {
            return;
        }
        let now = self.shared.micros();
        if now < self.next_look.load(Ordering::Relaxed) {
            return;
        }
        let next = now + LOOK_EVERY.as_micros() as u64;
        self.next_look.store(next, Ordering::Relaxed);
        let mut queue = self.shared.lock();
        if queue.give_way(Instant::now(), self.number) {
            self.shared.spread(&queue);
        }
        while !queue.is_running(self.number) && !is_called_off() {
            // Of several threads of one search the first to wait counts.
            let _ = self
                .waits_since
                .compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
            let waited = self.shared.changed.wait_timeout(queue, CALLED_OFF_WITHIN);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
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

/// A gate that gives no time back.
#[derive(Debug)]
struct Clocked(Arc<Place>);

impl Gate for Clocked {
    fn pass(&self, is_called_off: &dyn Fn() -> bool) {
        self.0.pass(is_called_off);
    }

    fn waited(&self) -> Duration {
        Duration::ZERO
    }
}

//! The cores of the machine, and how many of them this process keeps busy: a search that may use
//! several threads takes only those that nobody else needs.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::available_parallelism;

/// The threads that are at work, in the whole process.
static BUSY: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static IS_COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// As long as this lives, its thread counts as busy. Whoever plays games on several threads holds one
/// on each, so that the searches inside them do not use the same cores a second time.
#[derive(Debug)]
pub struct BusyThread {
    is_first: bool,
    of_one_thread: PhantomData<*const ()>,
}

impl BusyThread {
    /// Counts the current thread; once, however often it is asked.
    pub fn enter() -> BusyThread {
        let is_first = !IS_COUNTED.replace(true);
        if is_first {
            BUSY.fetch_add(1, Relaxed);
        }
        BusyThread {
            is_first,
            of_one_thread: PhantomData,
        }
    }
}

impl Drop for BusyThread {
    fn drop(&mut self) {
        if self.is_first {
            IS_COUNTED.set(false);
            BUSY.fetch_sub(1, Relaxed);
        }
    }
}

/// How many threads a search on the current, busy thread may use: itself, and the cores without work.
pub(crate) fn free_threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    // Asking the system costs more than a small search.
    let cores = *CORES.get_or_init(|| available_parallelism().map_or(1, usize::from));
    1 + cores.saturating_sub(BUSY.load(Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_counted_once_and_until_the_first_count_ends() {
        let outer = BusyThread::enter();
        let inner = BusyThread::enter();
        assert!(outer.is_first && !inner.is_first);
        drop(inner);
        assert!(IS_COUNTED.get());
        drop(outer);
        assert!(!IS_COUNTED.get());
    }

    #[test]
    fn a_search_always_has_its_own_thread() {
        let _busy = BusyThread::enter();
        assert!(free_threads() >= 1);
        std::thread::scope(|scope| {
            for _ in 0..1000 {
                BUSY.fetch_add(1, Relaxed);
            }
            let free = scope.spawn(free_threads).join();
            BUSY.fetch_sub(1000, Relaxed);
            assert_eq!(free.expect("the thread that counts"), 1);
        });
    }
}

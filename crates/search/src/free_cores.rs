//! Counts the busy threads of this process, so that parallel searches use only free cores.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::available_parallelism;

/// Number of threads in this process that a [`BusyThreadGuard`] counts as busy.
static BUSY: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static IS_COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// Guard that counts its thread as busy until dropped. Code that plays games on several threads
/// holds one on each, so that searches inside do not oversubscribe the cores.
#[derive(Debug)]
pub struct BusyThreadGuard {
    is_first: bool,
    of_one_thread: PhantomData<*const ()>,
}

impl BusyThreadGuard {
    /// Counts the current thread as busy until the guard is dropped. Nested guards count once.
    pub fn enter() -> BusyThreadGuard {
        let is_first = !IS_COUNTED.replace(true);
        if is_first {
            BUSY.fetch_add(1, Relaxed);
        }
        BusyThreadGuard {
            is_first,
            of_one_thread: PhantomData,
        }
    }
}

impl Drop for BusyThreadGuard {
    fn drop(&mut self) {
        if self.is_first {
            IS_COUNTED.set(false);
            BUSY.fetch_sub(1, Relaxed);
        }
    }
}

/// Number of threads that a search on the current (busy) thread may use: itself and the free cores.
pub(crate) fn free_threads() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    // Cached, because the system call costs more than a small search.
    let cores = *CORES.get_or_init(|| available_parallelism().map_or(1, usize::from));
    1 + cores.saturating_sub(BUSY.load(Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_counted_once_and_until_the_first_count_ends() {
        let outer = BusyThreadGuard::enter();
        let inner = BusyThreadGuard::enter();
        assert!(outer.is_first && !inner.is_first);
        drop(inner);
        assert!(IS_COUNTED.get());
        drop(outer);
        assert!(!IS_COUNTED.get());
    }

    #[test]
    fn a_search_always_has_its_own_thread() {
        let _busy = BusyThreadGuard::enter();
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

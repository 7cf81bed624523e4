//! A thread pool that lives from one step of a batch to the next and is used only where it pays off.

use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// Minimum work worth handing to a thread, since handing it over costs some microseconds.
const MIN_WORK_PER_THREAD: Duration = Duration::from_micros(60);

/// Pool of threads for repeated work on many small items.
pub(crate) struct WorkerPool {
    max_threads: usize,
    /// Worker threads besides the calling one; `None` before first use.
    workers: Option<WorkerThreads>,
    /// Moving average of the processing time per item, in seconds.
    item_time: f64,
}

/// The worker threads of one process.
struct WorkerThreads {
    threads: ThreadPool,
    /// Id of the process that started the threads; a forked process does not inherit them.
    process: u32,
}

impl WorkerPool {
    /// Creates a pool of at most `max_threads` threads, including the calling one.
    pub(crate) fn new(max_threads: usize) -> WorkerPool {
        WorkerPool {
            max_threads: max_threads.max(1),
            workers: None,
            item_time: 0.0,
        }
    }

    /// Number of threads, including the calling one, that pays off for `items` items.
    fn threads(&self, items: usize) -> usize {
        let work = self.item_time * items as f64;
        let threads = (work / MIN_WORK_PER_THREAD.as_secs_f64()) as usize;
        threads.clamp(1, self.max_threads.min(items.max(1)))
    }

    /// Calls `work` on all items, on a number of threads estimated from earlier calls.
    pub(crate) fn for_each<T: Send>(&mut self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        let threads = self.threads(items.len());
        let share = items.len().div_ceil(threads).max(1);
        let (own, others) = items.split_at_mut(share.min(items.len()));
        let count = own.len();
        let mut took = Duration::ZERO;
        let mut do_own = || {
            let began = Instant::now();
            own.iter_mut().for_each(&work);
            took = began.elapsed();
        };
        match self.workers(!others.is_empty()) {
            None => {
                do_own();
                others.iter_mut().for_each(&work);
            }
            Some(workers) => workers.in_place_scope(|scope| {
                for part in others.chunks_mut(share) {
                    let work = &work;
                    scope.spawn(move |_| part.iter_mut().for_each(work));
                }
                do_own();
            }),
        }
        if count > 0 {
            let item_time = took.as_secs_f64() / count as f64;
            // Exponential moving average: a single slow step should not matter.
            self.item_time = match self.item_time {
                0.0 => item_time,
                average => 0.9 * average + 0.1 * item_time,
            };
        }
    }

    /// Worker threads of this process; `None` if they are not needed or cannot be started.
    fn workers(&mut self, is_needed: bool) -> Option<&ThreadPool> {
        let process = std::process::id();
        if !is_needed {
            return None;
        }
        if let Some(workers) = self.workers.take_if(|workers| workers.process != process) {
            // Dropping the pool of the parent process would wait for threads that do not exist here.
            std::mem::forget(workers);
        }
        if self.workers.is_none() {
            let builder = ThreadPoolBuilder::new().num_threads(self.max_threads - 1);
            let threads = builder.build().ok()?;
            self.workers = Some(WorkerThreads { threads, process });
        }
        self.workers.as_ref().map(|workers| &workers.threads)
    }
}

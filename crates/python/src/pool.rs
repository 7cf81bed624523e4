//! Threads that are kept from one step of a batch to the next, and used where they pay.

use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// To hand work to another thread takes some microseconds: less work than this is done sooner here.
const WORTH_A_THREAD: Duration = Duration::from_micros(60);

/// Threads for work that comes again and again, in many small pieces.
pub(crate) struct Pool {
    most: usize,
    /// The threads besides the calling one, made when they are first worth it.
    kept: Option<Kept>,
    /// How long a piece takes, in seconds.
    piece: f64,
}

struct Kept {
    threads: ThreadPool,
    /// A process that was forked has none of the threads.
    process: u32,
}

impl Pool {
    /// At most so many threads, the calling one included.
    pub(crate) fn new(most: usize) -> Pool {
        Pool {
            most: most.max(1),
            kept: None,
            piece: 0.0,
        }
    }

    /// The threads that are worth it for so many pieces.
    fn threads(&self, pieces: usize) -> usize {
        let work = self.piece * pieces as f64;
        let worth = (work / WORTH_A_THREAD.as_secs_f64()) as usize;
        worth.clamp(1, self.most.min(pieces.max(1)))
    }

    /// Does all pieces, in as many threads as pay by what they took before.
    pub(crate) fn each<T: Send>(&mut self, pieces: &mut [T], work: impl Fn(&mut T) + Sync) {
        let threads = self.threads(pieces.len());
        let share = pieces.len().div_ceil(threads).max(1);
        let (own, others) = pieces.split_at_mut(share.min(pieces.len()));
        let count = own.len();
        let mut took = Duration::ZERO;
        let mut do_own = || {
            let began = Instant::now();
            own.iter_mut().for_each(&work);
            took = began.elapsed();
        };
        match self.kept(!others.is_empty()) {
            None => {
                do_own();
                others.iter_mut().for_each(&work);
            }
            Some(kept) => kept.in_place_scope(|scope| {
                for part in others.chunks_mut(share) {
                    let work = &work;
                    scope.spawn(move |_| part.iter_mut().for_each(work));
                }
                do_own();
            }),
        }
        if count > 0 {
            let piece = took.as_secs_f64() / count as f64;
            // The first steps tell as much as later ones; a single slow one should not.
            self.piece = match self.piece {
                0.0 => piece,
                known => 0.9 * known + 0.1 * piece,
            };
        }
    }

    /// The threads besides this one, if they are needed and there can be any.
    fn kept(&mut self, is_needed: bool) -> Option<&ThreadPool> {
        let process = std::process::id();
        if !is_needed {
            return None;
        }
        if let Some(kept) = self.kept.take_if(|kept| kept.process != process) {
            // To end threads that are not there would be to wait for them.
            std::mem::forget(kept);
        }
        if self.kept.is_none() {
            let builder = ThreadPoolBuilder::new().num_threads(self.most - 1);
            let threads = builder.build().ok()?;
            self.kept = Some(Kept { threads, process });
        }
        self.kept.as_ref().map(|kept| &kept.threads)
    }
}

//! The time plug-ins take. Steps are what limits a plug-in, as they are the same on every machine; the
//! clock is for what steps cannot see, such as long texts in a program without loops. Who runs into it
//! is stopped for good, so that a game is never another one because a machine was slow.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The most one call may take of the processor.
pub(super) const MOST_FOR_CALL: Duration = Duration::from_millis(500);

/// The most all calls for one move, or one list of moves, may take of the processor.
pub(super) const MOST_FOR_MOVE: Duration = Duration::from_secs(2);

/// What the system knows of a thread is asked for again after this long.
const FRESH: Duration = Duration::from_millis(500);

/// When a thread was looked at, and what it had used of the processor by then; none where the system
/// does not tell.
type Reading = (Instant, Option<Duration>);

thread_local! {
    static LAST: Cell<Option<Reading>> = const { Cell::new(None) };
}

/// The time since something began, on this thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    began: Instant,
    /// From shortly before.
    reading: Reading,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        let began = Instant::now();
        let last = LAST.get();
        let fresh = last.filter(|(at, _)| began.duration_since(*at) < FRESH);
        let reading = fresh.unwrap_or_else(|| {
            let reading = (began, used());
            LAST.set(Some(reading));
            reading
        });
        Stopwatch { began, reading }
    }

    /// The time on the wall.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The time of the processor since shortly before, where the system tells; else that on the wall.
    pub(crate) fn worked(&self) -> Duration {
        match (self.reading.1, used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.elapsed(),
        }
    }

    /// Whether more than `most` of the processor was surely used since. A thread that had to wait for
    /// others has not used it.
    pub(super) fn is_over(&self, most: Duration) -> bool {
        let elapsed = self.elapsed();
        // Asking the system takes longer than most calls.
        if elapsed <= most {
            return false;
        }
        // At most all the time between the reading and the beginning was worked.
        let before = self.began.duration_since(self.reading.0);
        self.worked().saturating_sub(before) > most
    }
}

/// What this thread has used of the processor, where Linux tells.
fn used() -> Option<Duration> {
    let known = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = known.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_working() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(60));
        if used().is_some() {
            assert!(!watch.is_over(Duration::from_millis(50)));
        }
        let mut sum = 0u64;
        while watch.elapsed() < Duration::from_secs(20) && !watch.is_over(Duration::from_millis(50))
        {
            sum = sum.wrapping_mul(31).wrapping_add(7);
        }
        assert!(watch.is_over(Duration::from_millis(50)), "{sum}");
    }
}

//! Time limits of plug-ins. Steps are the main limit, as they are the same on every machine; the
//! clock catches what steps cannot see, such as long strings in a program without loops. It stops a
//! plug-in for good, so a slow machine never changes a game.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// CPU time limit of one plug-in call.
pub(super) const MAX_CALL_TIME: Duration = Duration::from_millis(500);

/// CPU time limit of all plug-in calls for one move, or for one list of legal moves.
pub(super) const MAX_MOVE_TIME: Duration = Duration::from_secs(2);

/// Time for which a reading of the thread's CPU time is reused.
const READING_LIFETIME: Duration = Duration::from_millis(500);

/// Time of a reading, and the thread's CPU time at that time; `None` where unsupported.
type CpuReading = (Instant, Option<Duration>);

thread_local! {
    static LAST: Cell<Option<CpuReading>> = const { Cell::new(None) };
}

/// Stopwatch for wall-clock time and the CPU time of this thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuStopwatch {
    began: Instant,
    /// Reading of the CPU time, taken at the start or shortly before.
    reading: CpuReading,
}

impl CpuStopwatch {
    pub(crate) fn start() -> CpuStopwatch {
        let began = Instant::now();
        let last = LAST.get();
        let fresh = last.filter(|(at, _)| began.duration_since(*at) < READING_LIFETIME);
        let reading = fresh.unwrap_or_else(|| {
            let reading = (began, thread_cpu_time());
            LAST.set(Some(reading));
            reading
        });
        CpuStopwatch { began, reading }
    }

    /// Returns the wall-clock time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns the thread's CPU time since the reading; the wall-clock time where unsupported.
    pub(crate) fn cpu_time(&self) -> Duration {
        match (self.reading.1, thread_cpu_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.elapsed(),
        }
    }

    /// True if the thread has certainly used more than `most` CPU time since the start. Waiting
    /// does not count.
    pub(super) fn exceeds(&self, most: Duration) -> bool {
        let elapsed = self.elapsed();
        // A system call takes longer than most plug-in calls.
        if elapsed <= most {
            return false;
        }
        // At most all of the time between reading and start was CPU time.
        let before = self.began.duration_since(self.reading.0);
        self.cpu_time().saturating_sub(before) > most
    }
}

/// Returns the CPU time of this thread; `None` on systems other than Linux.
fn thread_cpu_time() -> Option<Duration> {
    let known = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = known.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_working() {
        let watch = CpuStopwatch::start();
        std::thread::sleep(Duration::from_millis(60));
        if thread_cpu_time().is_some() {
            assert!(!watch.exceeds(Duration::from_millis(50)));
        }
        let mut sum = 0u64;
        while watch.elapsed() < Duration::from_secs(20) && !watch.exceeds(Duration::from_millis(50))
        {
            sum = sum.wrapping_mul(31).wrapping_add(7);
        }
        assert!(watch.exceeds(Duration::from_millis(50)), "{sum}");
    }
}

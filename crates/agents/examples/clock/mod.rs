//! Clock for speed measurements.
#![allow(clippy::disallowed_methods, reason = "programs look at the clock")]

use std::time::{Duration, Instant};

/// CPU time of this process where available, otherwise wall-clock time.
pub(crate) struct CpuClock {
    cpu_start: Option<Duration>,
    wall_start: Instant,
}

impl CpuClock {
    pub(crate) fn now() -> CpuClock {
        CpuClock {
            cpu_start: CpuClock::cpu_time(),
            wall_start: Instant::now(),
        }
    }

    fn cpu_time() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.cpu_start, CpuClock::cpu_time()) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall_start.elapsed(),
        }
    }
}

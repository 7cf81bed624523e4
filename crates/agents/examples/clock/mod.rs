//! Time by which speeds are told.
#![allow(clippy::disallowed_methods, reason = "programs look at the clock")]

use std::time::{Duration, Instant};

/// The time this process has had a core, where the system tells; elsewhere the time on the wall.
pub(crate) struct Clock {
    had: Option<Duration>,
    began: Instant,
}

impl Clock {
    pub(crate) fn now() -> Clock {
        Clock {
            had: Clock::had(),
            began: Instant::now(),
        }
    }

    fn had() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    pub(crate) fn passed(&self) -> Duration {
        match (self.had, Clock::had()) {
            (Some(before), Some(now)) => now - before,
            _ => self.began.elapsed(),
        }
    }
}

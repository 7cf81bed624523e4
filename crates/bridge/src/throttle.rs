//! Limits how often search information is sent.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Rate limiter of messages: at most one per interval.
#[derive(Debug)]
pub struct Throttle {
    interval: Duration,
    last: Mutex<Option<Instant>>,
}

impl Throttle {
    /// Creates a rate limiter; the first message is due at once.
    pub fn new(interval: Duration) -> Throttle {
        Throttle {
            interval,
            last: Mutex::new(None),
        }
    }

    /// True if a message may be sent now; the interval then begins again.
    pub fn is_due(&self) -> bool {
        let mut last = self.last.lock();
        let is_due = last.is_none_or(|last| last.elapsed() >= self.interval);
        if is_due {
            *last = Some(Instant::now());
        }
        is_due
    }
}

//! Rate limits: a token bucket per key.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter as Governor};

/// Number of token buckets above which full buckets are removed to free memory.
const MANY: usize = 10_000;

/// Rate limiter with one token bucket per key.
#[derive(Debug)]
pub(crate) struct RateLimiter<K: Clone + Eq + Hash>(
    Governor<K, HashMapStateStore<K>, DefaultClock>,
);

impl<K: Clone + Eq + Hash> RateLimiter<K> {
    /// Creates a limiter whose buckets start with `capacity` tokens and gain `per_second` tokens
    /// per second.
    pub(crate) fn new(per_second: f64, capacity: f64) -> RateLimiter<K> {
        RateLimiter(Governor::hashmap(quota(per_second, capacity)))
    }

    /// Takes a token from the bucket of a key; false if the bucket was empty.
    pub(crate) fn take(&self, key: &K) -> bool {
        if self.0.len() >= MANY {
            self.0.retain_recent();
        }
        self.0.check_key(key).is_ok()
    }
}

/// The quota of a bucket with `capacity` tokens that gains `per_second` tokens per second.
pub(crate) fn quota(per_second: f64, capacity: f64) -> Quota {
    let period = Duration::from_secs_f64(per_second.recip()).max(Duration::from_nanos(1));
    let capacity = NonZeroU32::new(capacity as u32).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(period).expect("the period is not zero");
    quota.allow_burst(capacity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_run_out_for_one_and_not_for_others() {
        let limiter = RateLimiter::new(1e-9, 3.0);
        let taken = (0..5).filter(|_| limiter.take(&"a")).count();
        assert_eq!(taken, 3);
        assert!(limiter.take(&"b"));
    }
}

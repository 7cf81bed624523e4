//! Rate limits: a token bucket per key.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

use parking_lot::Mutex;

/// Number of buckets at which full ones are removed.
const MANY: usize = 10_000;

/// A token bucket for every key `K`.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    per_second: f64,
    capacity: f64,
    buckets: Mutex<HashMap<K, TokenBucket>>,
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    tokens: f64,
    at: Instant,
}

impl TokenBucket {
    pub(crate) fn full(capacity: f64) -> TokenBucket {
        TokenBucket {
            tokens: capacity,
            at: Instant::now(),
        }
    }

    /// Takes a token if there is one.
    pub(crate) fn take(&mut self, per_second: f64, capacity: f64) -> bool {
        let now = Instant::now();
        let new = (now - self.at).as_secs_f64() * per_second;
        self.tokens = (self.tokens + new).min(capacity);
        self.at = now;
        let is_allowed = self.tokens >= 1.0;
        if is_allowed {
            self.tokens -= 1.0;
        }
        is_allowed
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Buckets start with `capacity` tokens and refill at `per_second`.
    pub(crate) fn new(per_second: f64, capacity: f64) -> RateLimiter<K> {
        RateLimiter {
            per_second,
            capacity,
            buckets: Mutex::new(HashMap::new()),
        }
    }

    /// Takes a token of this key if there is one.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut buckets = self.buckets.lock();
        if buckets.len() >= MANY {
            let now = Instant::now();
            buckets.retain(|_, bucket| {
                let new = (now - bucket.at).as_secs_f64() * self.per_second;
                bucket.tokens + new < self.capacity
            });
        }
        let bucket = buckets
            .entry(key)
            .or_insert_with(|| TokenBucket::full(self.capacity));
        bucket.take(self.per_second, self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_run_out_for_one_and_not_for_others() {
        let limiter = RateLimiter::new(1e-9, 3.0);
        let taken = (0..5).filter(|_| limiter.take("a")).count();
        assert_eq!(taken, 3);
        assert!(limiter.take("b"));
    }
}

//! How often somebody may do something: a bucket of permits for each, refilled with time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Full buckets are forgotten when there are this many.
const MANY: usize = 10_000;

/// Permits for everyone who is known by a `K`.
#[derive(Debug)]
pub(crate) struct Throttle<K> {
    per_second: f64,
    most: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// The permits of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    permits: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(most: f64) -> Bucket {
        Bucket {
            permits: most,
            at: Instant::now(),
        }
    }

    /// Takes a permit if there is one.
    pub(crate) fn take(&mut self, per_second: f64, most: f64) -> bool {
        let now = Instant::now();
        let new = (now - self.at).as_secs_f64() * per_second;
        self.permits = (self.permits + new).min(most);
        self.at = now;
        let is_allowed = self.permits >= 1.0;
        if is_allowed {
            self.permits -= 1.0;
        }
        is_allowed
    }
}

impl<K: Eq + Hash> Throttle<K> {
    /// At first `most` permits, then `per_second`.
    pub(crate) fn new(per_second: f64, most: f64) -> Throttle<K> {
        Throttle {
            per_second,
            most,
            buckets: Mutex::new(HashMap::new()),
        }
    }

    /// Takes a permit if there is one.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            let now = Instant::now();
            buckets.retain(|_, bucket| {
                let new = (now - bucket.at).as_secs_f64() * self.per_second;
                bucket.permits + new < self.most
            });
        }
        let bucket = buckets
            .entry(key)
            .or_insert_with(|| Bucket::full(self.most));
        bucket.take(self.per_second, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_run_out_for_one_and_not_for_others() {
        let throttle = Throttle::new(1e-9, 3.0);
        let taken = (0..5).filter(|_| throttle.take("a")).count();
        assert_eq!(taken, 3);
        assert!(throttle.take("b"));
    }
}

//! Counts distinct hashes in bounded memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Hash map whose keys are already well-mixed hashes.
pub(crate) type PrehashedMap<V> = HashMap<u64, V, BuildHasherDefault<FibonacciHasher>>;

/// Multiplicative (Fibonacci) hasher for keys that are already hashes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FibonacciHasher(u64);

impl Hasher for FibonacciHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Finaliser of SplitMix64: every bit of the result depends on every bit of the input.
pub(crate) fn splitmix64(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Counter of distinct hashes, in total and per class (a label of each hash). Counts are exact up
/// to a capacity; beyond it, they are estimated from the hashes with enough leading zeros (Gibbons
/// 2001). Insertion order does not matter.
#[derive(Clone, Debug)]
pub(crate) struct DistinctCounter {
    capacity: usize,
    /// Minimum number of leading zero bits of a sampled hash; 0 while every hash is stored.
    zeros: u32,
    /// Sampled hashes, mapped to their classes.
    seen: PrehashedMap<u32>,
    by_kind: HashMap<u32, u64>,
}

impl DistinctCounter {
    /// Creates an empty counter that stores at most `capacity` hashes.
    pub(crate) fn new(capacity: usize) -> DistinctCounter {
        DistinctCounter {
            capacity,
            zeros: 0,
            seen: PrehashedMap::default(),
            by_kind: HashMap::new(),
        }
    }

    /// Adds a hash that belongs to class `kind`. The same hash must always have the same class.
    pub(crate) fn add(&mut self, hash: u64, kind: u32) {
        if hash.leading_zeros() < self.zeros || self.seen.insert(hash, kind).is_some() {
            return;
        }
        *self.by_kind.entry(kind).or_default() += 1;
        while self.seen.len() > self.capacity {
            self.zeros += 1;
            let (zeros, by_kind) = (self.zeros, &mut self.by_kind);
            self.seen.retain(|hash, kind| {
                let is_kept = hash.leading_zeros() >= zeros;
                if !is_kept && let Some(count) = by_kind.get_mut(kind) {
                    *count -= 1;
                }
                is_kept
            });
        }
    }

    /// Number of distinct hashes, exact or estimated.
    pub(crate) fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.zeros
    }

    /// Number of distinct hashes of class `kind`, exact or estimated.
    pub(crate) fn of_kind(&self, kind: u32) -> u64 {
        self.by_kind.get(&kind).copied().unwrap_or_default() << self.zeros
    }

    /// True if more distinct hashes were added than the capacity, so that counts are estimates.
    pub(crate) fn is_estimated(&self) -> bool {
        self.zeros > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_counted_exactly() {
        let mut counter = DistinctCounter::new(100);
        for number in 0..1000_u64 {
            counter.add(splitmix64(number % 90), u32::from(number % 90 < 30));
        }
        assert_eq!((counter.count(), counter.is_estimated()), (90, false));
        assert_eq!((counter.of_kind(1), counter.of_kind(0)), (30, 60));
        assert_eq!(counter.of_kind(7), 0);
    }

    #[test]
    fn many_are_estimated_the_same_in_any_order() {
        let count = |numbers: &mut dyn Iterator<Item = u64>| {
            let mut counter = DistinctCounter::new(4096);
            for number in numbers {
                counter.add(splitmix64(number), (number % 2) as u32);
            }
            assert!(counter.is_estimated() && counter.seen.len() <= 4096);
            (counter.count(), counter.of_kind(0))
        };
        let forwards = count(&mut (0..100_000));
        assert_eq!(forwards, count(&mut (0..100_000).rev()));
        assert!((95_000..105_000).contains(&forwards.0), "{forwards:?}");
        assert!((46_000..54_000).contains(&forwards.1), "{forwards:?}");
    }
}

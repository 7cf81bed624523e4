//! How many of many things are different, in bounded memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map by numbers that are hashes already.
pub(crate) type HashedMap<V> = HashMap<u64, V, BuildHasherDefault<Spread>>;

/// Spreads a hash over the bits that a hash table looks at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
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

/// The finaliser of SplitMix64: every bit of the result depends on every bit of the number.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Counts different hashes, each of a kind: exactly up to a limit, beyond it from a sample of those that
/// begin with zeros (Gibbons 2001). What is counted does not depend on the order in which they come.
#[derive(Clone, Debug)]
pub(crate) struct DistinctCounter {
    most: usize,
    /// Only hashes that begin with so many zeros are kept.
    zeros: u32,
    /// Every hash kept, with its kind.
    seen: HashedMap<u32>,
    by_kind: HashMap<u32, u64>,
}

impl DistinctCounter {
    /// Nothing yet. At most so many hashes are kept.
    pub(crate) fn new(most: usize) -> DistinctCounter {
        DistinctCounter {
            most,
            zeros: 0,
            seen: HashedMap::default(),
            by_kind: HashMap::new(),
        }
    }

    /// Adds a hash. One hash is always of the same kind.
    pub(crate) fn add(&mut self, hash: u64, kind: u32) {
        if hash.leading_zeros() < self.zeros || self.seen.insert(hash, kind).is_some() {
            return;
        }
        *self.by_kind.entry(kind).or_default() += 1;
        while self.seen.len() > self.most {
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

    /// The number of different hashes.
    pub(crate) fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.zeros
    }

    /// The number of different hashes of a kind.
    pub(crate) fn of_kind(&self, kind: u32) -> u64 {
        self.by_kind.get(&kind).copied().unwrap_or_default() << self.zeros
    }

    /// Whether there were too many to count exactly.
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
            counter.add(mixed(number % 90), u32::from(number % 90 < 30));
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
                counter.add(mixed(number), (number % 2) as u32);
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

//! The transposition table, of fixed size and shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ludorum_core::{EvalPoints, win_distance};

/// Depth of a transposition table entry that no deeper search can improve, because every relevant
/// variation reached the end of the game.
pub(crate) const COMPLETE: u8 = u8::MAX;

/// Bound type of the points in a transposition table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The points are a lower bound (fail-high).
    Lower,
    /// The points are an upper bound (fail-low).
    Upper,
    /// The points are the exact value.
    Exact,
}

/// An entry of the transposition table, from the point of view of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TranspositionEntry {
    /// Value of the position in evaluation points, with win distances counted from the root.
    pub(crate) points: EvalPoints,
    /// Depth to which the position was searched, in plies.
    pub(crate) depth: u8,
    /// Bound type of `points`.
    pub(crate) bound: Bound,
    /// Index of the best move in the move list; `None` if unknown. May be out of range if two
    /// positions share a key.
    pub(crate) index: Option<u16>,
}

impl TranspositionEntry {
    /// True if the entry makes a search with this window unnecessary.
    #[inline]
    pub(crate) fn is_conclusive(&self, (alpha, beta): (EvalPoints, EvalPoints)) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.points >= beta,
            Bound::Upper => self.points <= alpha,
        }
    }
}

/// Stored index that means "no best move".
const NO_INDEX: u16 = u16::MAX;

/// Number of distinct entry ages, which are stored in six bits and wrap around.
const AGES: u8 = 64;

/// Replacement penalty: plies by which an entry's depth is discounted for each search since it was
/// stored.
const DEPTH_PER_AGE: i32 = 8;

/// Table slot for one entry; `check ^ data` is its key. A write torn by another thread yields a
/// wrong key, so the entry is not found (lockless hashing, Hyatt and Mann 2002).
#[derive(Debug, Default)]
struct EntrySlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The four slots in which a position may be stored: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct EntryBucket([EntrySlot; 4]);

/// A transposition table that threads share without locks.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// Buckets of the table, a power of two in number; empty before the first search.
    buckets: Vec<EntryBucket>,
    count: usize,
    age: u8,
}

/// Number of buckets in a table of `mib` MiB.
fn bucket_count(mib: usize) -> usize {
    let fitting = mib.saturating_mul(1 << 20) / size_of::<EntryBucket>();
    match fitting {
        0 => 1,
        n => 1 << n.ilog2(),
    }
}

impl TranspositionTable {
    /// Creates a table of the largest power of two of buckets that fits into `mib` MiB, at least
    /// one. The first search allocates the memory, since many agents are created only to be
    /// inspected.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        TranspositionTable {
            buckets: Vec::new(),
            count: bucket_count(mib),
            age: 0,
        }
    }

    /// True if memory for a table of `mib` MiB can be allocated.
    pub(crate) fn fits(mib: usize) -> bool {
        Vec::<EntryBucket>::new()
            .try_reserve_exact(bucket_count(mib))
            .is_ok()
    }

    /// Allocated memory of the table in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<EntryBucket>()
    }

    /// Starts a new search, which makes older entries more likely to be replaced.
    pub(crate) fn begin_search(&mut self) {
        if self.buckets.is_empty() {
            let empty = std::iter::repeat_with(EntryBucket::default);
            self.buckets = empty.take(self.count).collect();
        }
        self.age = (self.age + 1) % AGES;
    }

    /// Looks up the position with hash `key`, `ply` moves from the root; `None` if it is not
    /// stored.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<TranspositionEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let found = slot.check.load(Relaxed) ^ data == key;
            let (mut entry, _) = if found { unpack(data)? } else { return None };
            entry.points = shift_win_distance(entry.points, -(ply as EvalPoints));
            Some(entry)
        })
    }

    /// Stores an entry for the position with hash `key`, `ply` moves from the root, in the least
    /// valuable slot of its bucket.
    pub(crate) fn store(&self, key: u64, ply: u32, mut entry: TranspositionEntry) {
        entry.points = shift_win_distance(entry.points, ply as EvalPoints);
        let mut worst = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let worth = match unpack(data) {
                None => i32::MIN,
                Some((old, age)) if slot.check.load(Relaxed) ^ data == key => {
                    // Same position: a shallower bound must not replace a deeper entry of this
                    // search.
                    let keep = age == self.age && old.depth > entry.depth;
                    if keep && entry.bound != Bound::Exact {
                        return;
                    }
                    entry.index = entry.index.or(old.index);
                    worst = Some((i32::MIN, slot));
                    break;
                }
                Some((old, age)) => {
                    let searches_ago = (self.age + AGES - age) % AGES;
                    i32::from(old.depth) - DEPTH_PER_AGE * i32::from(searches_ago)
                }
            };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            let data = pack(&entry, self.age);
            slot.check.store(key ^ data, Relaxed);
            slot.data.store(data, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &EntryBucket {
        // Fibonacci hashing (Knuth, volume 3) spreads keys that differ in a few bits only.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.buckets[spread as usize & (self.buckets.len() - 1)]
    }
}

/// Brings a win or loss nearer by `plies`, or further away if negative. Stored win distances count
/// from the position itself, so that they are valid at any ply.
fn shift_win_distance(points: EvalPoints, plies: EvalPoints) -> EvalPoints {
    match win_distance(points) {
        Some(_) => points + points.signum() * plies,
        None => points,
    }
}

/// Packs an entry into 64 bits: points in the low half, then index, depth, bound and age. A bound
/// of 0 marks an empty slot.
fn pack(entry: &TranspositionEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.points as u32)
        | u64::from(entry.index.unwrap_or(NO_INDEX)) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(age) << 58
}

#[inline]
fn unpack(data: u64) -> Option<(TranspositionEntry, u8)> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let index = (data >> 32) as u16;
    let entry = TranspositionEntry {
        points: data as u32 as EvalPoints,
        depth: (data >> 48) as u8,
        bound,
        index: (index != NO_INDEX).then_some(index),
    };
    Some((entry, (data >> 58) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(mib: usize) -> TranspositionTable {
        let mut table = TranspositionTable::new(mib);
        table.begin_search();
        table
    }
    use ludorum_core::{Seed, WIN};

    fn entry(points: EvalPoints, depth: u8) -> TranspositionEntry {
        TranspositionEntry {
            points,
            depth,
            bound: Bound::Exact,
            index: Some(7),
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = ready(1);
        let mut rng = Seed(5).rng();
        for _ in 0..1000 {
            let entry = TranspositionEntry {
                points: rng.below(WIN as usize) as EvalPoints - WIN / 2,
                depth: rng.below(256) as u8,
                bound: [Bound::Lower, Bound::Upper, Bound::Exact][rng.below(3)],
                index: [None, Some(rng.below(1 << 16) as u16 & 0xfffe)][rng.below(2)],
            };
            let (key, ply) = (rng.bits(), rng.below(100) as u32);
            table.store(key, ply, entry);
            assert_eq!(table.probe(key, ply), Some(entry));
            assert_eq!(table.probe(key ^ 1, ply), None);
        }
    }

    #[test]
    fn wins_are_counted_from_where_the_position_is_met() {
        let table = ready(0);
        table.store(1, 4, entry(WIN - 10, 3));
        assert_eq!(table.probe(1, 6), Some(entry(WIN - 12, 3)));
        table.store(2, 4, entry(10 - WIN, 3));
        assert_eq!(table.probe(2, 1), Some(entry(7 - WIN, 3)));
        table.store(3, 4, entry(-500, 3));
        assert_eq!(table.probe(3, 1), Some(entry(-500, 3)));
    }

    #[test]
    fn sizes_are_powers_of_two_that_fit() {
        for (mib, buckets) in [(0, 1), (1, 16_384), (3, 32_768), (4, 65_536)] {
            assert_eq!(ready(mib).buckets.len(), buckets);
        }
        assert_eq!(size_of::<EntryBucket>(), 64);
    }

    #[test]
    fn the_shallowest_gives_way_and_old_ones_first() {
        let mut table = ready(0);
        for (key, depth) in [(1, 9), (2, 5), (3, 6), (4, 7)] {
            table.store(key, 0, entry(0, depth));
        }
        table.store(5, 0, entry(0, 1));
        assert_eq!(table.probe(2, 0), None);
        assert!(
            [1, 3, 4, 5]
                .iter()
                .all(|&key| table.probe(key, 0).is_some())
        );

        table.begin_search();
        table.store(6, 0, entry(0, 1));
        table.store(7, 0, entry(0, 1));
        table.store(8, 0, entry(0, 1));
        table.store(9, 0, entry(0, 1));
        assert!(
            [6, 7, 8, 9]
                .iter()
                .all(|&key| table.probe(key, 0).is_some())
        );
    }

    #[test]
    fn a_shallow_bound_does_not_wipe_out_a_deep_entry() {
        let table = ready(0);
        table.store(1, 0, entry(3, 9));
        let bound = Bound::Upper;
        table.store(
            1,
            0,
            TranspositionEntry {
                bound,
                ..entry(4, 2)
            },
        );
        assert_eq!(table.probe(1, 0), Some(entry(3, 9)));
    }
}

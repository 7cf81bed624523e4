//! The transposition table: what was found out about positions, kept in a fixed amount of memory
//! that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ludorum_core::{Points, win_distance};

/// The depth of an entry that no deeper search can improve on: the game ended on every line that
/// mattered, none was cut off by an opinion.
pub(crate) const COMPLETE: u8 = u8::MAX;

/// How the points of an entry relate to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The position is worth at least this.
    Lower,
    /// The position is worth at most this.
    Upper,
    /// The position is worth this.
    Exact,
}

/// What is known about a position, from the side of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The worth, with wins counted from the root of the search.
    pub(crate) points: Points,
    /// How deep the position was searched.
    pub(crate) depth: u8,
    /// How the points are meant.
    pub(crate) bound: Bound,
    /// The place of the best move among the listed moves. It may be beyond their number when two
    /// positions share a key.
    pub(crate) index: Option<u16>,
}

impl Entry {
    /// Whether no more has to be known than this, when only points above `alpha` and below `beta` are
    /// of interest.
    #[inline]
    pub(crate) fn decides(&self, (alpha, beta): (Points, Points)) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.points >= beta,
            Bound::Upper => self.points <= alpha,
        }
    }
}

/// The number that says there is no best move.
const NO_INDEX: u16 = u16::MAX;

/// The age is kept in six bits and goes round.
const AGES: u8 = 64;

/// An entry from an earlier search is held for as good as a new one shallower by this for each
/// search since.
const DEPTH_PER_AGE: i32 = 8;

/// One entry: `check ^ data` is the key. A torn write by another thread gives another key, so it is
/// not found (Hyatt and Mann 2002).
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The entries a position may be kept in: a cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of entries found by key.
#[derive(Debug)]
pub(crate) struct Table {
    /// A power of two of them; none before the first search.
    buckets: Vec<Bucket>,
    count: usize,
    age: u8,
}

/// How many buckets there are in `mib` MiB.
fn bucket_count(mib: usize) -> usize {
    let fitting = mib.saturating_mul(1 << 20) / size_of::<Bucket>();
    match fitting {
        0 => 1,
        n => 1 << n.ilog2(),
    }
}

impl Table {
    /// A table of the largest power of two that fits into `mib` MiB; of one bucket if that is 0.
    /// The memory is taken with the first search: many agents are made only to be looked at.
    pub(crate) fn new(mib: usize) -> Table {
        Table {
            buckets: Vec::new(),
            count: bucket_count(mib),
            age: 0,
        }
    }

    /// Whether the machine would give the memory for a table of `mib` MiB.
    pub(crate) fn fits(mib: usize) -> bool {
        Vec::<Bucket>::new()
            .try_reserve_exact(bucket_count(mib))
            .is_ok()
    }

    /// The memory taken.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// A new search begins: what was stored before gives way more easily.
    pub(crate) fn begin_search(&mut self) {
        if self.buckets.is_empty() {
            let empty = std::iter::repeat_with(Bucket::default);
            self.buckets = empty.take(self.count).collect();
        }
        self.age = (self.age + 1) % AGES;
    }

    /// What is known about the position with this key, `ply` moves from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: u32) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let found = slot.check.load(Relaxed) ^ data == key;
            let (mut entry, _) = if found { unpack(data)? } else { return None };
            entry.points = nearer(entry.points, -(ply as Points));
            Some(entry)
        })
    }

    /// Keeps what was found out about the position with this key, `ply` moves from the root,
    /// unless all it could replace is more valuable.
    pub(crate) fn store(&self, key: u64, ply: u32, mut entry: Entry) {
        entry.points = nearer(entry.points, ply as Points);
        let mut worst = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            let worth = match unpack(data) {
                None => i32::MIN,
                Some((old, age)) if slot.check.load(Relaxed) ^ data == key => {
                    // The same position: a bound of less depth must not wipe out a deeper entry of
                    // this search.
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
    fn bucket(&self, key: u64) -> &Bucket {
        // Fibonacci hashing (Knuth, volume 3) spreads keys that differ in a few bits only.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.buckets[spread as usize & (self.buckets.len() - 1)]
    }
}

/// Wins and losses are kept as seen from the position itself, so that they hold wherever it is
/// met. This brings a win or loss `plies` nearer, or further away if negative.
fn nearer(points: Points, plies: Points) -> Points {
    match win_distance(points) {
        Some(_) => points + points.signum() * plies,
        None => points,
    }
}

/// Points in the low half, then index, depth, bound and age. A bound of 0 marks an empty slot.
fn pack(entry: &Entry, age: u8) -> u64 {
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
fn unpack(data: u64) -> Option<(Entry, u8)> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let index = (data >> 32) as u16;
    let entry = Entry {
        points: data as u32 as Points,
        depth: (data >> 48) as u8,
        bound,
        index: (index != NO_INDEX).then_some(index),
    };
    Some((entry, (data >> 58) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready(mib: usize) -> Table {
        let mut table = Table::new(mib);
        table.begin_search();
        table
    }
    use ludorum_core::{Seed, WIN};

    fn entry(points: Points, depth: u8) -> Entry {
        Entry {
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
            let entry = Entry {
                points: rng.below(WIN as usize) as Points - WIN / 2,
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
        assert_eq!(size_of::<Bucket>(), 64);
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
            Entry {
                bound,
                ..entry(4, 2)
            },
        );
        assert_eq!(table.probe(1, 0), Some(entry(3, 9)));
    }
}

//! Weakness of a path: the most steps by which a single wall can lengthen it.

use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::Seat;

use super::{WallRules, edges_with};

/// Number of slots of the cache of path weaknesses; a power of two.
const SLOTS: usize = 1 << 16;

/// Bits of a cache slot that hold the weakness plus one; the other bits hold the hash.
const WEAKNESS_MASK: u64 = 0xff;

/// Computes the weakness of paths (most steps that one wall can add) and caches it by
/// [`WallRules::path_key`]. Cached values are exact, so results do not depend on the cache.
#[derive(Debug)]
pub(super) struct PathWeaknessCache {
    slots: Box<[AtomicU64]>,
}

impl Default for PathWeaknessCache {
    fn default() -> PathWeaknessCache {
        PathWeaknessCache {
            slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl PathWeaknessCache {
    /// Weakness: the largest number of steps by which one wall could lengthen the path of `seat`.
    pub(super) fn of<R: WallRules>(&self, rules: &R, state: &R::State, seat: Seat) -> u32 {
        let key = rules.path_key(state, seat);
        let slot = &self.slots[(key >> 32) as usize % SLOTS];
        let known = slot.load(Ordering::Relaxed);
        if known & !WEAKNESS_MASK == key & !WEAKNESS_MASK && known & WEAKNESS_MASK != 0 {
            return (known & WEAKNESS_MASK) as u32 - 1;
        }
        let weakness = compute(rules, state, seat);
        slot.store(
            key & !WEAKNESS_MASK | u64::from(weakness + 1),
            Ordering::Relaxed,
        );
        weakness
    }
}

fn compute<R: WallRules>(rules: &R, state: &R::State, seat: Seat) -> u32 {
    let board = R::board(state);
    let free = rules.quoridor().grid().free_slots(board.walls());
    let lengthening = rules.blocking_walls(state, seat).lengthening;
    // A wall that blocks the path completely is illegal.
    let walls = (lengthening & free).iter();
    let steps =
        walls.filter_map(|wall| rules.distance_over(state, seat, &edges_with(rules, state, wall)));
    let longest = steps.max();
    longest.map_or(0, |steps| steps - board.distance(seat))
}

//! Weakness of a path: the most steps by which a single wall can lengthen it.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::Seat;
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::{OpenEdges, SquareGrid};
use ludorum_games::quoridor::{Square, SquareSet, State, Wall, WallOrientation};

/// Number of cache slots; a power of two.
const SLOTS: usize = 1 << 16;

/// Bits of a slot that hold the weakness plus one; the others hold the hash.
const WEAKNESS_MASK: u64 = 0xff;

/// Computes the weakness of paths and caches it, since a search meets the same walls again. Cached
/// values are exact, so results do not depend on the cache.
#[derive(Debug)]
pub(crate) struct PathWeaknessCache {
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
    /// Most steps by which one wall could lengthen the path of `seat`.
    pub(super) fn of(&self, game: &Quoridor, state: &State, seat: Seat) -> u32 {
        self.get_or_compute(key(state, seat), || compute(game, state, seat))
    }

    /// The cached weakness for `key`, or the result of `compute`.
    pub(crate) fn get_or_compute(&self, key: u64, compute: impl FnOnce() -> u32) -> u32 {
        let slot = &self.slots[(key >> 32) as usize % SLOTS];
        let known = slot.load(Ordering::Relaxed);
        if known & !WEAKNESS_MASK == key & !WEAKNESS_MASK && known & WEAKNESS_MASK != 0 {
            return (known & WEAKNESS_MASK) as u32 - 1;
        }
        let weakness = compute();
        slot.store(
            key & !WEAKNESS_MASK | u64::from(weakness + 1),
            Ordering::Relaxed,
        );
        weakness
    }
}

fn compute(game: &Quoridor, state: &State, seat: Seat) -> u32 {
    let grid = game.grid();
    let passages = grid.passages(state.walls());
    let field = state.goal_distances(seat);
    let crossing = field.crossing(grid, &passages, state.pawn(seat));
    let sensitive = field.sensitive(grid, &passages);
    let free = grid.free_slots(state.walls());
    let now = state.distance(seat);
    let mut most = 0;
    for direction in [WallOrientation::Horizontal, WallOrientation::Vertical] {
        let might = crossing.along(direction) & sensitive.along(direction);
        for square in might & free.along(direction) {
            let wall = Wall { square, direction };
            let after = grid.passages(&state.walls().with(wall));
            // A wall that blocks the path completely is illegal.
            if let Some(steps) = steps(grid, &after, state.pawn(seat), game.goal(seat)) {
                most = most.max(steps - now);
            }
        }
    }
    most
}

/// Steps from `from` to the nearest square of `goal`; `None` if unreachable.
pub(super) fn steps(
    grid: &SquareGrid,
    passages: &OpenEdges,
    from: Square,
    goal: SquareSet,
) -> Option<u32> {
    let mut seen = from.set();
    let mut steps = 0;
    while !seen.meets(goal) {
        let next = seen | grid.step(passages, seen);
        if next == seen {
            return None;
        }
        seen = next;
        steps += 1;
    }
    Some(steps)
}

/// Hash of everything the path of a seat depends on: walls, pawn and goal.
fn key(state: &State, seat: Seat) -> u64 {
    let mut hasher = WallHasher(0);
    state.walls().horizontal.hash(&mut hasher);
    state.walls().vertical.hash(&mut hasher);
    hasher.write_u64((state.pawn(seat).index() << 8 | seat.index()) as u64);
    hasher.finish()
}

/// Folded-multiply hasher: fast, and the same on every machine.
struct WallHasher(u64);

impl Hasher for WallHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(mixed) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

//! How weak a way is: by how much a single wall could lengthen it, which its length does not tell.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use ludorum_core::Seat;
use ludorum_games::Quoridor;
use ludorum_games::quoridor::grid::{Grid, Passages};
use ludorum_games::quoridor::{Direction, Square, Squares, State, Wall};

/// How many ways are remembered; a power of two.
const SLOTS: usize = 1 << 16;

/// The part of a slot that holds one more than the weakness; the rest is the hash of the way.
const LOW: u64 = 0xff;

/// Finds the weakness of ways, and remembers it: in a search the same walls come up again and
/// again. What is remembered is as exact as what is found, so it changes no result.
#[derive(Debug)]
pub(crate) struct Weakness {
    known: Box<[AtomicU64]>,
}

impl Default for Weakness {
    fn default() -> Weakness {
        Weakness {
            known: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl Weakness {
    /// The most steps by which one wall could lengthen the way of `seat`.
    pub(super) fn of(&self, game: &Quoridor, state: &State, seat: Seat) -> u32 {
        self.known(key(state, seat), || find(game, state, seat))
    }

    /// The weakness of the way with this key, which `find` finds.
    pub(crate) fn known(&self, key: u64, find: impl FnOnce() -> u32) -> u32 {
        let slot = &self.known[(key >> 32) as usize % SLOTS];
        let known = slot.load(Ordering::Relaxed);
        if known & !LOW == key & !LOW && known & LOW != 0 {
            return (known & LOW) as u32 - 1;
        }
        let weakness = find();
        slot.store(key & !LOW | u64::from(weakness + 1), Ordering::Relaxed);
        weakness
    }
}

fn find(game: &Quoridor, state: &State, seat: Seat) -> u32 {
    let grid = game.grid();
    let passages = grid.passages(state.walls());
    let field = state.field(seat);
    let crossing = field.crossing(grid, &passages, state.pawn(seat));
    let sensitive = field.sensitive(grid, &passages);
    let free = grid.free_slots(state.walls());
    let now = state.distance(seat);
    let mut most = 0;
    for direction in [Direction::Horizontal, Direction::Vertical] {
        let might = crossing.along(direction) & sensitive.along(direction);
        for square in might & free.along(direction) {
            let wall = Wall { square, direction };
            let after = grid.passages(&state.walls().with(wall));
            // A wall that would close the way altogether may not be placed.
            if let Some(steps) = steps(grid, &after, state.pawn(seat), game.goal(seat)) {
                most = most.max(steps - now);
            }
        }
    }
    most
}

/// The steps from `from` to the nearest square of `goal`; none if there is no way.
pub(super) fn steps(grid: &Grid, passages: &Passages, from: Square, goal: Squares) -> Option<u32> {
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

/// A hash of all that the way of a seat depends on: walls, pawn and goal.
fn key(state: &State, seat: Seat) -> u64 {
    let mut mixer = Mixer(0);
    state.walls().horizontal.hash(&mut mixer);
    state.walls().vertical.hash(&mut mixer);
    mixer.write_u64((state.pawn(seat).index() << 8 | seat.index()) as u64);
    mixer.finish()
}

/// Multiplies and folds the halves of the product: quick, and the same on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
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

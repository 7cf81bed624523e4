//! Distances of all squares from a goal, bit-sliced so that all squares are computed at once.

use super::grid::{OpenEdges, SquareGrid, WallSet};
use super::squares::{Square, SquareSet};

/// Enough bits for the longest path on the largest board, and for "unreachable".
const PLANES: usize = 7;

/// Distances of all squares from the nearest square of a goal, ignoring pawns.
///
/// The distances are bit-sliced: bit `k` of square `i`'s distance is bit `i` of plane `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalDistances {
    planes: [SquareSet; PLANES],
}

impl GoalDistances {
    /// Distance of squares without a path to the goal.
    pub const UNREACHABLE: u32 = (1 << PLANES) - 1;

    /// Computes the distances from `goal` by breadth-first search, one ring of squares at a time.
    pub fn new(grid: &SquareGrid, passages: &OpenEdges, goal: SquareSet) -> GoalDistances {
        GoalDistances::spread(grid, goal, |ring| grid.step(passages, ring))
    }

    /// Computes the distances from `goal`; `before` gives the squares one step before a ring.
    #[inline]
    pub fn spread(
        grid: &SquareGrid,
        goal: SquareSet,
        before: impl Fn(SquareSet) -> SquareSet,
    ) -> GoalDistances {
        let mut planes = [SquareSet::NONE; PLANES];
        let mut seen = goal;
        let mut ring = goal;
        let mut distance = 0usize;
        while !ring.is_empty() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                if distance >> bit & 1 == 1 {
                    *plane |= ring;
                }
            }
            ring = before(ring) & !seen;
            seen |= ring;
            distance += 1;
        }
        let unreached = grid.all() & !seen;
        for plane in &mut planes {
            *plane |= unreached;
        }
        GoalDistances { planes }
    }

    /// Distance of `square` from the goal.
    #[inline]
    pub fn distance(&self, square: Square) -> u32 {
        let mut distance = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            distance |= u32::from(plane.has(square)) << bit;
        }
        distance
    }

    /// The squares at this distance.
    #[inline]
    pub fn ring(&self, grid: &SquareGrid, distance: u32) -> SquareSet {
        let planes = self.planes.iter().enumerate();
        planes.fold(grid.all(), |ring, (bit, plane)| {
            let has = if distance >> bit & 1 == 1 {
                *plane
            } else {
                !*plane
            };
            ring & has
        })
    }

    /// For each side, the squares whose neighbour there is accessible and one step nearer.
    ///
    /// Distances of neighbours differ by at most one, so their last two bits suffice to compare
    /// them.
    #[inline]
    fn nearer_on(&self, grid: &SquareGrid, passages: &OpenEdges) -> [SquareSet; 4] {
        let [low, high, ..] = self.planes;
        let nearer = |open: SquareSet, their_low: SquareSet, their_high: SquareSet| {
            let odd = low ^ their_low;
            // Their distance minus ours is -1 modulo 4: both bits of the difference are set.
            open & odd & (high ^ their_high ^ (low & !their_low))
        };
        let (up, right) = (passages.up, passages.right);
        [
            nearer(up, grid.down(low), grid.down(high)),
            nearer(right, low.left(), high.left()),
            nearer(grid.up(up), grid.up(low), grid.up(high)),
            nearer(right.right(), low.right(), high.right()),
        ]
    }

    /// The accessible neighbours of `square` that are one step nearer to the goal.
    #[inline]
    pub fn nearer(&self, grid: &SquareGrid, passages: &OpenEdges, square: Square) -> SquareSet {
        let here = square.set();
        let [up, right, down, left] = self.nearer_on(grid, passages).map(|set| set & here);
        grid.up(up) | right.right() | grid.down(down) | left.left()
    }

    /// The walls that would cross a shortest path from `from` to the goal.
    pub fn crossing(&self, grid: &SquareGrid, passages: &OpenEdges, from: Square) -> WallSet {
        let nearer_on = self.nearer_on(grid, passages);
        let (mut rising, mut sideways) = (SquareSet::NONE, SquareSet::NONE);
        let mut here = from.set();
        while !here.is_empty() {
            let [up, right, down, left] = nearer_on.map(|set| set & here);
            rising |= up | grid.down(down);
            sideways |= right | left.left();
            here = grid.up(up) | right.right() | grid.down(down) | left.left();
        }
        grid.walls_across(rising, sideways)
    }

    /// The walls that would change a distance: those that cut a square off from its only nearer
    /// neighbour. `passages` are those before the wall.
    #[inline]
    pub fn sensitive(&self, grid: &SquareGrid, passages: &OpenEdges) -> WallSet {
        let [up, right, down, left] = self.nearer_on(grid, passages);
        let several = (up & right) | (down & left) | ((up | right) & (down | left));
        // An edge is named by the square below or to the left of it.
        let rising = (up & !several) | grid.down(down & !several);
        let sideways = (right & !several) | (left & !several).left();
        grid.walls_across(rising, sideways)
    }
}

/// True if there is a path from `from` to `goal`.
#[inline]
pub fn reaches(grid: &SquareGrid, passages: &OpenEdges, from: Square, goal: SquareSet) -> bool {
    reaches_by(from, goal, |seen| grid.step(passages, seen))
}

/// True if there is a path from `from` to `goal`; `step` gives the squares one step away.
#[inline]
pub fn reaches_by(from: Square, goal: SquareSet, step: impl Fn(SquareSet) -> SquareSet) -> bool {
    steps_by(from, goal, step).is_some()
}

/// Steps from `from` to the nearest square of `goal`, if there is a path; `step` gives the squares one
/// step away.
#[inline]
pub fn steps_by(
    from: Square,
    goal: SquareSet,
    step: impl Fn(SquareSet) -> SquareSet,
) -> Option<u32> {
    let (mut seen, mut steps) = (from.set(), 0);
    while !seen.meets(goal) {
        let next = seen | step(seen);
        if next == seen {
            return None;
        }
        seen = next;
        steps += 1;
    }
    Some(steps)
}

//! Distances of all squares from a goal, bit-sliced to compute all squares in parallel.

use super::grid::{OpenEdges, SquareGrid, WallSet};
use super::squares::{Square, SquareSet};

/// Number of bits per distance: enough for the longest possible path and for `UNREACHABLE`.
const PLANES: usize = 7;

/// Distance of each square to the nearest goal square, ignoring pawns.
///
/// The distances are bit-sliced: bit `k` of the distance of square `i` is bit `i` of plane `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalDistances {
    planes: [SquareSet; PLANES],
}

impl GoalDistances {
    /// Distance value of squares without a path to the goal.
    pub const UNREACHABLE: u32 = (1 << PLANES) - 1;

    /// Computes the distances to `goal` by breadth-first search with bitboards.
    pub fn new(grid: &SquareGrid, passages: &OpenEdges, goal: SquareSet) -> GoalDistances {
        GoalDistances::spread(grid, goal, |ring| grid.step(passages, ring))
    }

    /// Computes the distances to `goal` by breadth-first search; `before` returns the squares from
    /// which one step leads into a set of squares.
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

    /// Distance of `square` to the goal, or `UNREACHABLE`.
    #[inline]
    pub fn distance(&self, square: Square) -> u32 {
        let mut distance = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            distance |= u32::from(plane.has(square)) << bit;
        }
        distance
    }

    /// The set of squares at exactly `distance` steps from the goal.
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

    /// For each side in the order of [`SquareSide::ALL`], the squares whose neighbour on that side
    /// is accessible and one step nearer to the goal.
    ///
    /// Distances of neighbours differ by at most one, so the two lowest bits suffice to compare
    /// them.
    #[inline]
    fn nearer_on(&self, grid: &SquareGrid, passages: &OpenEdges) -> [SquareSet; 4] {
        let [low, high, ..] = self.planes;
        let nearer = |open: SquareSet, their_low: SquareSet, their_high: SquareSet| {
            let odd = low ^ their_low;
            // Neighbour's distance minus own is -1 modulo 4: both bits of the difference are set.
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

    /// The walls that would block an edge of some shortest path from `from` to the goal.
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

    /// The walls that would increase the distance of some square to the goal: each blocks the only
    /// edge to a nearer neighbour. `passages` are the open edges without the new wall.
    #[inline]
    pub fn sensitive(&self, grid: &SquareGrid, passages: &OpenEdges) -> WallSet {
        let [up, right, down, left] = self.nearer_on(grid, passages);
        let several = (up & right) | (down & left) | ((up | right) & (down | left));
        // An edge is represented by the square below or to the left of it.
        let rising = (up & !several) | grid.down(down & !several);
        let sideways = (right & !several) | (left & !several).left();
        grid.walls_across(rising, sideways)
    }
}

/// True if a path leads from `from` to `goal`, ignoring pawns.
#[inline]
pub fn reaches(grid: &SquareGrid, passages: &OpenEdges, from: Square, goal: SquareSet) -> bool {
    reaches_by(from, goal, |seen| grid.step(passages, seen))
}

/// True if a path leads from `from` to `goal`; `step` returns the squares one step away from a set.
#[inline]
pub fn reaches_by(from: Square, goal: SquareSet, step: impl Fn(SquareSet) -> SquareSet) -> bool {
    steps_by(from, goal, step).is_some()
}

/// Number of steps from `from` to the nearest square of `goal`; `None` without a path. `step`
/// returns the squares one step away from a set.
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

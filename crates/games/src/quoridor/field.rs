//! The distance of every square from a goal, kept as bits so that all squares are found at once.

use super::grid::{Grid, Passages, Walls};
use super::squares::{Square, Squares, Wall};

/// Enough for the longest path of the largest board, and one for "no way".
const PLANES: usize = 7;

/// The number of steps from every square to the nearest square of a goal, pawns not in the way.
///
/// The distance of square `i` is written across the planes: bit `i` of plane `k` is its bit `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Field {
    planes: [Squares; PLANES],
}

impl Field {
    /// The distance of squares from which there is no way.
    pub const NO_WAY: u32 = (1 << PLANES) - 1;

    /// The distances from `goal` by breadth-first search, a ring of squares at a time.
    pub fn new(grid: &Grid, passages: &Passages, goal: Squares) -> Field {
        Field::spread(grid, goal, |ring| grid.step(passages, ring))
    }

    /// The distances from `goal` where `before` says from which squares one steps into a ring.
    #[inline]
    pub fn spread(grid: &Grid, goal: Squares, before: impl Fn(Squares) -> Squares) -> Field {
        let mut planes = [Squares::NONE; PLANES];
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
        Field { planes }
    }

    /// The steps from `square` to the goal.
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
    pub fn ring(&self, grid: &Grid, distance: u32) -> Squares {
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

    /// For each side, the squares whose neighbour there is open to them and a step nearer.
    ///
    /// Distances of neighbours differ by one at most, so their last two bits tell which is less.
    #[inline]
    fn nearer_on(&self, grid: &Grid, passages: &Passages) -> [Squares; 4] {
        let [low, high, ..] = self.planes;
        let nearer = |open: Squares, their_low: Squares, their_high: Squares| {
            let odd = low ^ their_low;
            // Theirs minus ours is -1 modulo 4: both bits of the difference are set.
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

    /// The open neighbours of `square` that are a step nearer to the goal.
    #[inline]
    pub fn nearer(&self, grid: &Grid, passages: &Passages, square: Square) -> Squares {
        let here = square.set();
        let [up, right, down, left] = self.nearer_on(grid, passages).map(|set| set & here);
        grid.up(up) | right.right() | grid.down(down) | left.left()
    }

    /// The walls that would cross a shortest way from `from` to the goal.
    pub fn crossing(&self, grid: &Grid, passages: &Passages, from: Square) -> Walls {
        let nearer_on = self.nearer_on(grid, passages);
        let (mut rising, mut sideways) = (Squares::NONE, Squares::NONE);
        let mut here = from.set();
        while !here.is_empty() {
            let [up, right, down, left] = nearer_on.map(|set| set & here);
            rising |= up | grid.down(down);
            sideways |= right | left.left();
            here = grid.up(up) | right.right() | grid.down(down) | left.left();
        }
        grid.walls_across(rising, sideways)
    }

    /// The walls that would change a distance: those that cut a square off from the only
    /// neighbour that is nearer than itself. `passages` are those before the wall.
    #[inline]
    pub fn sensitive(&self, grid: &Grid, passages: &Passages) -> Walls {
        let [up, right, down, left] = self.nearer_on(grid, passages);
        let several = (up & right) | (down & left) | ((up | right) & (down | left));
        // An edge is named by the square below or to the left of it.
        let rising = (up & !several) | grid.down(down & !several);
        let sideways = (right & !several) | (left & !several).left();
        grid.walls_across(rising, sideways)
    }
}

/// Whether there is a way from `from` to `goal`.
#[inline]
pub fn reaches(grid: &Grid, passages: &Passages, from: Square, goal: Squares) -> bool {
    reaches_by(from, goal, |seen| grid.step(passages, seen))
}

/// Whether there is a way from `from` to `goal` where `step` says which squares are a step away.
#[inline]
pub fn reaches_by(from: Square, goal: Squares, step: impl Fn(Squares) -> Squares) -> bool {
    let mut seen = from.set();
    loop {
        if seen.meets(goal) {
            return true;
        }
        let next = seen | step(seen);
        if next == seen {
            return false;
        }
        seen = next;
    }
}

/// The passages that are left when `wall` is added to `walls`.
#[inline]
pub fn passages_with(grid: &Grid, walls: &Walls, wall: Wall) -> Passages {
    grid.passages(&walls.with(wall))
}

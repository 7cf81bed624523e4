//! Which corners of squares are joined by walls, and so which walls close off a part of the board.

use super::grid::Grid;
use super::squares::{Direction, MAX_SQUARES, Wall};

/// The rim of the board, as a number no inner corner has.
const RIM: u8 = 127;

/// Corners joined by walls (union-find). The whole rim of the board is one corner; inner corners
/// are numbered as the squares to their lower left.
///
/// A wall closes off a part of the board just when it joins two of its three points, its ends and
/// its middle, that are joined already.
#[derive(Clone, Debug)]
pub(super) struct Posts {
    /// The corner each corner was joined to; itself if to none.
    root: [u8; 128],
}

const APART: [u8; 128] = {
    let mut root = [0; 128];
    let mut corner = 0;
    while corner < 128 {
        root[corner] = corner as u8;
        corner += 1;
    }
    root
};

impl Posts {
    /// No walls.
    pub(super) fn new() -> Posts {
        Posts { root: APART }
    }

    /// Whether a wall with these points would close off a part of the board.
    #[inline]
    pub(super) fn would_close(&self, points: [u8; 3]) -> bool {
        let [a, b, c] = points.map(|point| self.find(point));
        a == b || b == c || a == c
    }

    /// Adds a wall with these points.
    #[inline]
    pub(super) fn join(&mut self, [before, middle, after]: [u8; 3]) {
        let into = self.find(middle);
        for point in [before, after] {
            let root = self.find(point);
            self.root[usize::from(root & 127)] = into;
        }
    }

    #[inline]
    fn find(&self, corner: u8) -> u8 {
        let mut at = corner;
        loop {
            let up = self.root[usize::from(at & 127)];
            if up == at {
                return at;
            }
            at = up;
        }
    }
}

/// The three points of every wall of a board.
#[derive(Clone, Debug)]
pub(super) struct WallEnds {
    points: [[[u8; 3]; MAX_SQUARES]; 2],
}

impl WallEnds {
    pub(super) fn new(grid: &Grid) -> WallEnds {
        let mut points = [[[RIM; 3]; MAX_SQUARES]; 2];
        let size = grid.size();
        for square in grid.slots() {
            let middle = square.index();
            let places = [(grid.column_of(square), 1), (grid.row_of(square), size)];
            for (points, (place, step)) in points.iter_mut().zip(places) {
                let before = if place == 0 {
                    RIM
                } else {
                    (middle - step) as u8
                };
                let is_last = place + 2 == size;
                let after = if is_last { RIM } else { (middle + step) as u8 };
                points[middle] = [before, middle as u8, after];
            }
        }
        WallEnds { points }
    }

    #[inline]
    pub(super) fn of(&self, wall: Wall) -> [u8; 3] {
        let direction = usize::from(wall.direction == Direction::Vertical);
        self.points[direction][wall.square.index()]
    }
}

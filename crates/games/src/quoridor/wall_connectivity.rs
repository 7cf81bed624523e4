//! Union-find over corners connected by walls, to detect walls that enclose an area.

use super::grid::SquareGrid;
use super::squares::{MAX_SQUARES, Wall, WallOrientation};

/// Union-find node that represents the rim of the board.
const RIM: u8 = 127;

/// Union-find structure of corners connected by walls. The whole rim of the board is one node; an
/// inner corner has the number of the square to its lower left.
///
/// A wall encloses an area if and only if two of its three points (both ends and the middle) are
/// already connected.
#[derive(Clone, Debug)]
pub(super) struct WallConnectivity {
    /// Parent of each corner; a root is its own parent.
    root: [u8; 128],
}

const SINGLETONS: [u8; 128] = {
    let mut root = [0; 128];
    let mut corner = 0;
    while corner < 128 {
        root[corner] = corner as u8;
        corner += 1;
    }
    root
};

impl WallConnectivity {
    /// Creates the structure for a board without walls.
    pub(super) fn new() -> WallConnectivity {
        WallConnectivity { root: SINGLETONS }
    }

    /// True if a wall through the corners `points` (end, middle, end) would enclose an area.
    #[inline]
    pub(super) fn would_close(&self, points: [u8; 3]) -> bool {
        let [a, b, c] = points.map(|point| self.find(point));
        a == b || b == c || a == c
    }

    /// Adds a wall through three corners: connects both of its ends with its middle.
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

/// Lookup table of the three corners (both ends and the middle) of every wall slot.
#[derive(Clone, Debug)]
pub(super) struct WallEndpointTable {
    points: [[[u8; 3]; MAX_SQUARES]; 2],
}

impl WallEndpointTable {
    pub(super) fn new(grid: &SquareGrid) -> WallEndpointTable {
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
        WallEndpointTable { points }
    }

    #[inline]
    pub(super) fn of(&self, wall: Wall) -> [u8; 3] {
        let direction = usize::from(wall.direction == WallOrientation::Vertical);
        self.points[direction][wall.square.index()]
    }
}

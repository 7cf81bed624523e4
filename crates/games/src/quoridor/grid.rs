//! Geometry of a square board, computed for all squares at once: neighbours, walls and blocked
//! edges.
//!
//! It is independent of players: the same grid serves any number of pawns and any goals.

use std::ops::BitAnd;

use super::squares::{MAX_SIZE, Square, SquareSet, Wall, WallOrientation};

/// A board of `size` by `size` squares.
#[derive(Clone, Copy, Debug)]
pub struct SquareGrid {
    size: u8,
    all: SquareSet,
    /// All squares with a square above them.
    below_top: SquareSet,
    /// All squares with a square to their right.
    left_of_edge: SquareSet,
    /// The squares at the lower left of a wall's centre.
    slots: SquareSet,
    left_column: SquareSet,
    bottom_row: SquareSet,
}

/// A set of walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallSet {
    /// The horizontal ones.
    pub horizontal: SquareSet,
    /// The vertical ones.
    pub vertical: SquareSet,
}

impl WallSet {
    /// The walls of this orientation.
    #[inline]
    pub fn along(&self, direction: WallOrientation) -> SquareSet {
        match direction {
            WallOrientation::Horizontal => self.horizontal,
            WallOrientation::Vertical => self.vertical,
        }
    }

    /// Number of walls.
    #[inline]
    pub fn count(&self) -> usize {
        self.horizontal.count() + self.vertical.count()
    }

    /// True if the set contains `wall`.
    #[inline]
    pub fn has(&self, wall: Wall) -> bool {
        self.along(wall.direction).has(wall.square)
    }

    /// The walls, the horizontal ones first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Wall> {
        let along = |direction| move |square| Wall { square, direction };
        let horizontal = self.horizontal.map(along(WallOrientation::Horizontal));
        horizontal.chain(self.vertical.map(along(WallOrientation::Vertical)))
    }

    /// Adds a wall.
    #[inline]
    #[must_use]
    pub fn with(mut self, wall: Wall) -> WallSet {
        match wall.direction {
            WallOrientation::Horizontal => self.horizontal |= wall.square.set(),
            WallOrientation::Vertical => self.vertical |= wall.square.set(),
        }
        self
    }

    /// Adds these walls.
    #[inline]
    #[must_use]
    pub fn with_all(mut self, others: WallSet) -> WallSet {
        self.horizontal |= others.horizontal;
        self.vertical |= others.vertical;
        self
    }

    /// Removes a wall.
    #[inline]
    #[must_use]
    pub fn without(mut self, wall: Wall) -> WallSet {
        match wall.direction {
            WallOrientation::Horizontal => self.horizontal &= !wall.square.set(),
            WallOrientation::Vertical => self.vertical &= !wall.square.set(),
        }
        self
    }
}

impl BitAnd for WallSet {
    type Output = WallSet;

    #[inline]
    fn bitand(self, other: WallSet) -> WallSet {
        WallSet {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }
}

/// The edges between squares that no wall blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenEdges {
    /// The squares whose upper edge is open.
    pub up: SquareSet,
    /// The squares whose right edge is open.
    pub right: SquareSet,
}

/// A side of a square, or a direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareSide {
    /// Towards higher rows.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards lower rows.
    Down,
    /// Towards lower columns.
    Left,
}

impl SquareSide {
    /// All sides, clockwise.
    pub const ALL: [SquareSide; 4] = [
        SquareSide::Up,
        SquareSide::Right,
        SquareSide::Down,
        SquareSide::Left,
    ];

    /// The two sides at right angles to this one.
    #[inline]
    pub fn across(self) -> [SquareSide; 2] {
        match self {
            SquareSide::Up | SquareSide::Down => [SquareSide::Right, SquareSide::Left],
            SquareSide::Right | SquareSide::Left => [SquareSide::Up, SquareSide::Down],
        }
    }
}

impl SquareGrid {
    /// A board of `size` by `size` squares.
    ///
    /// # Panics
    /// If the size is below 2 or above [`MAX_SIZE`].
    pub fn new(size: usize) -> SquareGrid {
        assert!((2..=MAX_SIZE).contains(&size), "no board of size {size}");
        let where_ = |keep: fn(usize, usize, usize) -> bool| {
            let squares = (0..size * size).filter(|&i| keep(i % size, i / size, size));
            SquareSet(squares.fold(0, |set, i| set | 1 << i))
        };
        SquareGrid {
            size: size as u8,
            all: where_(|_, _, _| true),
            below_top: where_(|_, row, size| row + 1 < size),
            left_of_edge: where_(|column, _, size| column + 1 < size),
            slots: where_(|column, row, size| column + 1 < size && row + 1 < size),
            left_column: where_(|column, _, _| column == 0),
            bottom_row: where_(|_, row, _| row == 0),
        }
    }

    /// The number of rows and of columns.
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// All squares.
    #[inline]
    pub fn all(&self) -> SquareSet {
        self.all
    }

    /// Wall slots of an empty board, the same for both orientations.
    #[inline]
    pub fn slots(&self) -> SquareSet {
        self.slots
    }

    /// All walls of the board.
    #[inline]
    pub fn walls(&self) -> WallSet {
        WallSet {
            horizontal: self.slots,
            vertical: self.slots,
        }
    }

    /// The squares of a row, counted from 0 at the bottom.
    pub fn row(&self, row: usize) -> SquareSet {
        SquareSet(self.bottom_row.0 << (row * self.size()))
    }

    /// The squares of a column, counted from 0 at the left.
    pub fn column(&self, column: usize) -> SquareSet {
        SquareSet(self.left_column.0 << column)
    }

    /// The square in this column and row, counted from 0; `None` off the board.
    pub fn square(&self, column: usize, row: usize) -> Option<Square> {
        let size = self.size();
        (column < size && row < size).then(|| Square((row * size + column) as u8))
    }

    /// The column of a square, counted from 0.
    #[inline]
    pub fn column_of(&self, square: Square) -> usize {
        square.index() % self.size()
    }

    /// The row of a square, counted from 0.
    #[inline]
    pub fn row_of(&self, square: Square) -> usize {
        square.index() / self.size()
    }

    /// The neighbour of a square, whether or not a wall is between; it must exist.
    #[inline]
    pub fn neighbour(&self, square: Square, side: SquareSide) -> Square {
        Square(match side {
            SquareSide::Up => square.0 + self.size,
            SquareSide::Right => square.0 + 1,
            SquareSide::Down => square.0 - self.size,
            SquareSide::Left => square.0 - 1,
        })
    }

    /// All edges that no wall blocks.
    #[inline]
    pub fn passages(&self, walls: &WallSet) -> OpenEdges {
        let (h, v) = (walls.horizontal, walls.vertical);
        OpenEdges {
            up: self.below_top & !(h | h.right()),
            right: self.left_of_edge & !(v | self.up(v)),
        }
    }

    /// True if the edge of `square` on this side is open.
    #[inline]
    pub fn open(&self, passages: &OpenEdges, square: Square, side: SquareSide) -> bool {
        match side {
            SquareSide::Up => passages.up.has(square),
            SquareSide::Right => passages.right.has(square),
            SquareSide::Down => self.up(passages.up).has(square),
            SquareSide::Left => passages.right.right().has(square),
        }
    }

    /// All squares one step away from one of `from`.
    #[inline]
    pub fn step(&self, passages: &OpenEdges, from: SquareSet) -> SquareSet {
        let (up, right) = (passages.up, passages.right);
        self.up(from & up) | (self.down(from) & up) | (from & right).right() | (from.left() & right)
    }

    /// Wall slots that overlap or cross none of `walls`.
    #[inline]
    pub fn free_slots(&self, walls: &WallSet) -> WallSet {
        let (h, v) = (walls.horizontal, walls.vertical);
        WallSet {
            horizontal: self.slots & !(h | h.left() | h.right() | v),
            vertical: self.slots & !(v | self.up(v) | self.down(v) | h),
        }
    }

    /// The wall slots that touch walls or the rim of the board with two or more of a wall's three
    /// points: its ends and its middle. Only such a wall can close a path.
    #[inline]
    pub fn closing(&self, walls: &WallSet) -> WallSet {
        let posts = self.touched_corners(walls);
        let two = |a: SquareSet, b: SquareSet, c: SquareSet| (a & b) | (b & c) | (c & a);
        let last = self.size() - 2;
        WallSet {
            horizontal: two(
                posts.right() | self.left_column,
                posts,
                posts.left() | self.column(last),
            ),
            vertical: two(
                self.up(posts) | self.bottom_row,
                posts,
                self.down(posts) | self.row(last),
            ),
        }
    }

    /// The wall slots that touch one of `walls` with an end or the middle.
    pub fn touching(&self, walls: &WallSet) -> WallSet {
        let posts = self.touched_corners(walls);
        WallSet {
            horizontal: (posts | posts.left() | posts.right()) & self.slots,
            vertical: (posts | self.up(posts) | self.down(posts)) & self.slots,
        }
    }

    /// The inner corners that walls touch, each named by its lower left square.
    #[inline]
    fn touched_corners(&self, walls: &WallSet) -> SquareSet {
        let (h, v) = (walls.horizontal, walls.vertical);
        (h | h.left() | h.right() | v | self.up(v) | self.down(v)) & self.slots
    }

    /// The walls that would block one of these edges: the upper edges of `rising` squares, and the
    /// right edges of `sideways` squares.
    #[inline]
    pub fn walls_across(&self, rising: SquareSet, sideways: SquareSet) -> WallSet {
        WallSet {
            horizontal: (rising | rising.left()) & self.slots,
            vertical: (sideways | self.down(sideways)) & self.slots,
        }
    }

    /// Shifts all squares one row up.
    #[inline]
    pub fn up(&self, squares: SquareSet) -> SquareSet {
        // Sizes have four bits; the mask spares the compiler the case of shifts by 64 and more.
        SquareSet(squares.0 << (self.size & 15))
    }

    /// Shifts all squares one row down.
    #[inline]
    pub fn down(&self, squares: SquareSet) -> SquareSet {
        SquareSet(squares.0 >> (self.size & 15))
    }
}

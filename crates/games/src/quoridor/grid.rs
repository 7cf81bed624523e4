//! Geometry of a square board on bitboards: neighbours, walls and blocked edges.
//!
//! The grid knows no players: it serves any number of pawns and any goals.

use std::ops::BitAnd;

use super::squares::{MAX_SIZE, Square, SquareSet, Wall, WallOrientation};

/// Geometry of a square board: its size and precomputed sets of squares.
#[derive(Clone, Copy, Debug)]
pub struct SquareGrid {
    size: u8,
    all: SquareSet,
    /// All squares except those of the top row.
    below_top: SquareSet,
    /// All squares except those of the right column.
    left_of_edge: SquareSet,
    /// Squares that can identify a wall: those at the lower left of an inner corner of the board.
    slots: SquareSet,
    left_column: SquareSet,
    bottom_row: SquareSet,
}

/// A set of walls, each represented by the square at the lower left of its centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallSet {
    /// Horizontal walls, by the square at the lower left of their centre.
    pub horizontal: SquareSet,
    /// Vertical walls, by the square at the lower left of their centre.
    pub vertical: SquareSet,
}

impl WallSet {
    /// The walls with orientation `direction`, by the square at the lower left of their centre.
    #[inline]
    pub fn along(&self, direction: WallOrientation) -> SquareSet {
        match direction {
            WallOrientation::Horizontal => self.horizontal,
            WallOrientation::Vertical => self.vertical,
        }
    }

    /// Number of walls in the set.
    #[inline]
    pub fn count(&self) -> usize {
        self.horizontal.count() + self.vertical.count()
    }

    /// True if the set contains `wall`.
    #[inline]
    pub fn has(&self, wall: Wall) -> bool {
        self.along(wall.direction).has(wall.square)
    }

    /// Iterates over the walls, horizontal ones first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Wall> {
        let along = |direction| move |square| Wall { square, direction };
        let horizontal = self.horizontal.map(along(WallOrientation::Horizontal));
        horizontal.chain(self.vertical.map(along(WallOrientation::Vertical)))
    }

    /// Returns the set with `wall` added.
    #[inline]
    #[must_use]
    pub fn with(mut self, wall: Wall) -> WallSet {
        match wall.direction {
            WallOrientation::Horizontal => self.horizontal |= wall.square.set(),
            WallOrientation::Vertical => self.vertical |= wall.square.set(),
        }
        self
    }

    /// Returns the union of both sets.
    #[inline]
    #[must_use]
    pub fn with_all(mut self, others: WallSet) -> WallSet {
        self.horizontal |= others.horizontal;
        self.vertical |= others.vertical;
        self
    }

    /// Returns the set with `wall` removed.
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

/// The edges between adjacent squares that are not blocked by a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenEdges {
    /// Squares whose upper edge is open.
    pub up: SquareSet,
    /// Squares whose right edge is open.
    pub right: SquareSet,
}

/// A side of a square, or a direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareSide {
    /// Upper side, towards higher row numbers.
    Up,
    /// Right side, towards higher column numbers.
    Right,
    /// Lower side, towards lower row numbers.
    Down,
    /// Left side, towards lower column numbers.
    Left,
}

impl SquareSide {
    /// All four sides in clockwise order.
    pub const ALL: [SquareSide; 4] = [
        SquareSide::Up,
        SquareSide::Right,
        SquareSide::Down,
        SquareSide::Left,
    ];

    /// The two sides perpendicular to this one, such as left and right for up.
    #[inline]
    pub fn across(self) -> [SquareSide; 2] {
        match self {
            SquareSide::Up | SquareSide::Down => [SquareSide::Right, SquareSide::Left],
            SquareSide::Right | SquareSide::Left => [SquareSide::Up, SquareSide::Down],
        }
    }
}

impl SquareGrid {
    /// Creates the geometry of a board of `size` by `size` squares.
    ///
    /// # Panics
    /// If `size` is below 2 or above [`MAX_SIZE`].
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

    /// Number of rows, which is also the number of columns.
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The set of all squares of the board.
    #[inline]
    pub fn all(&self) -> SquareSet {
        self.all
    }

    /// Squares that can identify a wall: all except the top row and the right column.
    #[inline]
    pub fn slots(&self) -> SquareSet {
        self.slots
    }

    /// All walls that fit on the empty board.
    #[inline]
    pub fn walls(&self) -> WallSet {
        WallSet {
            horizontal: self.slots,
            vertical: self.slots,
        }
    }

    /// The squares of row number `row`, counted from 0 at the bottom.
    pub fn row(&self, row: usize) -> SquareSet {
        SquareSet(self.bottom_row.0 << (row * self.size()))
    }

    /// The squares of column number `column`, counted from 0 at the left.
    pub fn column(&self, column: usize) -> SquareSet {
        SquareSet(self.left_column.0 << column)
    }

    /// Returns the square at `column` and `row`, counted from 0; `None` if it is off the board.
    pub fn square(&self, column: usize, row: usize) -> Option<Square> {
        let size = self.size();
        (column < size && row < size).then(|| Square((row * size + column) as u8))
    }

    /// Column of a square, counted from 0 at the left.
    #[inline]
    pub fn column_of(&self, square: Square) -> usize {
        square.index() % self.size()
    }

    /// Row of a square, counted from 0 at the bottom.
    #[inline]
    pub fn row_of(&self, square: Square) -> usize {
        square.index() / self.size()
    }

    /// The square adjacent to `square` on `side`, regardless of walls. The caller must ensure that
    /// it is on the board.
    #[inline]
    pub fn neighbour(&self, square: Square, side: SquareSide) -> Square {
        Square(match side {
            SquareSide::Up => square.0 + self.size,
            SquareSide::Right => square.0 + 1,
            SquareSide::Down => square.0 - self.size,
            SquareSide::Left => square.0 - 1,
        })
    }

    /// Computes the edges that `walls` leave open.
    #[inline]
    pub fn passages(&self, walls: &WallSet) -> OpenEdges {
        let (h, v) = (walls.horizontal, walls.vertical);
        OpenEdges {
            up: self.below_top & !(h | h.right()),
            right: self.left_of_edge & !(v | self.up(v)),
        }
    }

    /// True if the edge of `square` on `side` is open.
    #[inline]
    pub fn open(&self, passages: &OpenEdges, square: Square, side: SquareSide) -> bool {
        match side {
            SquareSide::Up => passages.up.has(square),
            SquareSide::Right => passages.right.has(square),
            SquareSide::Down => self.up(passages.up).has(square),
            SquareSide::Left => passages.right.right().has(square),
        }
    }

    /// All squares one step away from some square of `from`, ignoring pawns.
    #[inline]
    pub fn step(&self, passages: &OpenEdges, from: SquareSet) -> SquareSet {
        let (up, right) = (passages.up, passages.right);
        self.up(from & up) | (self.down(from) & up) | (from & right).right() | (from.left() & right)
    }

    /// Walls that neither overlap nor cross any of `walls`.
    #[inline]
    pub fn free_slots(&self, walls: &WallSet) -> WallSet {
        let (h, v) = (walls.horizontal, walls.vertical);
        WallSet {
            horizontal: self.slots & !(h | h.left() | h.right() | v),
            vertical: self.slots & !(v | self.up(v) | self.down(v) | h),
        }
    }

    /// Walls of which at least two of three points (both ends and the middle) touch `walls` or the
    /// rim of the board. Only such a wall can close a path.
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

    /// Walls of which an end or the middle touches one of `walls`.
    pub fn touching(&self, walls: &WallSet) -> WallSet {
        let posts = self.touched_corners(walls);
        WallSet {
            horizontal: (posts | posts.left() | posts.right()) & self.slots,
            vertical: (posts | self.up(posts) | self.down(posts)) & self.slots,
        }
    }

    /// The inner corners that `walls` touch, each represented by its lower left square.
    #[inline]
    fn touched_corners(&self, walls: &WallSet) -> SquareSet {
        let (h, v) = (walls.horizontal, walls.vertical);
        (h | h.left() | h.right() | v | self.up(v) | self.down(v)) & self.slots
    }

    /// Walls that would block the upper edge of a square in `rising` or the right edge of a square
    /// in `sideways`.
    #[inline]
    pub fn walls_across(&self, rising: SquareSet, sideways: SquareSet) -> WallSet {
        WallSet {
            horizontal: (rising | rising.left()) & self.slots,
            vertical: (sideways | self.down(sideways)) & self.slots,
        }
    }

    /// Shifts all squares of a set one row up.
    #[inline]
    pub fn up(&self, squares: SquareSet) -> SquareSet {
        // Sizes have four bits; the mask removes the compiler's branch for shifts of 64 or more.
        SquareSet(squares.0 << (self.size & 15))
    }

    /// Shifts all squares of a set one row down.
    #[inline]
    pub fn down(&self, squares: SquareSet) -> SquareSet {
        SquareSet(squares.0 >> (self.size & 15))
    }
}

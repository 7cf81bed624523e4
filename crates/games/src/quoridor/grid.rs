//! The geometry of a square board: neighbours, walls and where they block, all squares at once.
//!
//! Nothing here knows of players: the same grid serves any number of pawns and any goals.

use super::squares::{Direction, MAX_SIZE, Square, Squares, Wall};

/// A board of `size` by `size` squares.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    size: u8,
    all: Squares,
    /// Squares that have a square above them.
    below_top: Squares,
    /// Squares that have a square to their right.
    left_of_edge: Squares,
    /// Squares at the lower left of a wall's centre.
    slots: Squares,
    left_column: Squares,
    bottom_row: Squares,
}

/// The walls on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// The horizontal ones.
    pub horizontal: Squares,
    /// The vertical ones.
    pub vertical: Squares,
}

impl Walls {
    /// The walls that lie in this direction.
    #[inline]
    pub fn along(&self, direction: Direction) -> Squares {
        match direction {
            Direction::Horizontal => self.horizontal,
            Direction::Vertical => self.vertical,
        }
    }

    /// The same walls and one more.
    #[inline]
    #[must_use]
    pub fn with(mut self, wall: Wall) -> Walls {
        match wall.direction {
            Direction::Horizontal => self.horizontal |= wall.square.set(),
            Direction::Vertical => self.vertical |= wall.square.set(),
        }
        self
    }

    /// The same walls and these.
    #[inline]
    #[must_use]
    pub fn with_all(mut self, others: Walls) -> Walls {
        self.horizontal |= others.horizontal;
        self.vertical |= others.vertical;
        self
    }

    /// The same walls but one.
    #[inline]
    #[must_use]
    pub fn without(mut self, wall: Wall) -> Walls {
        match wall.direction {
            Direction::Horizontal => self.horizontal &= !wall.square.set(),
            Direction::Vertical => self.vertical &= !wall.square.set(),
        }
        self
    }
}

/// Where one can step: the open edges between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passages {
    /// Squares from which the way up is open; the way down from above them is the same edge.
    pub up: Squares,
    /// Squares from which the way to the right is open.
    pub right: Squares,
}

/// A side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Towards higher rows.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards lower rows.
    Down,
    /// Towards lower columns.
    Left,
}

impl Side {
    /// All sides, clockwise.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];

    /// The two sides at right angles to this one.
    #[inline]
    pub fn across(self) -> [Side; 2] {
        match self {
            Side::Up | Side::Down => [Side::Right, Side::Left],
            Side::Right | Side::Left => [Side::Up, Side::Down],
        }
    }
}

impl Grid {
    /// A board of `size` by `size` squares.
    ///
    /// # Panics
    /// If the size is below 2 or above [`MAX_SIZE`].
    pub fn new(size: usize) -> Grid {
        assert!((2..=MAX_SIZE).contains(&size), "no board of size {size}");
        let where_ = |keep: fn(usize, usize, usize) -> bool| {
            let squares = (0..size * size).filter(|&i| keep(i % size, i / size, size));
            Squares(squares.fold(0, |set, i| set | 1 << i))
        };
        Grid {
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
    pub fn all(&self) -> Squares {
        self.all
    }

    /// The places for walls of either direction on an empty board.
    #[inline]
    pub fn slots(&self) -> Squares {
        self.slots
    }

    /// The squares of a row, counted from 0 at the bottom.
    pub fn row(&self, row: usize) -> Squares {
        Squares(self.bottom_row.0 << (row * self.size()))
    }

    /// The squares of a column, counted from 0 at the left.
    pub fn column(&self, column: usize) -> Squares {
        Squares(self.left_column.0 << column)
    }

    /// The square in this column and row, counted from 0; none off the board.
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

    /// The neighbour of a square, through walls or not; the square must have one there.
    #[inline]
    pub fn neighbour(&self, square: Square, side: Side) -> Square {
        Square(match side {
            Side::Up => square.0 + self.size,
            Side::Right => square.0 + 1,
            Side::Down => square.0 - self.size,
            Side::Left => square.0 - 1,
        })
    }

    /// All edges that no wall blocks.
    #[inline]
    pub fn passages(&self, walls: &Walls) -> Passages {
        let (h, v) = (walls.horizontal, walls.vertical);
        Passages {
            up: self.below_top & !(h | h.right()),
            right: self.left_of_edge & !(v | self.up(v)),
        }
    }

    /// Whether the way out of `square` on this side is open.
    #[inline]
    pub fn open(&self, passages: &Passages, square: Square, side: Side) -> bool {
        match side {
            Side::Up => passages.up.has(square),
            Side::Right => passages.right.has(square),
            Side::Down => self.up(passages.up).has(square),
            Side::Left => passages.right.right().has(square),
        }
    }

    /// All squares one step away from one of `from`.
    #[inline]
    pub fn step(&self, passages: &Passages, from: Squares) -> Squares {
        let (up, right) = (passages.up, passages.right);
        self.up(from & up) | (self.down(from) & up) | (from & right).right() | (from.left() & right)
    }

    /// Walls that overlap or cross none of `walls`.
    #[inline]
    pub fn free_slots(&self, walls: &Walls) -> Walls {
        let (h, v) = (walls.horizontal, walls.vertical);
        Walls {
            horizontal: self.slots & !(h | h.left() | h.right() | v),
            vertical: self.slots & !(v | self.up(v) | self.down(v) | h),
        }
    }

    /// Of all places for walls, those that touch the walls or the edge of the board at two or more
    /// of the three points of a wall: its ends and its middle. Only such a wall can close a path.
    #[inline]
    pub fn closing(&self, walls: &Walls) -> Walls {
        let posts = self.posts(walls);
        let two = |a: Squares, b: Squares, c: Squares| (a & b) | (b & c) | (c & a);
        let last = self.size() - 2;
        Walls {
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

    /// Of all places for walls, those that touch one of `walls` with an end or the middle.
    pub fn touching(&self, walls: &Walls) -> Walls {
        let posts = self.posts(walls);
        Walls {
            horizontal: (posts | posts.left() | posts.right()) & self.slots,
            vertical: (posts | self.up(posts) | self.down(posts)) & self.slots,
        }
    }

    /// The inner corners of squares at which a wall lies, each by its lower left square.
    #[inline]
    fn posts(&self, walls: &Walls) -> Squares {
        let (h, v) = (walls.horizontal, walls.vertical);
        (h | h.left() | h.right() | v | self.up(v) | self.down(v)) & self.slots
    }

    /// The walls that would block one of these edges: those up from `rising` squares, and those to
    /// the right from `sideways` squares.
    #[inline]
    pub fn walls_across(&self, rising: Squares, sideways: Squares) -> Walls {
        Walls {
            horizontal: (rising | rising.left()) & self.slots,
            vertical: (sideways | self.down(sideways)) & self.slots,
        }
    }

    /// All squares moved one row up.
    #[inline]
    pub fn up(&self, squares: Squares) -> Squares {
        // Sizes have four bits; saying so spares the compiler the case of shifts by 64 and more.
        Squares(squares.0 << (self.size & 15))
    }

    /// All squares moved one row down.
    #[inline]
    pub fn down(&self, squares: Squares) -> Squares {
        Squares(squares.0 >> (self.size & 15))
    }
}

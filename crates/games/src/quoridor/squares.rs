//! Squares, sets of squares, and walls by the square at the lower left of their centre.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// The largest board.
pub const MAX_SIZE: usize = 11;

/// The number of squares of the largest board.
pub(super) const MAX_SQUARES: usize = MAX_SIZE * MAX_SIZE;

/// A square, numbered along the rows from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    /// The number of the square.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of just this square.
    #[inline]
    pub fn set(self) -> Squares {
        Squares(1 << self.0)
    }
}

/// How a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Between two rows.
    Horizontal,
    /// Between two columns.
    Vertical,
}

/// A wall two squares long.
///
/// A horizontal wall lies above `square` and its right neighbour, a vertical one to the right of
/// `square` and of the square above it; `square` is at the lower left of its centre either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// The square at the lower left of the wall's centre.
    pub square: Square,
    /// How it lies.
    pub direction: Direction,
}

/// A set of squares, or of walls by their squares: bit `i` is square number `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub(super) u128);

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares
            .into_iter()
            .fold(Squares::NONE, |set, square| set | square.set())
    }
}

impl Squares {
    /// No squares.
    pub const NONE: Squares = Squares(0);

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `square` is one of them.
    #[inline]
    pub fn has(self, square: Square) -> bool {
        // Quicker than a shift across both halves.
        let halves = [self.0 as u64, (self.0 >> 64) as u64];
        halves[square.index() >> 6 & 1] >> (square.0 & 63) & 1 == 1
    }

    /// Whether the two sets have a square in common.
    #[inline]
    pub fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// All squares moved one number up: to the right, where there is room.
    #[inline]
    pub fn right(self) -> Squares {
        Squares(self.0 << 1)
    }

    /// All squares moved one number down: to the left, where there is room.
    #[inline]
    pub fn left(self) -> Squares {
        Squares(self.0 >> 1)
    }

    /// The square with the lowest number.
    #[inline]
    pub fn first(self) -> Option<Square> {
        (self.0 != 0).then(|| Square(self.0.trailing_zeros() as u8))
    }

    /// The `n`-th square in order, counted from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth(self, n: usize) -> Square {
        let low = self.0 as u64;
        let in_low = low.count_ones() as usize;
        let (mut word, mut skip, base) = if n < in_low {
            (low, n, 0)
        } else {
            ((self.0 >> 64) as u64, n - in_low, 64)
        };
        while skip > 0 {
            word &= word - 1;
            skip -= 1;
        }
        assert!(word != 0, "the set has fewer squares");
        Square(base + word.trailing_zeros() as u8)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count(), Some(self.count()))
    }

    // Half by half, which is quicker than taking bits off both.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut all = init;
        for (mut half, base) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            while half != 0 {
                all = f(all, Square(base + half.trailing_zeros() as u8));
                half &= half - 1;
            }
        }
        all
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Squares;

    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Squares) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

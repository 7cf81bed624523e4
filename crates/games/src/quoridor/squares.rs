//! Squares, sets of squares as bitboards, and walls.

use std::ops::Not;

use crate::bit_set::bit_set;

/// Largest supported board size, in squares per side.
pub const MAX_SIZE: usize = 11;

/// Number of squares of the largest board.
pub(super) const MAX_SQUARES: usize = MAX_SIZE * MAX_SIZE;

/// A square of the board, numbered row by row from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    /// Index of the square, counted from 0 row by row from the lower left corner.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set that contains only this square.
    #[inline]
    pub fn set(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

/// Orientation of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallOrientation {
    /// Orientation of a wall between two rows.
    Horizontal,
    /// Orientation of a wall between two columns.
    Vertical,
}

impl WallOrientation {
    /// Both orientations.
    pub const ALL: [WallOrientation; 2] = [WallOrientation::Horizontal, WallOrientation::Vertical];
}

/// A wall two squares long.
///
/// A horizontal wall lies above `square` and its right neighbour, a vertical one to the right of
/// `square` and the square above it. In both cases `square` is at the lower left of its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall {
    /// The square at the lower left of the wall's centre.
    pub square: Square,
    /// Orientation of the wall.
    pub direction: WallOrientation,
}

/// A bitboard of squares, or of walls represented by squares: bit `i` stands for square `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(super) u128);

bit_set!(SquareSet of Square);

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares
            .into_iter()
            .fold(SquareSet::NONE, |set, square| set | square.set())
    }
}

impl SquareSet {
    /// Shifts all squares one column to the right. The last column wraps to the next row.
    #[inline]
    pub fn right(self) -> SquareSet {
        SquareSet(self.0 << 1)
    }

    /// Shifts all squares one column to the left. The first column wraps to the previous row.
    #[inline]
    pub fn left(self) -> SquareSet {
        SquareSet(self.0 >> 1)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_list_of_what_is_in_it() {
        let mut rng = ludorum_core::Seed(1).rng();
        for sparse in [1, 2, 20] {
            let list: Vec<Square> = (0..128)
                .filter(|_| rng.below(sparse) == 0)
                .map(Square)
                .collect();
            let set = list
                .iter()
                .fold(SquareSet::NONE, |set, place| set | SquareSet(1 << place.0));
            assert_eq!(set.is_empty(), list.is_empty());
            assert_eq!(set.collect::<Vec<_>>(), list);
            let folded = set.fold(Vec::new(), |mut all, place| {
                all.push(place);
                all
            });
            assert_eq!(folded, list);
            assert_eq!(
                (set.count(), set.first()),
                (list.len(), list.first().copied())
            );
            for (n, &place) in list.iter().enumerate() {
                assert_eq!(set.nth(n), place);
            }
            for place in (0..128).map(Square) {
                assert_eq!(set.has(place), list.contains(&place));
                assert_eq!(set.meets(SquareSet(1 << place.0)), list.contains(&place));
            }
        }
    }

    #[test]
    #[should_panic(expected = "fewer")]
    fn there_is_no_third_of_two() {
        SquareSet(1 | 1 << 100).nth(2);
    }
}

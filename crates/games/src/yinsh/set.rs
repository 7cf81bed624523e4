//! Sets of points as bitboards, and five in a row.

use std::ops::Not;

use super::points::{BoardPoint, HexDirection, ROWS, SIDE};
use crate::bit_set::bit_set;

/// A set of points as a bitboard: bit `i` stands for the point with index `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet(pub(super) u128);

bit_set!(PointSet of BoardPoint);

impl PointSet {
    /// The set of all points of the board.
    pub const BOARD: PointSet = {
        let mut board = 0;
        let mut column = 0;
        while column < ROWS.len() {
            let (first, last) = ROWS[column];
            let rows = (1 << last) - (1 << (first - 1));
            board |= rows << (column * SIDE as usize);
            column += 1;
        }
        PointSet(board)
    };

    /// The first point in `direction`, for a set of points on one line; `None` if the set is empty.
    #[inline]
    pub(super) fn nearest(self, direction: HexDirection) -> Option<BoardPoint> {
        if self.0 == 0 {
            return None;
        }
        let number = if direction.stride() > 0 {
            self.0.trailing_zeros()
        } else {
            127 - self.0.leading_zeros()
        };
        Some(BoardPoint(number as u8))
    }

    /// Starting points of all rows of five; `N` is the index difference of neighbours in a row.
    #[inline]
    pub(super) fn fives<const N: u32>(self) -> PointSet {
        let two = self.0 & self.0 >> N;
        let four = two & two >> (2 * N);
        PointSet(four & self.0 >> (4 * N))
    }

    /// Points that form five in a row with four of the set; `N` is the index difference of
    /// neighbours.
    #[inline]
    fn fifths<const N: u32>(self) -> u128 {
        let one = self.0;
        let (a, b, c, d, e) = (
            one,
            one >> N,
            one >> (2 * N),
            one >> (3 * N),
            one >> (4 * N),
        );
        let (ab, de) = (a & b, d & e);
        let (abc, cde) = (ab & c, c & de);
        (b & cde)
            | (a & cde) << N
            | (ab & de) << (2 * N)
            | (abc & e) << (3 * N)
            | (abc & d) << (4 * N)
    }

    /// Points, in the set or not, that form five in a row with four others of the set.
    #[inline]
    pub fn completing(self) -> PointSet {
        let up = self.fifths::<1>();
        let right = self.fifths::<{ SIDE as u32 }>();
        let right_up = self.fifths::<{ SIDE as u32 + 1 }>();
        PointSet((up | right | right_up) & PointSet::BOARD.0)
    }

    /// True if the set contains five points in a row.
    #[inline]
    pub fn has_five(self) -> bool {
        let up = self.fives::<1>();
        let right = self.fives::<{ SIDE as u32 }>();
        let right_up = self.fives::<{ SIDE as u32 + 1 }>();
        !(up | right | right_up).is_empty()
    }
}

impl Not for PointSet {
    type Output = PointSet;

    /// Complement: the points of the board that are not in the set.
    #[inline]
    fn not(self) -> PointSet {
        PointSet(!self.0 & PointSet::BOARD.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_point_completes_four() {
        let mut rng = ludorum_core::Seed(1).rng();
        for _ in 0..200 {
            let some = BoardPoint::all().filter(|_| rng.below(2) == 0);
            let some = some.fold(PointSet::NONE, |set, point| set | point.set());
            let completing = some.completing();
            for point in BoardPoint::all() {
                let others = some & !point.set();
                let rows = |set| super::super::State::rows_of(set).count();
                let completes = rows(others | point.set()) > rows(others);
                assert_eq!(completing.has(point), completes);
            }
        }
    }
}

//! Bitboards of the 33 lines of the board.

use ludorum_games::yinsh::PointSet;

/// Number of lines in each of the three directions of the board.
const LINES: usize = 11;

/// Number of bits of a line bitboard: one for each column or row of the 11 by 11 grid.
pub(super) const MAX_LINE_POINTS: usize = 11;

/// A set of points as one bitboard per line; adjacent points of a line are adjacent bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineBitboards {
    words: [[u16; LINES]; 3],
}

impl LineBitboards {
    /// Number of lines in all three directions.
    pub(super) const COUNT: usize = 3 * LINES;

    #[inline]
    pub(super) fn new(points: PointSet) -> LineBitboards {
        let mut words = [[0; LINES]; 3];
        for point in points {
            let (column, row) = (usize::from(point.column()), usize::from(point.row()) - 1);
            words[0][column] |= 1 << row;
            words[1][row] |= 1 << column;
            // Row minus column is constant on a diagonal, from -5 to 5.
            words[2][row + 5 - column] |= 1 << column;
        }
        LineBitboards { words }
    }

    /// Iterates over the bitboards of all lines, in a fixed order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().flatten().copied()
    }
}

/// Calls `each` with the length of every run of consecutive set bits in `word`.
pub(super) fn for_each_run(word: u16, mut each: impl FnMut(usize)) {
    let mut rest = word;
    while rest != 0 {
        rest >>= rest.trailing_zeros();
        let length = rest.trailing_ones();
        each(length as usize);
        rest = rest.checked_shr(length).unwrap_or(0);
    }
}

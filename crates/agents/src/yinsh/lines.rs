//! The board line by line: which points of each of its 33 lines are in a set, as bits.

use ludorum_games::yinsh::PointSet;

/// Lines of each of the three kinds.
const LINES: usize = 11;

/// No line has more points, counted from where the grid of the board begins.
pub(super) const LONGEST: usize = 11;

/// The points of a set on every line. Neighbours on a line are neighbouring bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    words: [[u16; LINES]; 3],
}

impl Lines {
    /// The lines of all three kinds.
    pub(super) const COUNT: usize = 3 * LINES;

    #[inline]
    pub(super) fn new(points: PointSet) -> Lines {
        let mut words = [[0; LINES]; 3];
        for point in points {
            let (column, row) = (usize::from(point.column()), usize::from(point.row()) - 1);
            words[0][column] |= 1 << row;
            words[1][row] |= 1 << column;
            // On a diagonal row and column differ by the same, from -5 to 5.
            words[2][row + 5 - column] |= 1 << column;
        }
        Lines { words }
    }

    /// The lines, always in the same order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.words.iter().flatten().copied()
    }
}

/// Calls `each` for every run of set bits with its length.
pub(super) fn runs(word: u16, mut each: impl FnMut(usize)) {
    let mut rest = word;
    while rest != 0 {
        rest >>= rest.trailing_zeros();
        let length = rest.trailing_ones();
        each(length as usize);
        rest = rest.checked_shr(length).unwrap_or(0);
    }
}

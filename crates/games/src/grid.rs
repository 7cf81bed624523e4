//! Rectangular boards on which two seats mark cells: cells, sets of cells, lines of cells,
//! positions as text and their terminal drawing.
//!
//! A position is written as its rows from top to bottom, `x.o/.x./o..`. The web page can draw every
//! game whose positions have this form.

pub use crate::grid_text::{column_name, parse_column};

use ludorum_core::{Outcome, Seat, Seed};

/// Names of the game endings that [`GridBoard::outcome`] decides.
pub const LINE_ENDINGS: &[&str] = &[
    "row",
    "column",
    "rising-diagonal",
    "falling-diagonal",
    "full-board",
];

/// A cell of a board with `COLUMNS` columns and `ROWS` rows, at most 64 cells. Its text form is
/// column and row: `a1` is the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridCell<const COLUMNS: u8, const ROWS: u8>(u8);

impl<const COLUMNS: u8, const ROWS: u8> GridCell<COLUMNS, ROWS> {
    /// Returns the cell at `column` and `row`, both counted from 0; `None` if it is off the board.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < COLUMNS && row < ROWS {
            Some(GridCell(row * COLUMNS + column))
        } else {
            None
        }
    }

    /// Iterates over all cells of the board, row by row: `a1`, `b1`, `c1` and so on.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS * ROWS).map(GridCell)
    }

    /// Column of the cell, counted from 0 at the left.
    pub fn column(self) -> u8 {
        self.0 % COLUMNS
    }

    /// Row of the cell, counted from 0 at the bottom.
    pub fn row(self) -> u8 {
        self.0 / COLUMNS
    }
}

/// A set of cells as a bitboard: bit `i` stands for the `i`-th cell of [`GridCell::all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GridCellSet<const COLUMNS: u8, const ROWS: u8>(u64);

impl<const COLUMNS: u8, const ROWS: u8> GridCellSet<COLUMNS, ROWS> {
    /// The set of all cells of the board.
    pub const ALL: Self = GridCellSet(u64::MAX >> (64 - COLUMNS * ROWS));

    /// Number of cells in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if `cell` is in the set.
    pub fn has(self, cell: GridCell<COLUMNS, ROWS>) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// True if the set contains all cells of `others`.
    pub fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Union of the two sets.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        GridCellSet(self.0 | other.0)
    }

    /// Returns the set with `cell` added if it was absent, or removed if it was present.
    #[must_use]
    pub fn toggle(self, cell: GridCell<COLUMNS, ROWS>) -> Self {
        GridCellSet(self.0 ^ 1 << cell.0)
    }

    /// The set as a bit mask: bit `i` stands for the `i`-th cell of [`GridCell::all`].
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Lists all lines of `length` adjacent cells, horizontal, vertical and diagonal.
    ///
    /// # Panics
    /// If the board does not have exactly `COUNT` such lines; in a constant this fails to compile.
    pub const fn lines<const COUNT: usize>(length: u8) -> [Self; COUNT] {
        let mut lines = [GridCellSet(0); COUNT];
        let mut found = 0;
        let mut start = 0;
        while start < COLUMNS * ROWS {
            let (column, row) = (start % COLUMNS, start / COLUMNS);
            let fits_right = column + length <= COLUMNS;
            let fits_up = row + length <= ROWS;
            // Difference between the numbers of neighbouring cells in each direction.
            let steps = [
                (1, fits_right),
                (COLUMNS, fits_up),
                (COLUMNS + 1, fits_right && fits_up),
                (COLUMNS - 1, column + 1 >= length && fits_up),
            ];
            let mut direction = 0;
            while direction < steps.len() {
                let (step, fits) = steps[direction];
                let mut cell = 0;
                while fits && cell < length {
                    lines[found].0 |= 1 << (start + cell * step);
                    cell += 1;
                }
                found += fits as usize;
                direction += 1;
            }
            start += 1;
        }
        assert!(found == COUNT, "the board has another number of lines");
        lines
    }
}

/// A position of a game on a grid: the cells that each of two seats has marked. Seats alternate, so
/// the number of marks determines the seat to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GridBoard<const COLUMNS: u8, const ROWS: u8> {
    marks: [GridCellSet<COLUMNS, ROWS>; 2],
}

impl<const COLUMNS: u8, const ROWS: u8> GridBoard<COLUMNS, ROWS> {
    /// The set of cells marked by `seat`.
    pub fn marks(&self, seat: Seat) -> GridCellSet<COLUMNS, ROWS> {
        self.marks[seat.index()]
    }

    /// The set of cells marked by either seat.
    pub fn taken(&self) -> GridCellSet<COLUMNS, ROWS> {
        self.marks[0].or(self.marks[1])
    }

    /// The seat that has marked `cell`; `None` if the cell is free.
    pub fn owner(&self, cell: GridCell<COLUMNS, ROWS>) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.marks(seat).has(cell))
    }

    /// The seat to move by turn order, even if the game is over.
    pub fn to_move(&self) -> Seat {
        Seat::new(self.taken().count() as usize % 2)
    }

    /// True if `seat` has marked all cells of one of `lines`.
    pub fn has_line(&self, seat: Seat, lines: &[GridCellSet<COLUMNS, ROWS>]) -> bool {
        let marks = self.marks(seat);
        lines.iter().any(|&line| marks.has_all(line))
    }

    /// The seat that has marked all cells of one of `lines`; `None` if neither has.
    pub fn winner(&self, lines: &[GridCellSet<COLUMNS, ROWS>]) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.has_line(seat, lines))
    }

    /// Outcome of a game in which completing one of `lines` wins and a full board without a
    /// completed line is a draw; `None` while the game continues.
    pub fn outcome(&self, lines: &[GridCellSet<COLUMNS, ROWS>]) -> Option<Outcome> {
        match self.winner(lines) {
            Some(winner) => Some(Outcome::win(2, winner)),
            None if self.taken() == GridCellSet::ALL => Some(Outcome::draw(2)),
            None => None,
        }
    }

    /// Hash of the position for [`Game::key`](ludorum_core::Game::key), computed from scratch:
    /// hashing two words is as fast as updating a stored hash.
    pub fn key(&self) -> u64 {
        let [first, second] = [0, 1].map(|seat| self.marks[seat].bits());
        Seed(first).child("o", second).0
    }

    /// Marks `cell`, which must be free, for the seat to move.
    pub fn mark(&mut self, cell: GridCell<COLUMNS, ROWS>) {
        self.toggle(self.to_move(), cell);
    }

    /// Removes the most recent mark, which is on `cell`.
    pub fn unmark(&mut self, cell: GridCell<COLUMNS, ROWS>) {
        self.toggle(self.to_move().next(2), cell);
    }

    /// Adds a mark of `seat` on `cell`, or removes it if present.
    pub(crate) fn toggle(&mut self, seat: Seat, cell: GridCell<COLUMNS, ROWS>) {
        let marks = &mut self.marks[seat.index()];
        *marks = marks.toggle(cell);
    }
}

//! A position: nine cells and the marks of two seats. Sets of cells are bitboards, so that a line
//! is tested in one operation.

use ludorum_core::Seat;

/// Number of rows and of columns.
pub(super) const SIZE: u8 = 3;

/// One of the nine cells, numbered along the rows from the lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this column and row, both counted from 0; `None` off the board.
    pub fn at(column: u8, row: u8) -> Option<Cell> {
        (column < SIZE && row < SIZE).then_some(Cell(row * SIZE + column))
    }

    /// Every cell: `a1`, `b1`, `c1`, `a2` and so on.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..SIZE * SIZE).map(Cell)
    }

    /// The column, counted from 0 at the left.
    pub fn column(self) -> u8 {
        self.0 % SIZE
    }

    /// The row, counted from 0 at the bottom.
    pub fn row(self) -> u8 {
        self.0 / SIZE
    }
}

/// A set of cells as a bitboard: bit `i` stands for cell number `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u16);

impl CellSet {
    /// All nine cells.
    pub const ALL: CellSet = CellSet(0b111_111_111);

    /// The number of cells in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if `cell` is in the set.
    pub fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// True if all of `others` are in the set.
    pub fn has_all(self, others: CellSet) -> bool {
        self.0 & others.0 == others.0
    }

    /// The cells of either set.
    pub fn or(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// The set with membership of `cell` inverted.
    pub fn toggle(self, cell: Cell) -> CellSet {
        CellSet(self.0 ^ 1 << cell.0)
    }

    /// The set as a number below 512.
    pub fn bits(self) -> u16 {
        self.0
    }
}

/// Three in a row: rows from the bottom up, columns from the left, then the two diagonals.
pub const LINES: [CellSet; 8] = [
    CellSet(0b000_000_111),
    CellSet(0b000_111_000),
    CellSet(0b111_000_000),
    CellSet(0b001_001_001),
    CellSet(0b010_010_010),
    CellSet(0b100_100_100),
    CellSet(0b100_010_001),
    CellSet(0b001_010_100),
];

/// A position: the cells that each seat has marked. Their number determines the seat to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    marks: [CellSet; 2],
}

impl Board {
    /// The cells marked by `seat`.
    pub fn marks(&self, seat: Seat) -> CellSet {
        self.marks[seat.index()]
    }

    /// The cells marked by anyone.
    pub fn taken(&self) -> CellSet {
        self.marks[0].or(self.marks[1])
    }

    /// The seat that has marked `cell`; `None` if it is free.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.marks(seat).has(cell))
    }

    /// The seat to move, also after the end of the game.
    pub fn to_move(&self) -> Seat {
        Seat::new(self.taken().count() as usize % 2)
    }

    /// True if `seat` has completed a line.
    pub fn has_line(&self, seat: Seat) -> bool {
        let marks = self.marks(seat);
        LINES.into_iter().any(|line| marks.has_all(line))
    }

    /// The seat that has completed a line.
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.has_line(seat))
    }

    /// Puts the mark of `seat` on a free cell, or removes it.
    pub(super) fn toggle(&mut self, seat: Seat, cell: Cell) {
        let marks = &mut self.marks[seat.index()];
        *marks = marks.toggle(cell);
    }
}

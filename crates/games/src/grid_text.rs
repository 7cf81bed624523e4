//! Text forms of cells and positions, and the terminal drawing of a position.

use std::fmt;
use std::str::FromStr;

use ludorum_core::{NotationError, Seat, TerminalStyle};

use crate::grid::{GridBoard, GridCell, GridCellSet};

/// Characters for the marks of seat 1 and seat 2 in the text of a position.
const MARKS: [char; 2] = ['x', 'o'];

/// Symbols for the marks of seat 1 and seat 2 in the terminal drawing.
const DRAWN: [&str; 2] = ["X", "O"];

impl<const COLUMNS: u8, const ROWS: u8> fmt::Display for GridCell<COLUMNS, ROWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column()), self.row() + 1)
    }
}

impl<const COLUMNS: u8, const ROWS: u8> FromStr for GridCell<COLUMNS, ROWS> {
    type Err = NotationError;

    /// Parses a cell from column letter and row digit, such as `b2`. Rows above 9 have no text.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut chars = text.chars();
        let (Some(column), Some(row), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(NotationError::new(
                "a move is a column and a row, such as b2",
            ));
        };
        let column = parse_column(column, COLUMNS)?;
        let row = index_from('1', row, ROWS)
            .ok_or_else(|| expected(&format!("a row from 1 to {ROWS}"), row))?;
        GridCell::at(column, row).ok_or_else(|| NotationError::new("this cell is not on the board"))
    }
}

/// Letter of a column: 0 is `a`.
pub fn column_name(column: u8) -> char {
    char::from(b'a' + column)
}

/// Parses a column letter of a board with `columns` columns; `a` is column 0.
///
/// # Errors
/// If the letter names no column of the board; the message gives the valid range.
pub fn parse_column(letter: char, columns: u8) -> Result<u8, NotationError> {
    let last = column_name(columns - 1);
    index_from('a', letter, columns)
        .ok_or_else(|| expected(&format!("a column from a to {last}"), letter))
}

fn expected(what: &str, found: char) -> NotationError {
    NotationError::new(format!("expected {what}, found {found:?}"))
}

/// Offset of `c` from `first` in the alphabet; `None` if it is not in `0..count`.
fn index_from(first: char, c: char, count: u8) -> Option<u8> {
    let index = u8::try_from(u32::from(c).checked_sub(u32::from(first))?).ok()?;
    (index < count).then_some(index)
}

impl<const COLUMNS: u8, const ROWS: u8> GridBoard<COLUMNS, ROWS> {
    /// Iterates over the rows from top to bottom, each with its cells from left to right.
    fn rows_from_top() -> impl Iterator<Item = impl Iterator<Item = GridCell<COLUMNS, ROWS>>> {
        let row_of = |row| (0..COLUMNS).filter_map(move |column| GridCell::at(column, row));
        (0..ROWS).rev().map(row_of)
    }

    /// Formats the position as rows of `x`, `o` and `.` from top to bottom, such as `x.o/.x./o..`.
    pub fn print(&self) -> String {
        let sign = |cell| self.owner(cell).map_or('.', |seat| MARKS[seat.index()]);
        let rows = Self::rows_from_top().map(|row| row.map(sign).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// Parses the output of [`print`](GridBoard::print). Checks that the seats have alternated, but
    /// not that the position is reachable in a game.
    ///
    /// # Errors
    /// If the text is malformed, or the number of marks does not fit alternating turns.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let mut board = GridBoard::default();
        let mut signs = (1..).zip(text.chars());
        for (index, row) in Self::rows_from_top().enumerate() {
            if index > 0 {
                match signs.next() {
                    Some((_, '/')) => {}
                    Some((column, _)) => {
                        return Err(NotationError::at(column, "expected / after a row"));
                    }
                    None => {
                        return Err(NotationError::new(format!("a position has {ROWS} rows")));
                    }
                }
            }
            for cell in row {
                match signs.next() {
                    Some((_, '.')) => {}
                    Some((_, 'x')) => board.toggle(Seat::FIRST, cell),
                    Some((_, 'o')) => board.toggle(Seat::new(1), cell),
                    Some((column, _)) => {
                        return Err(NotationError::at(column, "a cell is x, o or ."));
                    }
                    None => return Err(NotationError::new(format!("a row has {COLUMNS} cells"))),
                }
            }
        }
        if let Some((column, _)) = signs.next() {
            return Err(NotationError::at(column, "the position ends before this"));
        }
        let [x, o] = [0, 1].map(|seat| board.marks(Seat::new(seat)).count());
        if x != o && x != o + 1 {
            let message = format!("{x} x and {o} o: x begins, then they alternate");
            return Err(NotationError::new(message));
        }
        Ok(board)
    }

    /// Draws the board with coordinates for a terminal; cells of completed `lines` are in brackets.
    pub fn draw(&self, lines: &[GridCellSet<COLUMNS, ROWS>], ink: TerminalStyle) -> String {
        let completed = self.completed(lines);
        let rows: Vec<String> = Self::rows_from_top()
            .zip((1..=ROWS).rev())
            .map(|(row, number)| {
                let cells: Vec<String> = row
                    .map(|cell| self.draw_cell(cell, completed.has(cell), ink))
                    .collect();
                let cells = cells.join(&ink.faint("│"));
                format!("{} {}\n", ink.faint(&number.to_string()), cells.trim_end())
            })
            .collect();
        let rule = ink.faint(&vec!["───"; usize::from(COLUMNS)].join("┼"));
        let names: Vec<String> = (0..COLUMNS)
            .map(|column| column_name(column).into())
            .collect();
        let names = ink.faint(&names.join("   "));
        format!("{}   {names}\n", rows.join(&format!("  {rule}\n")))
    }

    /// Union of all completed lines of either seat; one move can complete several.
    fn completed(&self, lines: &[GridCellSet<COLUMNS, ROWS>]) -> GridCellSet<COLUMNS, ROWS> {
        let is_complete = |line: &GridCellSet<COLUMNS, ROWS>| {
            Seat::all(2).any(|seat| self.marks(seat).has_all(*line))
        };
        let lines = lines.iter().copied().filter(is_complete);
        lines.fold(GridCellSet::default(), GridCellSet::or)
    }

    /// Draws one cell as terminal text, three characters wide; `is_won` puts it in brackets.
    fn draw_cell(&self, cell: GridCell<COLUMNS, ROWS>, is_won: bool, ink: TerminalStyle) -> String {
        let sign = match self.owner(cell) {
            Some(seat) => ink.seat(seat, DRAWN[seat.index()]),
            None => ink.faint("·"),
        };
        if is_won {
            format!("{}{sign}{}", ink.strong("["), ink.strong("]"))
        } else {
            format!(" {sign} ")
        }
    }
}

//! Moves and positions as text, and reasons why a move is illegal.
//!
//! A move is the cell to mark, `a1` (lower left) to `c3` (upper right). A position is the rows
//! from the top down, as people see them: `x.o/.x./o..`.

use ludorum_core::{Game, NodeKind, Notation, NotationError, Seat, TerminalStyle};

use super::board::SIZE;
use super::{Board, Cell, TicTacToe, draw};

/// The marks of seat 1 and seat 2 in a position.
const MARKS: [char; 2] = ['x', 'o'];

impl Notation for TicTacToe {
    fn print_move(&self, cell: Cell) -> String {
        let column = char::from(b'a' + cell.column());
        format!("{column}{}", cell.row() + 1)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, NotationError> {
        let mut chars = text.chars();
        let (Some(column), Some(row), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(NotationError::new(
                "a move is a column and a row, such as b2",
            ));
        };
        let expected =
            |what, found| NotationError::new(format!("expected {what}, found {found:?}"));
        let at_column =
            index_from('a', column).ok_or_else(|| expected("a column from a to c", column))?;
        let at_row = index_from('1', row).ok_or_else(|| expected("a row from 1 to 3", row))?;
        Cell::at(at_column, at_row)
            .ok_or_else(|| NotationError::new("this cell is not on the board"))
    }

    fn check_move(&self, board: &Board, cell: Cell) -> Result<(), NotationError> {
        if self.node(board) == NodeKind::Over {
            Err(NotationError::new("the game is over").with_code("game-over"))
        } else if board.taken().has(cell) {
            let text = self.print_move(cell);
            Err(NotationError::new(format!("{text} is already taken")).with_code("cell-taken"))
        } else {
            Ok(())
        }
    }

    fn print_position(&self, board: &Board) -> String {
        let sign = |cell| board.owner(cell).map_or('.', |seat| MARKS[seat.index()]);
        let rows = rows_from_top().map(|row| row.map(sign).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    fn parse_position(&self, text: &str) -> Result<Board, NotationError> {
        let board = read_board(text)?;
        check_position(&board)?;
        Ok(board)
    }

    fn draw(&self, board: &Board, ink: TerminalStyle) -> String {
        draw::draw(board, ink)
    }
}

/// Offset of `c` from `first`, if it is the index of a row or column.
fn index_from(first: char, c: char) -> Option<u8> {
    let index = u8::try_from(u32::from(c).checked_sub(u32::from(first))?).ok()?;
    (index < SIZE).then_some(index)
}

/// The rows of the board from the top down, each from the left.
pub(super) fn rows_from_top() -> impl Iterator<Item = impl Iterator<Item = Cell>> {
    let row_of = |row| (0..SIZE).filter_map(move |column| Cell::at(column, row));
    (0..SIZE).rev().map(row_of)
}

/// Parses the marks without checking that the position is reachable.
fn read_board(text: &str) -> Result<Board, NotationError> {
    let mut board = Board::default();
    let mut signs = (1..).zip(text.chars());
    for (index, row) in rows_from_top().enumerate() {
        if index > 0 {
            match signs.next() {
                Some((_, '/')) => {}
                Some((column, _)) => {
                    return Err(NotationError::at(column, "expected / after a row"));
                }
                None => return Err(NotationError::new("a position has three rows")),
            }
        }
        for cell in row {
            match signs.next() {
                Some((_, '.')) => {}
                Some((_, 'x')) => board.toggle(Seat::new(0), cell),
                Some((_, 'o')) => board.toggle(Seat::new(1), cell),
                Some((column, _)) => return Err(NotationError::at(column, "a cell is x, o or .")),
                None => return Err(NotationError::new("a row has three cells")),
            }
        }
    }
    match signs.next() {
        None => Ok(board),
        Some((column, _)) => Err(NotationError::at(column, "the position ends before this")),
    }
}

/// Rejects unreachable positions. If the counts are right and no line is too early, some order of
/// play leads to the marks.
fn check_position(board: &Board) -> Result<(), NotationError> {
    let [x, o] = [0, 1].map(|seat| board.marks(Seat::new(seat)).count());
    if x != o && x != o + 1 {
        let message = format!("{x} x and {o} o: x begins, then they alternate");
        return Err(NotationError::new(message));
    }
    // A completed line must be the last move's.
    let to_move = board.to_move();
    if board.has_line(to_move) {
        let mark = MARKS[to_move.index()];
        let message = format!("{mark} already had three in a row before the last move");
        return Err(NotationError::new(message));
    }
    Ok(())
}

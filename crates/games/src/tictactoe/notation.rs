//! Moves and positions as text, and reasons why a move is illegal.
//!
//! A move is the cell to mark, `a1` (lower left) to `c3` (upper right). A position is written as
//! its rows from top to bottom: `x.o/.x./o..`.

use ludorum_core::{Game, NodeKind, Notation, NotationError, TerminalStyle};

use super::{Board, Cell, LINES, TicTacToe};

impl Notation for TicTacToe {
    fn print_move(&self, cell: Cell) -> String {
        cell.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, NotationError> {
        text.parse()
    }

    fn check_move(&self, board: &Board, cell: Cell) -> Result<(), NotationError> {
        if self.node(board) == NodeKind::Over {
            Err(NotationError::new("the game is over").with_code("game-over"))
        } else if board.taken().has(cell) {
            Err(NotationError::new(format!("{cell} is already taken")).with_code("cell-taken"))
        } else {
            Ok(())
        }
    }

    fn print_position(&self, board: &Board) -> String {
        board.print()
    }

    fn parse_position(&self, text: &str) -> Result<Board, NotationError> {
        let board = Board::parse(text)?;
        // Only the last move can have completed a line; all else is reachable in some order.
        if board.has_line(board.to_move(), &LINES) {
            let message = "the seat to move already has three in a row";
            return Err(NotationError::new(message));
        }
        Ok(board)
    }

    fn draw(&self, board: &Board, ink: TerminalStyle) -> String {
        board.draw(&LINES, ink)
    }
}

//! Tic-tac-toe: three in a row on a board of three by three. The model for every other game.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the board, the variant, its name and its parameters |
//! | `rules.rs` | turns, legal moves, outcomes |
//! | `notation.rs` | moves and positions as text, and reasons why a move is illegal |
//! | `encode.rs`, `picture.rs` | optional: tensor encoding and pictures |
//!
//! Seat 1 plays X and moves first, seat 2 plays O. The first player with three marks in a row, a
//! column or a diagonal wins; a full board without such a line is a draw.

mod encode;
mod notation;
mod picture;
mod rules;

use ludorum_core::{Configure, ParamError, Params};

use crate::grid;

/// One of the nine cells of the tic-tac-toe board.
pub type Cell = grid::GridCell<3, 3>;

/// A set of tic-tac-toe cells.
pub type CellSet = grid::GridCellSet<3, 3>;

/// A tic-tac-toe position: the marks of both seats.
pub type Board = grid::GridBoard<3, 3>;

/// The eight winning lines: three rows, three columns and two diagonals.
pub const LINES: [CellSet; 8] = CellSet::lines(3);

/// The rules of tic-tac-toe. There is only one variant, so the type has no fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

impl Configure for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const SUMMARY: &'static str = "Three in a row on a board of three by three";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = grid::LINE_ENDINGS;

    fn configure(_: &Params) -> Result<TicTacToe, ParamError> {
        Ok(TicTacToe)
    }

    /// Logarithm of 3^9, a bound on the positions: each cell is empty or has one of two marks.
    fn log10_positions(&self) -> Option<f64> {
        Some(9.0 * 3f64.log10())
    }
}

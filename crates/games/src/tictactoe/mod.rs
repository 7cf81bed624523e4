//! Tic-tac-toe: three in a row on a board of three by three. The model for every other game.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters |
//! | `board.rs` | positions: cells, sets of cells, the board |
//! | `rules.rs` | turns, legal moves, outcomes |
//! | `notation.rs` | moves and positions as text, and reasons why a move is illegal |
//! | `draw.rs` | the board as terminal text |
//! | `encode.rs`, `picture.rs` | number planes and pictures |
//!
//! Seat 1 plays X and moves first, seat 2 plays O. Whoever has three marks in a row, a column or a
//! diagonal wins at once; a full board without such a line is a draw.

mod board;
mod draw;
mod encode;
mod notation;
mod picture;
mod rules;

pub use board::{Board, Cell, CellSet, LINES};

use ludorum_core::{Configure, Param, ParamError, Params};

/// The rules of tic-tac-toe. There is only one variant, so the type has no fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

impl Configure for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const SUMMARY: &'static str = "Three in a row on a board of three by three";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        Vec::new()
    }

    fn configure(_: &Params) -> Result<TicTacToe, ParamError> {
        Ok(TicTacToe)
    }

    /// Each of nine cells is empty or has one of two marks.
    fn log10_positions(&self) -> Option<f64> {
        Some(9.0 * 3f64.log10())
    }
}

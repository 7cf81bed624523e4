//! Rules, notation and drawing of every game. Evaluations and agents live in other crates.
//!
//! Each game is one folder. [`tictactoe`] is the smallest and the one to copy for a new game: see
//! `docs/add-a-game.md`.

mod bit_set;
pub mod colonizers;
pub mod dicewars;
pub mod grid;
mod grid_text;
mod mixing;
pub mod quoridor;
pub mod sector66;
pub mod tictactoe;
pub mod yinsh;

pub use colonizers::Colonizers;
pub use dicewars::DiceWars;
pub use quoridor::Quoridor;
pub use sector66::Sector66;
pub use tictactoe::TicTacToe;
pub use yinsh::Yinsh;

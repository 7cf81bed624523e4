//! Toy games with known exact values.
//!
//! [`ExplicitTree`] is any game tree that a test writes down, [`ExplicitChanceTree`] one with
//! chance nodes; [`SubtractionGame`] has a known winner for two seats; [`ThreeRolls`] has a known
//! value under chance; [`Kuhn`] hides cards dealt by chance, [`GuessNumber`] hides information
//! without chance, [`WhisperGame`] hides a move.

mod guess;
mod kuhn;
mod pile;
mod three_rolls;
mod tree;
mod whisper;

pub use guess::{GuessNumber, GuessState, GuessView};
pub use kuhn::{Kuhn, KuhnMove, KuhnState, KuhnView};
pub use pile::{SubtractionGame, SubtractionState};
pub use three_rolls::{RollMove, RollState, ThreeRolls};
pub use tree::{ExplicitChanceTree, ExplicitTree, ExplicitTreeGame, ExplicitTreeState};
pub use whisper::{WhisperGame, WhisperMove, WhisperState, WhisperView};

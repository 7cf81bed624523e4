//! Games small enough to know everything about them.
//!
//! Each has a kind of difficulty of its own: [`Tree`] is whatever a test needs, with turns of any
//! order; [`ChanceTree`] the same with chance; [`Pile`] is a real game with a known winner for any
//! number of seats; [`ThreeRolls`] has a known value under chance; [`Kuhn`] hides cards
//! that chance deals, [`Guess`] hides something without any chance, [`Whisper`] hides a move.

mod encode;
mod guess;
mod kuhn;
mod pile;
mod three_rolls;
mod tree;
mod whisper;

pub use guess::{Guess, GuessState, GuessView};
pub use kuhn::{Kuhn, KuhnMove, KuhnState, KuhnView};
pub use pile::{Pile, PileState};
pub use three_rolls::{RollMove, RollState, ThreeRolls};
pub use tree::{ChanceTree, Tree, TreeGame, TreeState};
pub use whisper::{Whisper, WhisperMove, WhisperState, WhisperView};

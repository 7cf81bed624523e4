//! Toy games with known exact values.
//!
//! [`ExplicitTree`] is any game tree that a test writes down, [`ExplicitChanceTree`] one with
//! chance nodes; [`SubtractionGame`] has a known winner for two seats; [`RerollGame`] has a known
//! value under chance; [`KuhnPoker`] hides cards dealt by chance, [`GuessNumber`] hides information
//! without chance, [`HiddenMoveGame`] hides a move.

mod guess;
mod hidden_move;
mod kuhn;
mod pile;
mod reroll;
mod tree;

pub use guess::{GuessNumber, GuessState, GuessView};
pub use hidden_move::{HiddenMoveGame, HiddenMoveGameMove, HiddenMoveState, HiddenMoveView};
pub use kuhn::{KuhnMove, KuhnPoker, KuhnState, KuhnView};
pub use pile::{SubtractionGame, SubtractionState};
pub use reroll::{RerollGame, RerollGameState, RerollMove};
pub use tree::{ExplicitChanceTree, ExplicitTree, ExplicitTreeGame, ExplicitTreeState};

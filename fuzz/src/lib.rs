//! What the targets share: a variant of a game from the first byte of the input.

use ludorum_core::{Configure, Params};
use ludorum_games::Quoridor;
use ludorum_games::quoridor::Form;

/// A variant of Quoridor, and the rest of the input.
pub fn quoridor(data: &[u8]) -> Option<(Quoridor, &[u8])> {
    let [first, second, rest @ ..] = data else {
        return None;
    };
    let size = 3 + first % 9;
    let players = if first / 9 % 2 == 0 { 2 } else { 4 };
    let form = Form::ALL[usize::from(second % 4)].name();
    let walls = second / 4;
    let params = format!("size={size},players={players},notation={form},walls={walls}");
    let params = Params::parse(&Quoridor::params(), &params).expect("within the ranges");
    Some((Quoridor::configure(&params).expect("a variant"), rest))
}

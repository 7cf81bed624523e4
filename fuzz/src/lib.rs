//! What the targets share: a variant of a game from the first byte of the input.

use ludorum_core::{Configure, Params};
use ludorum_games::quoridor::Form;
use ludorum_games::{Colonizers, DiceWars, Quoridor, Yinsh};

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

/// A variant of YINSH, and the rest of the input.
pub fn yinsh(data: &[u8]) -> Option<(Yinsh, &[u8])> {
    let (first, rest) = data.split_first()?;
    let rings_to_win = if first % 2 == 0 { 3 } else { 1 };
    Some((Yinsh::new(rings_to_win), rest))
}

/// A variant of Dice Wars, and the rest of the input.
pub fn dicewars(data: &[u8]) -> Option<(DiceWars, &[u8])> {
    let [first, second, rest @ ..] = data else {
        return None;
    };
    let players = 2 + usize::from(first % 7);
    let areas = players.max(6 + usize::from(first / 7) % 27);
    let cap = 1 + u32::from(*second);
    let params = format!("players={players},areas={areas},cap={cap}");
    let params = Params::parse(&DiceWars::params(), &params).expect("within the ranges");
    Some((DiceWars::configure(&params).expect("a variant"), rest))
}

/// A variant of Colonizers, and the rest of the input.
pub fn colonizers(data: &[u8]) -> Option<(Colonizers, &[u8])> {
    let (first, rest) = data.split_first()?;
    let bonus = if first % 2 == 0 {
        "thesis"
    } else {
        "published-code"
    };
    let cap = 1 + 16 * u32::from(*first);
    let params = format!("bonus={bonus},cap={cap}");
    let params = Params::parse(&Colonizers::params(), &params).expect("within the ranges");
    Some((Colonizers::configure(&params).expect("a variant"), rest))
}

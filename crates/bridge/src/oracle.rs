//! Answers to what an agent asks while it thinks. They come from the rules and from the view of its
//! seat; there is no position here whose hidden part could be told.

use ludorum_catalog::{Position, Variant, View};
use ludorum_core::{Node, Rng};
use ludorum_protocol::engine::{Place, Question};

/// Draws an event where chance moves.
const DRAW: &str = "*";

/// Answers a question, or says why it cannot.
pub(crate) fn answer(
    variant: &Variant,
    view: &View,
    question: &Question,
    rng: &mut Rng,
) -> Result<Place, String> {
    let read = |text: &str| {
        let position = variant.position(text);
        position.map_err(|error| format!("position '{text}': {error}"))
    };
    match question {
        Question::Moves { position } => Ok(place(&read(position)?)),
        Question::Simulate { position, moves } => {
            let mut position = read(position)?;
            for text in moves {
                match position.node() {
                    Node::Chance if text == DRAW => {
                        position.roll(rng);
                    }
                    _ => position
                        .play_text(text)
                        .map_err(|error| format!("move '{text}': {error}"))?,
                }
            }
            Ok(place(&position))
        }
        Question::Determinize => Ok(place(&view.determinize(rng))),
    }
}

fn place(position: &Position) -> Place {
    let node = position.node();
    let outcome = position.outcome();
    Place {
        position: position.text(),
        to_move: match node {
            Node::Decide(seat) => Some(seat.index() as u8 + 1),
            Node::Chance | Node::Over => None,
        },
        moves: position.moves(),
        chance: node == Node::Chance,
        over: node == Node::Over,
        ranks: outcome.map(|outcome| outcome.ranks().iter().map(|rank| rank + 1).collect()),
        utilities: outcome.map(|outcome| outcome.utilities().as_slice().to_vec()),
    }
}

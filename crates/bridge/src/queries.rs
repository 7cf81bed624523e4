//! Answers rules queries of agents. Answers use only the rules and the view of the agent's seat, so
//! hidden information cannot leak.

use ludorum_catalog::{Position, Variant, View};
use ludorum_core::{NodeKind, Rng};
use ludorum_protocol::engine::{QueryResultPosition, RulesQuery};

/// Move text that draws a chance event at random.
const SAMPLE: &str = "*";

/// Answers a rules query of an agent, or returns the reason why the query is invalid.
pub(crate) fn answer(
    variant: &Variant,
    view: &View,
    question: &RulesQuery,
    rng: &mut Rng,
) -> Result<QueryResultPosition, String> {
    let parse = |text: &str| {
        let position = variant.position(text);
        position.map_err(|error| format!("position '{text}': {error}"))
    };
    match question {
        RulesQuery::Moves { position } => Ok(describe(&parse(position)?)),
        RulesQuery::Simulate { position, moves } => {
            let mut position = parse(position)?;
            for text in moves {
                match position.node() {
                    NodeKind::Chance if text == SAMPLE => {
                        position.play_chance(rng);
                    }
                    _ => position
                        .play_text(text)
                        .map_err(|error| format!("move '{text}': {error}"))?,
                }
            }
            Ok(describe(&position))
        }
        RulesQuery::Determinize => Ok(describe(&view.determinize(rng))),
    }
}

fn describe(position: &Position) -> QueryResultPosition {
    let node = position.node();
    let outcome = position.outcome();
    QueryResultPosition {
        position: position.text(),
        to_move: match node {
            NodeKind::Decide(seat) => Some(seat.index() as u8 + 1),
            NodeKind::Chance | NodeKind::Over => None,
        },
        moves: position.moves(),
        chance: node == NodeKind::Chance,
        over: node == NodeKind::Over,
        ranks: outcome.map(|outcome| outcome.ranks().iter().map(|rank| rank + 1).collect()),
        utilities: outcome.map(|outcome| outcome.utilities().as_slice().to_vec()),
    }
}

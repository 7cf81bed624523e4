//! What a player of ours thinks, as it is told over a wire.

use std::time::Duration;

use ludorum_catalog::{Opinion, Position};
use ludorum_core::{Known, Node};
use ludorum_protocol::table::{self, Candidate, Thought};

/// Others are shown this many of the moves an agent considered.
const MOST_CANDIDATES: usize = 10;

/// Others are shown this much of the line an agent expects.
const LONGEST_LINE: usize = 64;

/// What the player `agent` thinks of a position after `time`.
///
/// # Panics
/// If the opinion is about another position.
pub fn thought(agent: &str, position: &Position, opinion: Opinion, time: Duration) -> Thought {
    let Opinion { verdict, reasons } = opinion;
    let value = match position.node() {
        Node::Decide(seat) => verdict.value.map(|value| value[seat]),
        Node::Chance | Node::Over => None,
    };
    let candidates = reasons.candidates.into_iter().take(MOST_CANDIDATES);
    Thought {
        ply: position.plies() as u32,
        agent: agent.to_owned(),
        best: position.move_text(verdict.best),
        value: value.filter(|value| value.is_finite()),
        line: reasons.line.into_iter().take(LONGEST_LINE).collect(),
        candidates: candidates
            .map(|reason| Candidate {
                text: reason.text,
                value: reason.value.filter(|value| value.is_finite()),
                known: match reason.known {
                    Known::Exactly => table::Known::Exactly,
                    Known::AtMost => table::Known::AtMost,
                },
                visits: reason.visits,
            })
            .collect(),
        nodes: verdict.effort.nodes,
        playouts: verdict.effort.playouts,
        depth: verdict.effort.depth,
        time: time.as_millis() as u64,
    }
}

//! Converts search information of our agents to the wire format.

use std::time::Duration;

use ludorum_catalog::Position;
use ludorum_core::{MoveChoice, NodeKind, ValueBound};
use ludorum_protocol::table::{self, AgentMoveAnalysis, CandidateMoveInfo};

/// Maximum number of candidate moves in a message.
const MAX_CANDIDATES: usize = 10;

/// Maximum length of the principal variation in a message, in moves.
const MAX_LINE: usize = 64;

/// Encodes the choice of `agent` for a position, after a search of length `time`, as a wire
/// message.
///
/// # Panics
/// If the choice belongs to another position.
pub fn encode_thought(
    agent: &str,
    position: &Position,
    choice: MoveChoice<String>,
    time: Duration,
) -> AgentMoveAnalysis {
    let value = match position.node() {
        NodeKind::Decide(seat) => choice.value.map(|value| value[seat]),
        NodeKind::Chance | NodeKind::Over => None,
    };
    let candidates = choice.candidates.into_iter().take(MAX_CANDIDATES);
    AgentMoveAnalysis {
        ply: position.plies() as u32,
        agent: agent.to_owned(),
        best: choice.best,
        value: value.filter(|value| value.is_finite()),
        line: choice.line.into_iter().take(MAX_LINE).collect(),
        candidates: candidates
            .map(|reason| CandidateMoveInfo {
                text: reason.mv,
                value: reason.value.filter(|value| value.is_finite()),
                known: match reason.bound {
                    ValueBound::Exact => table::CandidateValueBound::Exactly,
                    ValueBound::Upper => table::CandidateValueBound::AtMost,
                },
                visits: reason.visits,
            })
            .collect(),
        nodes: choice.effort.nodes,
        playouts: choice.effort.playouts,
        depth: choice.effort.depth,
        time: time.as_millis() as u64,
    }
}

//! Converts search information of our agents to the wire format.

use std::time::Duration;

use ludorum_catalog::{InterimDecision, Position};
use ludorum_core::{NodeKind, ValueBound};
use ludorum_protocol::table::{self, AgentAnalysis, Candidate};

/// Maximum number of candidate moves in a message.
const MAX_CANDIDATES: usize = 10;

/// Maximum length of the principal variation in a message.
const MAX_LINE: usize = 64;

/// The search information of `agent` for a position after `time`, as a wire message.
///
/// # Panics
/// If the evaluation belongs to another position.
pub fn encode_thought(
    agent: &str,
    position: &Position,
    opinion: InterimDecision,
    time: Duration,
) -> AgentAnalysis {
    let InterimDecision {
        decision: verdict,
        reasons,
    } = opinion;
    let value = match position.node() {
        NodeKind::Decide(seat) => verdict.value.map(|value| value[seat]),
        NodeKind::Chance | NodeKind::Over => None,
    };
    let candidates = reasons.candidates.into_iter().take(MAX_CANDIDATES);
    AgentAnalysis {
        ply: position.plies() as u32,
        agent: agent.to_owned(),
        best: position.move_text(verdict.best),
        value: value.filter(|value| value.is_finite()),
        line: reasons.line.into_iter().take(MAX_LINE).collect(),
        candidates: candidates
            .map(|reason| Candidate {
                text: reason.text,
                value: reason.value.filter(|value| value.is_finite()),
                known: match reason.bound {
                    ValueBound::Exact => table::ValueAccuracy::Exactly,
                    ValueBound::Upper => table::ValueAccuracy::AtMost,
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

//! The engine protocol between a table and an agent in another program: one JSON object a line.
//!
//! `docs/protocol.md` describes it with a transcript. The table sends [`ToAgent`], the agent
//! [`FromAgent`]. Receivers ignore unknown fields, so that later versions may add some; an unknown
//! `type` is an error.

mod from_agent;
mod to_agent;

pub use from_agent::{AgentHello, AgentQuery, ChosenMove, FromAgent, OptionalData, QueryMessage};
pub use to_agent::{
    AgentFault, AgentWarning, NewGame, QueriedPosition, QueryAnswer, SeatObservation, TableHello,
    ToAgent, TurnLimits, TurnRequest,
};

use serde::Serialize;

/// Version of the protocol. Raised when a message changes its meaning.
pub const VERSION: u32 = 1;

/// Encodes a message as a line, including the line break.
pub fn to_line<M: Serialize>(message: &M) -> String {
    let mut line = serde_json::to_string(message).expect("messages have string keys only");
    line.push('\n');
    line
}

/// Reduces a number to 53 bits, which every language reads exactly.
pub fn to_53_bits(bits: u64) -> u64 {
    bits >> 11
}

//! The engine protocol between Ludorum and an agent in another program: one JSON object per line.
//!
//! `docs/protocol.md` describes it with a transcript. A table sends [`ToAgent`], the agent
//! [`FromAgent`]. An AI service uses the same messages, with [`AgentJob`] in place of games and
//! turns. Receivers ignore unknown fields, so that later versions may add some; an unknown `type`
//! is an error.

mod from_agent;
mod job;
mod to_agent;

pub use from_agent::{
    AgentHello, ChosenMove, FromAgent, OptionalData, RulesQuery, RulesQueryMessage,
};
pub use job::{AgentJob, AgentOrigin, ServiceLoad, SharedSecret};
pub use to_agent::{
    AgentFault, AgentWarning, GameStartMessage, MoveSearchLimits, QueryResultPosition,
    RulesQueryAnswer, SeatObservation, TableHello, ToAgent, TurnRequest,
};

use serde::Serialize;

/// Version of the engine protocol. Raised when a message changes its meaning.
pub const VERSION: u32 = 1;

/// Checks that the protocol version of another program, `theirs`, equals [`VERSION`].
///
/// # Errors
/// A description of the difference.
pub fn check_version(theirs: u32) -> Result<(), String> {
    if theirs == VERSION {
        Ok(())
    } else {
        Err(format!(
            "it speaks protocol version {theirs}, not {VERSION}"
        ))
    }
}

/// Encodes a message as a line of JSON, including the line break.
pub fn to_line<M: Serialize>(message: &M) -> String {
    let mut line = serde_json::to_string(message).expect("messages have string keys only");
    line.push('\n');
    line
}

/// Returns the upper 53 bits of an integer, which every language reads exactly as a JSON number.
pub fn to_53_bits(bits: u64) -> u64 {
    bits >> 11
}

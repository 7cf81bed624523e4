//! The engine protocol: how a table and an agent in another program talk, one JSON object a line.
//!
//! `docs/protocol.md` describes it with a transcript. The table says [`ToAgent`], the agent
//! [`FromAgent`]. Fields that a reader does not know are skipped, so that later versions may add
//! some; a `type` it does not know is an error.

mod from_agent;
mod to_agent;

pub use from_agent::{AgentHello, Asked, Chosen, FromAgent, Question, Want};
pub use to_agent::{
    Answer, Fault, Limits, NewGame, Place, Seen, TableHello, ToAgent, Turn, Warning,
};

use serde::Serialize;

/// The version of the protocol. Raised when a message changes its meaning.
pub const VERSION: u32 = 1;

/// A message as the line that carries it, with its end.
pub fn to_line<M: Serialize>(message: &M) -> String {
    let mut line = serde_json::to_string(message).expect("messages have string keys only");
    line.push('\n');
    line
}

/// Numbers that every language reads exactly: below 2 to the power of 53.
pub fn portable(bits: u64) -> u64 {
    bits >> 11
}

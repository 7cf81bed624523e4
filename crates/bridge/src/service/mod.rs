//! AI services run built-in agents for servers on other machines, over the engine protocol.
//!
//! A server sends each move as a job that holds the whole game and the agent's origin. So every
//! service can run every job, and chooses the move that the server itself would choose.

mod agent_pool;
mod agent_service;
mod remote_services;

#[cfg(test)]
mod tests;

pub use agent_service::{AgentService, AgentServiceConfig};
pub use remote_services::RemoteServices;

/// Maximum length of a line between server and AI service, in bytes: a job holds all moves of a
/// game.
const LINE_BYTES: usize = 1 << 20;

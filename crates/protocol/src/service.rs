//! Protocol between a server and an AI service, which runs agents on another machine.
//!
//! One JSON object a line in either direction. First both sides prove that they know the secret:
//! [`ServiceHandshake`]. After that every line starts with a message authentication code that
//! prevents forgery and replay; `docs/protocol.md` describes it.

use serde::{Deserialize, Serialize};

use crate::table::AgentAnalysis;

/// Version of the protocol. Raised when a message changes its meaning.
pub const VERSION: u32 = 2;

/// The handshake by challenge and response. The server starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServiceHandshake {
    /// First message, from the server.
    Hello {
        /// Protocol version.
        version: u32,
        /// 32 random bytes in hexadecimal.
        nonce: String,
    },
    /// Answer of the service.
    Challenge {
        /// Protocol version.
        version: u32,
        /// 32 random bytes of the service.
        nonce: String,
        /// Proof that the service knows the secret.
        proof: String,
    },
    /// Answer of the server.
    Proof {
        /// Proof that the server knows the secret.
        proof: String,
    },
}

/// A message from a server to a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToService {
    /// A new job.
    Think(ThinkJob),
    /// Cancels a job.
    Cancel {
        /// The id of the job.
        job: u64,
    },
}

/// A request for a move. It contains the whole position, including hidden information: services are
/// trusted like the server, and show agents only their view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkJob {
    /// The id to answer with.
    pub job: u64,
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The seed of the setup.
    pub setup: u64,
    /// All moves so far.
    pub moves: Vec<String>,
    /// The spec of the agent.
    pub agent: String,
    /// Seed and first ply of the agent, for rebuilding it.
    pub life: AgentOrigin,
    /// Time limit in milliseconds.
    pub time: u64,
    /// Id of the agent, the same for all moves of a game: the service keeps the agent and its search
    /// tree for the next move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// True if the time is the agent's clock, for the agent to manage. If not, the agent has only its
    /// own limits and is stopped when the time is over.
    pub clock: bool,
    /// True if interim results are requested.
    #[serde(default)]
    pub show: bool,
}

/// Seed and first ply of an agent, from which it can be rebuilt: it is shown the moves since then and
/// repeats its own choices if its memory depends on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentOrigin {
    /// The agent's seed in this game, from which the seed of every move is derived.
    pub stream: u64,
    /// The ply at which the agent took its seat.
    pub since: u64,
}

/// A message from a service to a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromService {
    /// The load, sent regularly as a heartbeat.
    Load(ServiceLoad),
    /// Interim result.
    SoFar {
        /// The id of the job.
        job: u64,
        /// The analysis so far.
        thought: AgentAnalysis,
    },
    /// The final result.
    Done {
        /// The id of the job.
        job: u64,
        /// The chosen move with its analysis.
        thought: AgentAnalysis,
    },
    /// The job failed.
    Failed {
        /// The id of the job.
        job: u64,
        /// The reason.
        reason: String,
    },
}

/// Load of a service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceLoad {
    /// Jobs running or waiting.
    pub jobs: u32,
    /// Number of worker threads.
    pub threads: u32,
}

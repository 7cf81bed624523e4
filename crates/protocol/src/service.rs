//! Between a server and an AI service: agents that think on another machine.
//!
//! One JSON object a line in either direction. First each shows the other that it knows the secret,
//! without telling it: [`Greeting`]. After that every line begins with a code that only those two can
//! make, and only once; `docs/protocol.md` says how it is made.

use serde::{Deserialize, Serialize};

use crate::table::Thought;

/// The version of the protocol. Raised when a message changes its meaning.
pub const VERSION: u32 = 2;

/// The handshake. The server speaks first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Greeting {
    /// From the server.
    Hello {
        /// The version it speaks.
        version: u32,
        /// 32 random bytes in hexadecimal digits.
        nonce: String,
    },
    /// From the service.
    Challenge {
        /// The version it speaks.
        version: u32,
        /// 32 random bytes of its own.
        nonce: String,
        /// That the service knows the secret.
        proof: String,
    },
    /// From the server.
    Proof {
        /// That the server knows the secret.
        proof: String,
    },
}

/// From a server to a service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToService {
    /// Something to think about.
    Think(Job),
    /// The answer is no longer wanted.
    Cancel {
        /// The number of the job.
        job: u64,
    },
}

/// A position to think about. It is the whole position, also what the seat does not see: a service is
/// trusted as the server itself is, and shows agents their view only, as the server does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The number to answer with.
    pub job: u64,
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The seed of its setup.
    pub setup: u64,
    /// All moves so far.
    pub moves: Vec<String>,
    /// The spec of the agent.
    pub agent: String,
    /// What the agent can be made from, now or in the middle of its game.
    pub life: Life,
    /// The milliseconds it has.
    pub time: u64,
    /// Whose player it is, the same for all moves of a game: the service keeps the agent, with the
    /// tree it has grown, for the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// Whether the time is on the agent's clock, and so for the agent to spend. If not, it has its own
    /// limits only, and is stopped when the time is over.
    pub clock: bool,
    /// Whether the server wants to know what the agent thinks so far.
    #[serde(default)]
    pub show: bool,
}

/// What an agent can be made from, besides its game: it goes through the moves since it took its
/// seat, and makes its own choices again where its memory depends on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    /// The seed of all the agent's randomness in this game, from which that of every move is derived.
    pub stream: u64,
    /// The number of moves that had been made when the agent took its seat.
    pub since: u64,
}

/// From a service to a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromService {
    /// How much there is to do, told again and again as a sign of life.
    Load(Load),
    /// What the agent thinks so far.
    SoFar {
        /// The number of the job.
        job: u64,
        /// What it thinks.
        thought: Thought,
    },
    /// The answer.
    Done {
        /// The number of the job.
        job: u64,
        /// What the agent chose, and why.
        thought: Thought,
    },
    /// There is no answer.
    Failed {
        /// The number of the job.
        job: u64,
        /// Why.
        reason: String,
    },
}

/// How much a service has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// Jobs that are thought about or wait for it.
    pub jobs: u32,
    /// How many it thinks about at once.
    pub threads: u32,
}

//! Messages from an agent to the table.

use serde::{Deserialize, Serialize};

use super::ServiceLoad;
use crate::table::CandidateMoveInfo;

/// Message from an agent to a game table, or from an AI service to a game server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromAgent {
    /// The agent's answer to the `hello` message of the game table.
    Hello(AgentHello),
    /// Chosen move: the answer to a turn request or to a job.
    Move(ChosenMove),
    /// Interim result of the search for an unanswered turn or job that requested interim results.
    Info(ChosenMove),
    /// A rules query of the agent during its turn.
    Ask(RulesQueryMessage),
    /// The agent gives up its game, or an AI service gives up a job.
    Resign {
        /// Id of the job that an AI service gives up. `None` for an agent that resigns its game,
        /// and for a service that refuses the connection.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// Reason for giving up, in words for people; `None` if not given.
        #[serde(default)]
        note: Option<String>,
    },
    /// Load of an AI service, sent after each change and at least once per second.
    Load(ServiceLoad),
}

/// First message of an agent: its name, version and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentHello {
    /// Version of the engine protocol that the agent speaks.
    pub protocol: u32,
    /// Name of the agent; an installed agent must send the name of its manifest.
    pub name: String,
    /// Version of the agent, in any format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Names of the games that the agent plays; empty for all games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// Optional message contents, such as drawings, that the agent requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<OptionalData>,
    /// Load of an AI service; `None` for an agent that accepts no jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<ServiceLoad>,
}

/// Optional message contents that an agent may request in its hello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionalData {
    /// Requests a drawing of the board with every turn.
    Drawing,
    /// Requests an observation message after every move of any player.
    Seen,
    /// Requests a determinization with every observation, in games with hidden information.
    Sample,
}

/// A chosen move, or the best move so far, with optional results of the search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChosenMove {
    /// Id of the turn or job that this message answers.
    pub id: u64,
    /// Chosen move, written as in the list of legal moves.
    #[serde(rename = "move")]
    pub mv: String,
    /// Expected utility for the agent, from -1 to 1; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Principal variation, starting with the chosen move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Number of nodes searched; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Number of playouts of the search; sent by AI services only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Thinking time in milliseconds; sent by AI services only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Moves considered by the search, best first; sent by AI services only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateMoveInfo>,
    /// Comment on the move, for people; `None` without a comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Rules query of an agent, with the id that the answer repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesQueryMessage {
    /// Id of the query, chosen by the agent; the answer repeats it.
    pub ask: u64,
    /// Question about the rules that the table answers.
    #[serde(flatten)]
    pub question: RulesQuery,
}

/// Rules query that an agent may send during its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum RulesQuery {
    /// Requests the legal moves of a position.
    Moves {
        /// The position in its text form.
        position: String,
    },
    /// Requests the position after a sequence of moves.
    Simulate {
        /// The position before the moves, in its text form.
        position: String,
        /// The moves to play; `*` draws a chance event at random.
        moves: Vec<String>,
    },
    /// Requests a determinization: a random position consistent with the information of the seat.
    Determinize,
}

//! Messages from an agent to the table.

use serde::{Deserialize, Serialize};

/// A message from an agent to the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromAgent {
    /// The answer to the table's hello.
    Hello(AgentHello),
    /// The answer to a turn.
    Move(ChosenMove),
    /// Interim result, while a turn is open that asks for it.
    Info(ChosenMove),
    /// A query, while a turn is open.
    Ask(QueryMessage),
    /// The agent resigns.
    Resign {
        /// The reason.
        #[serde(default)]
        note: Option<String>,
    },
}

/// The agent's hello: its name, version and games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentHello {
    /// Version of the protocol.
    pub protocol: u32,
    /// The name; that of the manifest, if it has one.
    pub name: String,
    /// Version of the agent, in any format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The games it plays; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// Optional data that it requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<OptionalData>,
}

/// Optional data that an agent may request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionalData {
    /// A drawing of the board with every turn.
    Drawing,
    /// An observation after every move of any player.
    Seen,
    /// A sampled position with every observation of a game with hidden information.
    Sample,
}

/// The chosen move, optionally with search results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChosenMove {
    /// The id of the turn.
    pub id: u64,
    /// The move, as it was listed.
    #[serde(rename = "move")]
    pub mv: String,
    /// Expected utility for the agent, from -1 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Principal variation, starting with the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// A comment for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A query with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryMessage {
    /// The id to answer with, chosen by the agent.
    pub ask: u64,
    /// The query.
    #[serde(flatten)]
    pub question: AgentQuery,
}

/// A query of an agent during its turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum AgentQuery {
    /// The legal moves of a position.
    Moves {
        /// The position.
        position: String,
    },
    /// The position after some moves.
    Simulate {
        /// The starting position.
        position: String,
        /// The moves; `*` draws a chance event.
        moves: Vec<String>,
    },
    /// A random position consistent with the information of the seat.
    Determinize,
}

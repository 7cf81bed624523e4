//! What an agent tells the table.

use serde::{Deserialize, Serialize};

/// A message from an agent to the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromAgent {
    /// The answer to the table's hello.
    Hello(AgentHello),
    /// The answer to a turn.
    Move(Chosen),
    /// What the agent thinks so far, while a turn is open that wants it.
    Info(Chosen),
    /// A question, while a turn is open.
    Ask(Asked),
    /// The agent gives the game up.
    Resign {
        /// Why.
        #[serde(default)]
        note: Option<String>,
    },
}

/// Who an agent is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentHello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its name: that of the manifest, if it has one.
    pub name: String,
    /// Its version, in any form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The names of the games it plays; all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// What it wants besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<Want>,
}

/// What an agent may want besides what it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// A drawing of the board with every turn.
    Drawing,
    /// A message after every move of anyone.
    Seen,
    /// A position that fits what the seat knows, with everything that has none.
    Sample,
}

/// A move, and as much of the reasons as the agent likes to tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chosen {
    /// The turn that is answered.
    pub id: u64,
    /// The move, as it was listed.
    #[serde(rename = "move")]
    pub mv: String,
    /// The utility the agent expects for itself, from -1 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The line it expects, beginning with the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// Nodes it visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies it looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// A remark for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A question with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The number the answer will have; the agent's own choice.
    pub ask: u64,
    /// The question.
    #[serde(flatten)]
    pub question: Question,
}

/// What an agent may ask while it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Question {
    /// The legal moves of a position.
    Moves {
        /// The position.
        position: String,
    },
    /// The position after some moves.
    Simulate {
        /// The position to begin with.
        position: String,
        /// The moves; `*` draws an event where chance moves.
        moves: Vec<String>,
    },
    /// A position that fits everything the seat knows, drawn at random from all that do.
    Determinize,
}

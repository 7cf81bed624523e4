//! What the table tells an agent.

use serde::{Deserialize, Serialize};

/// A message from the table to an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToAgent {
    /// The first message. The agent answers with its own hello.
    Hello(TableHello),
    /// A game begins. No answer.
    NewGame(NewGame),
    /// The agent is to move, and answers with a move.
    Turn(Turn),
    /// Somebody has moved; sent only to agents that want it. No answer.
    Seen(Seen),
    /// The answer to a question.
    Answer(Answer),
    /// The agent did something wrong; if a turn is open it still is.
    Warning(Warning),
    /// Answer the open turn at once.
    Stop {
        /// The turn.
        id: u64,
    },
    /// The game is over.
    GameOver {
        /// The rank of each seat, 1 being the best.
        ranks: Vec<u8>,
    },
    /// The end; the agent ends too. What is left of it is killed.
    Bye {
        /// Why, if not simply because the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// Who talks, and which version it speaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHello {
    /// The version of the protocol.
    pub protocol: u32,
    /// The program with its version.
    pub program: String,
}

/// What is played, and where the agent sits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The agent's seat, counted from 1.
    pub seat: u8,
    /// The number of seats.
    pub seats: u8,
    /// A seed for the agent's own randomness.
    pub seed: u64,
}

/// The question for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The number to answer with.
    pub id: u64,
    /// What the seat may know.
    #[serde(flatten)]
    pub seen: Seen,
    /// The legal moves; never empty.
    pub moves: Vec<String>,
    /// How much the agent may think.
    pub budget: Limits,
    /// Whether somebody wants to know what the agent thinks while it thinks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub info: bool,
    /// A seed for this move: an agent that takes its randomness from it plays the same game again.
    pub seed: u64,
}

/// What a seat may know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The position; missing in games with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the seat knows of the position, as text; only in games with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// A position that fits everything the seat knows, drawn at random; only in games with hidden
    /// information, if wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// The moves so far, as the seat was told them: `?` for one it may not know.
    #[serde(default)]
    pub history: Vec<String>,
    /// What the seat sees, drawn, if wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

/// Limits for one move. What is missing is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time in milliseconds. Whoever is later is warned, then loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Iterations of a sampling search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the question.
    pub ask: u64,
    /// What was asked for; missing if it could not be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Why it could not be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A position with what can be done in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The position.
    pub position: String,
    /// The seat to move, counted from 1; missing when chance moves or the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves of the seat to move.
    pub moves: Vec<String>,
    /// Whether the next move is an event of chance: simulate `*` to draw one.
    pub chance: bool,
    /// Whether the game is over.
    pub over: bool,
    /// The rank of each seat, 1 being the best, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// The utility of each seat, from -1 to 1, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utilities: Option<Vec<f64>>,
}

/// What an agent did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// What kind of thing.
    pub fault: Fault,
    /// The same in words.
    pub reason: String,
    /// How many more warnings there will be before the game is lost.
    pub left: u32,
}

/// What an agent can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The program could not be started or reached.
    NotStarted,
    /// No answer in time.
    Silent,
    /// The program ended, or closed its output.
    Gone,
    /// Too much output, or too many questions.
    Flood,
    /// A line that is no message.
    Rubbish,
    /// A message that does not belong here.
    Unexpected,
    /// A move that is not legal.
    IllegalMove,
    /// A second move for a turn that is over.
    AnsweredTwice,
    /// An answer to a turn that never was.
    WrongId,
    /// Another name than that of the agent.
    WrongName,
    /// Another version of the protocol.
    WrongProtocol,
    /// The agent does not play this game.
    WrongGame,
    /// The agent gave up.
    Resigned,
    /// The game was broken off by the user, not by the agent.
    Stopped,
}

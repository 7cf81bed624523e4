//! Messages from the table to an agent.

use serde::{Deserialize, Serialize};

/// A message from the table to an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToAgent {
    /// The first message. The agent answers with its own hello.
    Hello(TableHello),
    /// A game starts. No answer.
    NewGame(NewGame),
    /// The agent is to move and answers with a move.
    Turn(TurnRequest),
    /// A player has moved; sent on request only. No answer.
    Seen(SeatObservation),
    /// The answer to a query.
    Answer(QueryAnswer),
    /// The agent made a mistake; an open turn stays open.
    Warning(AgentWarning),
    /// The agent must answer the open turn at once.
    Stop {
        /// The id of the turn.
        id: u64,
    },
    /// The game is over.
    GameOver {
        /// The rank of each seat, 1 is best.
        ranks: Vec<u8>,
    },
    /// End of the session; the agent must exit or is killed.
    Bye {
        /// The reason, unless the game is simply over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// The table's hello: program and protocol version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHello {
    /// Version of the protocol.
    pub protocol: u32,
    /// Name and version of the program.
    pub program: String,
}

/// Start of a game: the game and the agent's seat.
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
    /// A seed for the agent's random numbers.
    pub seed: u64,
}

/// Request for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRequest {
    /// The id to answer with.
    pub id: u64,
    /// The observation of the seat.
    #[serde(flatten)]
    pub seen: SeatObservation,
    /// The legal moves; never empty.
    pub moves: Vec<String>,
    /// Limits of the search.
    pub budget: TurnLimits,
    /// True if interim results are requested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub info: bool,
    /// A seed for this move, for reproducible games.
    pub seed: u64,
}

/// The observation of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatObservation {
    /// The position; missing with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The view of the seat as text; only with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// A random position consistent with the view; only with hidden information, on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// The moves so far as observed by the seat; `?` for a hidden one.
    #[serde(default)]
    pub history: Vec<String>,
    /// The view drawn as text, on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

/// Limits for one move; missing ones are unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnLimits {
    /// Wall-clock time in milliseconds. A late agent is warned, then loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Iterations of a sampling search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueryAnswer {
    /// The id of the query.
    pub ask: u64,
    /// The position asked for; missing on error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<QueriedPosition>,
    /// The error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A position with its legal moves and outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueriedPosition {
    /// The position.
    pub position: String,
    /// The seat to move, counted from 1; missing at chance nodes and at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves of the seat to move.
    pub moves: Vec<String>,
    /// True at a chance node: simulate `*` to draw an event.
    pub chance: bool,
    /// True if the game is over.
    pub over: bool,
    /// The rank of each seat, 1 is best, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// The utility of each seat, from -1 to 1, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utilities: Option<Vec<f64>>,
}

/// Warning after a fault of the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentWarning {
    /// Kind of fault.
    pub fault: AgentFault,
    /// Description in English.
    pub reason: String,
    /// Warnings left before the game is lost.
    pub left: u32,
}

/// Kind of fault of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentFault {
    /// The program could not be started or reached.
    NotStarted,
    /// No answer in time.
    Silent,
    /// The program ended, or closed its output.
    Gone,
    /// Too much output, or too many queries.
    Flood,
    /// A line that is not a message.
    Rubbish,
    /// A message that is not allowed at this point.
    Unexpected,
    /// A move that is not legal.
    IllegalMove,
    /// A second answer to a turn.
    AnsweredTwice,
    /// An answer with an unknown turn id.
    WrongId,
    /// Wrong agent name.
    WrongName,
    /// Unsupported protocol version.
    WrongProtocol,
    /// The agent does not play this game.
    WrongGame,
    /// The agent resigned.
    Resigned,
    /// The user stopped the game.
    Stopped,
}

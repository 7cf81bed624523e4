//! Messages from the table to an agent.

use serde::{Deserialize, Serialize};

use super::{AgentJob, SharedSecret};

/// A message from a table to an agent, or from a server to an AI service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToAgent {
    /// First message of a connection. The agent answers with its own hello.
    Hello(TableHello),
    /// Start of a game. The agent does not answer.
    NewGame(GameStartMessage),
    /// Request for a move in the current game. The agent answers with a move.
    Turn(TurnRequest),
    /// Observation after a move of any player, if the agent requested it in its hello. The agent
    /// does not answer.
    Seen(SeatObservation),
    /// Answer to a rules query of the agent.
    Answer(RulesQueryAnswer),
    /// Notice of a fault of the agent; an open turn stays open.
    Warning(AgentWarning),
    /// Request to end a search. The agent must answer its turn at once; a job is cancelled.
    Stop {
        /// Id of the turn or job whose search must end.
        id: u64,
    },
    /// End of the current game.
    GameOver {
        /// Final rank of each seat; 1 is the best.
        ranks: Vec<u8>,
    },
    /// Request for a move of an agent that an AI service creates itself, for AI services only. The
    /// service answers with a move, or resigns the job.
    Job(AgentJob),
    /// End of the session. An agent's program must exit, or it is killed.
    Bye {
        /// Reason for an early end of the session; `None` after a finished game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// First message of a table or server: program and protocol version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHello {
    /// Version of the engine protocol that the sender speaks.
    pub protocol: u32,
    /// Name and version of the sending program.
    pub program: String,
    /// Shared secret that an AI service requires; `None` for other agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SharedSecret>,
}

/// Start of a game: the rules and the agent's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStartMessage {
    /// Spec of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// Seat of the agent, counted from 1.
    pub seat: u8,
    /// Number of seats of the game.
    pub seats: u8,
    /// Seed of the agent's random numbers in this game.
    pub seed: u64,
}

/// Request for a move of the agent, with its observation, legal moves and limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRequest {
    /// Id of the turn, which the answer repeats.
    pub id: u64,
    /// Observation of the agent's seat.
    #[serde(flatten)]
    pub seen: SeatObservation,
    /// Legal moves of the agent; never empty.
    pub moves: Vec<String>,
    /// Limits of the agent's search for this move.
    pub budget: MoveSearchLimits,
    /// True to request interim results of the search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub info: bool,
    /// Seed of the agent's random numbers for this move, which makes games reproducible.
    pub seed: u64,
}

/// Observation of a seat: the position, or the seat's view in games with hidden information.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatObservation {
    /// Position in its text form; `None` in games with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// View of the seat in its text form; only in games with hidden information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<String>,
    /// Random position consistent with the view; only in games with hidden information, on request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// All moves played so far, as the seat observed them; a hidden move is `?`.
    #[serde(default)]
    pub history: Vec<String>,
    /// Drawing of the position or view as plain text; `None` if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

/// Search limits for one move; a limit that is `None` does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveSearchLimits {
    /// Time limit for the move in milliseconds. A late agent is warned, then loses the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Maximum number of iterations of a sampling search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Maximum number of nodes to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Maximum search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// Answer to a rules query: a position or an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesQueryAnswer {
    /// Id of the query that is answered.
    pub ask: u64,
    /// Requested position; `None` if the query failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<QueryResultPosition>,
    /// Reason why the query failed; `None` if it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Position that answers a rules query, with its legal moves and outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueryResultPosition {
    /// Position in its text form.
    pub position: String,
    /// Seat to move, counted from 1; `None` at chance nodes and at the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// Legal moves of the seat to move.
    pub moves: Vec<String>,
    /// True at a chance node, where simulating the move `*` draws an event.
    pub chance: bool,
    /// True if the game is over.
    pub over: bool,
    /// Final rank of each seat, 1 is the best; `None` before the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// Utility of each seat, from -1 to 1; `None` before the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub utilities: Option<Vec<f64>>,
}

/// Warning to an agent after a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentWarning {
    /// Kind of fault.
    pub fault: AgentFault,
    /// Description of the fault in English.
    pub reason: String,
    /// Number of further faults that the agent may make without losing the game.
    pub left: u32,
}

/// Kind of fault of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentFault {
    /// The agent's program could not be started, or its address could not be reached.
    NotStarted,
    /// The agent did not answer in time.
    Silent,
    /// The agent's program ended, closed its output, or stopped reading its input.
    Gone,
    /// The agent sent too long a line, too much output or too many queries.
    Flood,
    /// The agent sent a line that is not a message.
    Rubbish,
    /// The agent sent a message that is not allowed at this point.
    Unexpected,
    /// The agent chose an illegal move.
    IllegalMove,
    /// The agent answered the same turn twice.
    AnsweredTwice,
    /// The agent's answer has an id that belongs to no turn.
    WrongId,
    /// The name in the agent's hello differs from that in its manifest.
    WrongName,
    /// The agent speaks another version of the engine protocol.
    WrongProtocol,
    /// The agent does not play the requested game.
    WrongGame,
    /// The agent resigned the game.
    Resigned,
    /// The user stopped the game during the agent's turn.
    Stopped,
}

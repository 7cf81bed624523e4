//! Messages at a table. The server is authoritative: clients send commands, the server sends
//! events.
//!
//! A client first sends [`ClientMessage::Hello`] with the number of the last event it knows. Every
//! [`TableUpdate`] then carries the events after that, in order and without gaps, and the state after
//! them. All clients at a table get all events, redacted to what their seat may know.
//!
//! With hidden information, a client with several seats sees only public information at first. It
//! selects the view of one seat at a time with [`ClientMessage::Look`]. The answer is
//! [`ClientTableRole`] with the new view and an update with all events of the game, redacted for that
//! seat.

mod event;

pub use event::{
    DropoutCauseInfo, DroppedPlayerInfo, EndCause, Event, ExceededAgentLimit, FinalRanking,
    NumberedEvent,
};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ApiProblem;
use crate::lobby::TableInfo;

/// Message from a client at a game table to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// First message of a connection, which selects the events and the view that the client gets.
    Hello {
        /// Protocol version of the client.
        version: u32,
        /// Number of the last event that the client has received; if `None`, it gets the whole
        /// game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u64>,
        /// Seat whose view the client gets. If `None`: its only seat, or its first seat in games
        /// without hidden information, or else the public view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Style of drawings of the position for a terminal.
        #[serde(default)]
        drawing: DrawingStyle,
    },
    /// Selects the view of another seat of the client.
    Look {
        /// Seat whose view is requested; `None` for the public view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Plays a move for the seat to move. With hidden information, the client must have the view of
    /// that seat.
    Move {
        /// Number of moves played before this one, so that the server refuses repeated and late
        /// moves.
        ply: u32,
        /// Move in text form.
        text: String,
    },
    /// Requests to take back the last move of the client's seats. It needs the consent of all other
    /// people with seats, also of those who have left.
    Undo,
    /// Answers the take-back request of another player.
    AnswerUndo {
        /// True to accept the take-back, false to refuse it.
        accept: bool,
    },
    /// Resigns and takes the last place of those still playing. With more than two seats an agent
    /// takes over the seat and plays for itself.
    Resign,
    /// Requests a rematch after the end of a game.
    Rematch,
    /// Requests a hint from an agent.
    Hint,
    /// Sets the pace of a game between agents; only the host may send this message.
    Pace {
        /// Milliseconds between moves, at most 60,000.
        pause: u32,
        /// True to pause the game; a search in progress still makes its move.
        paused: bool,
    },
    /// Plays a single move of a paused game between agents; only the host may send this message.
    Step,
}

/// Style of drawings of positions for a terminal.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum DrawingStyle {
    /// No drawings: the client draws positions itself.
    #[default]
    None,
    /// Drawings as plain text.
    Plain,
    /// Drawings as text with terminal colours.
    Colour,
}

/// Message from the server to a client at a game table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Role of the client at the table: the answer to hello, sent again when its seats change.
    You(ClientTableRole),
    /// New events at the table and the state after them.
    Update(Box<TableUpdate>),
    /// Notice that an agent has started to think.
    Thinking {
        /// Seat of the agent.
        seat: u8,
        /// Number of moves played so far.
        ply: u32,
    },
    /// Interim analysis of an agent, sent occasionally and not to slow clients.
    Considering {
        /// Seat of the agent.
        seat: u8,
        /// Analysis so far; `best` is the best move found so far.
        thought: AgentMoveAnalysis,
    },
    /// Final analysis of an agent, sent before its move.
    Thought {
        /// Seat of the agent.
        seat: u8,
        /// Analysis of the chosen move.
        thought: AgentMoveAnalysis,
    },
    /// Answer to a hint request of the client.
    Hint {
        /// Analysis of the agent that gives the hint.
        thought: AgentMoveAnalysis,
    },
    /// The last message of the client was refused and nothing has changed.
    Refused {
        /// Reason for the refusal.
        problem: ApiProblem,
    },
}

/// Role of a client at the table: its seats and view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClientTableRole {
    /// Protocol version of the server.
    pub version: u32,
    /// Id of the table.
    pub table: String,
    /// Seats that the client plays; empty for a spectator.
    pub seats: Vec<u8>,
    /// Seat whose view the client has; `None` for the public view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
    /// True if the client is the host of the table.
    pub host: bool,
    /// True if the game has hidden information.
    #[serde(default)]
    pub hidden: bool,
}

/// New events at the table and the state after them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TableUpdate {
    /// Sequence number of the latest event at the table.
    pub seq: u64,
    /// Events that are new to the client, in order.
    pub events: Vec<NumberedEvent>,
    /// State of the table; `None` if it has not changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableInfo>,
    /// View of the game for this client; `None` without a game, or if it has not changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
}

/// View of a game for one seat or for spectators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameView {
    /// Number of moves played so far.
    pub ply: u32,
    /// The position in text form, as the client may know it: complete at a revealed table,
    /// otherwise the public part for spectators of games with hidden information, if the game
    /// defines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Drawing of the position for a terminal; `None` if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// Seat to move; `None` if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// Legal moves in text form; `None` if the client is not to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Time left of each seat in milliseconds, `None` without clocks. The clock of the seat to move
    /// is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<u64>>,
    /// Seat that requests a take-back; `None` without a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_asked: Option<u8>,
    /// Result of the game; `None` before its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<FinalRanking>,
    /// Players who left before the end, with their final places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayerInfo>,
    /// Number of take-backs in the game.
    #[serde(default)]
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card: the game does not count
    /// for ratings.
    #[serde(default)]
    pub unrated: bool,
    /// Pace of a game between agents; `None` if none is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pacing: Option<Pacing>,
}

/// Pace of a game between agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
pub struct Pacing {
    /// Milliseconds between moves.
    pub pause: u32,
    /// True if the host has paused the game.
    pub paused: bool,
}

/// An agent's analysis of a position: best move, value and search statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentMoveAnalysis {
    /// Number of moves played before the analysed position.
    pub ply: u32,
    /// Spec of the agent.
    pub agent: String,
    /// Best move in text form.
    pub best: String,
    /// Expected utility for the seat to move, from -1 to 1; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Principal variation, starting with the best move.
    pub line: Vec<String>,
    /// Moves considered by the search, best first.
    pub candidates: Vec<CandidateMoveInfo>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Number of playouts of a sampling search.
    pub playouts: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Thinking time in milliseconds.
    pub time: u64,
}

/// A move considered by an agent, with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CandidateMoveInfo {
    /// Move in text form.
    pub text: String,
    /// Expected utility for the seat to move, from -1 to 1; `None` if the search has no value for
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Accuracy of the value of a candidate move: exact or an upper bound.
    #[serde(default)]
    pub known: CandidateValueBound,
    /// Number of visits by a sampling search; 0 for other searches.
    pub visits: u64,
}

/// Accuracy of the value of a candidate move: exact or an upper bound.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum CandidateValueBound {
    /// The value is exact.
    #[default]
    Exactly,
    /// The value is an upper bound: the search cut the move off once it could not be the best.
    AtMost,
}

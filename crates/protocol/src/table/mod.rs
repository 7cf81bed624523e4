//! Messages at a table. The server is authoritative: clients send commands, the server sends events.
//!
//! A client first sends [`ClientMessage::Hello`] with the number of the last event it knows. Every
//! [`Update`] then carries the events after that, in order and without gaps, and the state after
//! them. All clients at a table get all events, redacted to what their seat may know.
//!
//! With hidden information, a client with several seats sees only public information at first. It
//! selects the view of one seat at a time with [`ClientMessage::Look`]. The answer is [`ClientInfo`]
//! with the new view and an update with all events of the game, redacted for that seat.

mod event;

pub use event::{
    AgentLimit, DropCause, DroppedPlayer, EndCause, Event, FinalRanking, NumberedEvent,
};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Problem;
use crate::lobby::TableInfo;

/// A message from a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// Protocol version of the client.
        version: u32,
        /// The number of the last event the client knows; by default it gets the whole game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u64>,
        /// The seat whose view the client gets. By default its only seat, or the first one without
        /// hidden information, or else the public view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Style of drawings of the position for a terminal.
        #[serde(default)]
        drawing: DrawingStyle,
    },
    /// Selects the view of another seat of the client.
    Look {
        /// The seat; none for the public view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Plays a move for the seat to move. With hidden information, the client must have its view.
    Move {
        /// The number of moves played before it, so that no move is played twice or too late.
        ply: u32,
        /// The move in text form.
        text: String,
    },
    /// Requests to take back the last move of the client's seats. It needs the consent of all other
    /// people with seats, also of those who have left.
    Undo,
    /// Answers the take-back request of another player.
    AnswerUndo {
        /// True to accept.
        accept: bool,
    },
    /// Resigns, which gives the last place of those still playing. With more than two seats an agent
    /// takes over the seat and plays for itself.
    Resign,
    /// Requests a rematch.
    Rematch,
    /// Requests a hint from an agent.
    Hint,
    /// Sets the pace of a game of agents only; for the host.
    Pace {
        /// Milliseconds between moves, at most 60,000.
        pause: u32,
        /// True to pause; a search in progress still makes its move.
        paused: bool,
    },
    /// Plays a single move of a paused game of agents only; for the host.
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
    /// Plain text.
    Plain,
    /// Text with terminal colours.
    Colour,
}

/// A message from the server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to hello, sent again whenever the client's seats change.
    You(ClientInfo),
    /// New events and the current state.
    Update(Box<Update>),
    /// An agent has started to think.
    Thinking {
        /// Its seat.
        seat: u8,
        /// The number of moves played.
        ply: u32,
    },
    /// Interim analysis of an agent, sent occasionally and not to slow clients.
    Considering {
        /// Its seat.
        seat: u8,
        /// The analysis; `best` is the best move so far.
        thought: AgentAnalysis,
    },
    /// Final analysis of an agent, sent before its move.
    Thought {
        /// Its seat.
        seat: u8,
        /// The analysis.
        thought: AgentAnalysis,
    },
    /// The answer to a hint request.
    Hint {
        /// The adviser's analysis.
        thought: AgentAnalysis,
    },
    /// The last message of the client was refused and nothing has changed.
    Refused {
        /// The error.
        problem: Problem,
    },
}

/// The client's role at the table: its seats and view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClientInfo {
    /// Protocol version of the server.
    pub version: u32,
    /// The id of the table.
    pub table: String,
    /// The seats the client plays; empty for a spectator.
    pub seats: Vec<u8>,
    /// The seat whose view it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
    /// True for the host.
    pub host: bool,
    /// True if the game has hidden information.
    #[serde(default)]
    pub hidden: bool,
}

/// New events and the current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Update {
    /// The number of the latest event.
    pub seq: u64,
    /// The events that are new to the client, in order.
    pub events: Vec<NumberedEvent>,
    /// The table, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableInfo>,
    /// The game as the client may know it, if there is one and it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
}

/// The view of a game for one seat or for spectators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameView {
    /// The number of moves played.
    pub ply: u32,
    /// The position in text form, as the client may know it: complete at a revealed table, otherwise
    /// the public part for spectators of games with hidden information, if the game defines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The position drawn for a terminal, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The seat to move; none if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves, if the client is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Time left of each seat; the clock of the seat to move is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<u64>>,
    /// The seat that requests a take-back, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_asked: Option<u8>,
    /// The result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<FinalRanking>,
    /// Players who left before the end, with their places.
    #[serde(default)]
    pub dropouts: Vec<DroppedPlayer>,
    /// Number of take-backs.
    #[serde(default)]
    pub take_backs: u32,
    /// True if a take-back followed a revealed chance event or hidden card: the game does not count for
    /// ratings.
    #[serde(default)]
    pub unrated: bool,
    /// The pace of a game of agents only, if one is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pacing: Option<Pacing>,
}

/// Pace of a game of agents only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
pub struct Pacing {
    /// Milliseconds between moves.
    pub pause: u32,
    /// True if paused by the host.
    pub paused: bool,
}

/// An agent's analysis of a position: best move, value and search statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AgentAnalysis {
    /// Number of moves played before.
    pub ply: u32,
    /// The spec of the agent.
    pub agent: String,
    /// The best move.
    pub best: String,
    /// Expected utility for the seat to move, from -1 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Principal variation, starting with the best move.
    pub line: Vec<String>,
    /// The moves considered, best first.
    pub candidates: Vec<Candidate>,
    /// Nodes visited.
    pub nodes: u64,
    /// Number of playouts.
    pub playouts: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Time taken.
    pub time: u64,
}

/// A move considered by an agent, with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Candidate {
    /// The move.
    pub text: String,
    /// Expected utility.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Exact value or upper bound.
    #[serde(default)]
    pub known: ValueAccuracy,
    /// Visit count of a sampling search.
    pub visits: u64,
}

/// Accuracy of a value: exact or an upper bound.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum ValueAccuracy {
    /// An exact value of the search.
    #[default]
    Exactly,
    /// An upper bound: the search cut the move off once it could not be the best.
    AtMost,
}

//! Messages at a table. The server is the only judge: clients wish, the server tells what happened.
//!
//! A client says [`ClientMessage::Hello`] first, with the number of the last event it knows. Every
//! [`Update`] then brings the events after that, in order and without gaps, and how things stand
//! after them. That something happened at a table is told to everyone there; what it was is told to
//! each seat only as far as the seat may know it.
//!
//! Who holds several seats where something is hidden sees nothing hidden at first, and asks for the
//! eyes of one seat at a time with [`ClientMessage::Look`]. The answer is [`You`] with the other eyes
//! and an update with all events since the game began, as they are told to that seat.

mod event;

pub use event::{DropCause, Dropout, Ending, Event, Limit, Numbered, Verdict};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Problem;
use crate::lobby::TableInfo;

/// From a client to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message, and only the first.
    Hello {
        /// The version the client speaks.
        version: u32,
        /// The number of the last event the client knows; everything of the game if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u64>,
        /// With the eyes of which of its seats the client sees. If left out: the only one, or the
        /// first one where nothing is hidden, or else nobody's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Whether positions are wanted as drawings for a terminal, too.
        #[serde(default)]
        drawing: Drawing,
    },
    /// Sees with the eyes of another of the client's seats from now on.
    Look {
        /// The seat; none sees what everyone may know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Plays a move for the seat to move. Where something is hidden, only who sees with its eyes may.
    Move {
        /// The number of moves played before it, so that no move is played twice or too late.
        ply: u32,
        /// The move in text form.
        text: String,
    },
    /// Asks to take back the last move of the client's seats. It is granted where no other person has a
    /// seat; all others have to agree, also those who have left.
    Undo,
    /// Answers somebody else's wish to take a move back.
    AnswerUndo {
        /// Whether they may.
        accept: bool,
    },
    /// Gives up the game: the last place among those still playing. With more than two seats an agent
    /// takes the seat over and plays for itself.
    Resign,
    /// Wants another game with the same people.
    Rematch,
    /// Asks an agent what it would do.
    Hint,
    /// The host of a table where only agents play says how fast they do.
    Pace {
        /// Milliseconds between their moves, 60,000 at most.
        pause: u32,
        /// Whether they wait altogether; a move that is being thought about is still made.
        paused: bool,
    },
    /// The host of such a table wants one more move, and none after it.
    Step,
}

/// How a client wants positions drawn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    /// Not at all: it draws them itself.
    #[default]
    None,
    /// As plain text.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

/// From the server to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to hello, and told again whenever the client's seats change.
    You(You),
    /// What happened and how things stand now.
    Update(Box<Update>),
    /// An agent has begun to think.
    Thinking {
        /// Its seat.
        seat: u8,
        /// The number of moves played.
        ply: u32,
    },
    /// What an agent thinks so far. It is told now and then, and not to clients that are slow.
    Considering {
        /// Its seat.
        seat: u8,
        /// What it thinks; `best` is what it would choose now.
        thought: Thought,
    },
    /// What an agent thought of the move it chose, told before the move.
    Thought {
        /// Its seat.
        seat: u8,
        /// What it thought.
        thought: Thought,
    },
    /// The answer to a wish for a hint.
    Hint {
        /// What the adviser thought.
        thought: Thought,
    },
    /// The last message of the client was refused and nothing has changed.
    Refused {
        /// Why.
        problem: Problem,
    },
}

/// Who the client is at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct You {
    /// The version the server speaks.
    pub version: u32,
    /// The table.
    pub table: String,
    /// The seats the client moves for; none is a spectator.
    pub seats: Vec<u8>,
    /// The seat with whose eyes it sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eyes: Option<u8>,
    /// Whether it is the host.
    pub host: bool,
    /// Whether each seat sees only what it may know.
    #[serde(default)]
    pub hidden: bool,
}

/// What happened and how things stand now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Update {
    /// The number of the last event there is.
    pub seq: u64,
    /// The events the client does not know yet, in order.
    pub events: Vec<Numbered>,
    /// The table, if it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableInfo>,
    /// The game as the client may know it, if it has changed and there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
}

/// A game as one seat may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct GameView {
    /// The number of moves played.
    pub ply: u32,
    /// The position in text form, as far as the seat may know it: all of it where the table is
    /// revealed, what everyone may know for other spectators of a game with hidden information, if
    /// the game can say that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The position drawn for a terminal, if wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The seat to move; none when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The legal moves, if it is for the client to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The time left to each seat; that of the seat to move is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<u64>>,
    /// The seat that wants to take a move back, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_asked: Option<u8>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Those who have left the game before its end, with the places that are theirs.
    #[serde(default)]
    pub dropouts: Vec<Dropout>,
    /// How often moves were taken back.
    #[serde(default)]
    pub take_backs: u32,
    /// Whether chance or hidden cards had been seen in what was taken back: such a game counts for no
    /// level and no rating.
    #[serde(default)]
    pub unrated: bool,
    /// The pace of the game, where only agents play and somebody has said one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pacing: Option<Pacing>,
}

/// How fast a game goes on in which only agents play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
pub struct Pacing {
    /// Milliseconds between moves.
    pub pause: u32,
    /// Whether it waits for the host.
    pub paused: bool,
}

/// What an agent thought of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Thought {
    /// The number of moves played before.
    pub ply: u32,
    /// The spec of the agent.
    pub agent: String,
    /// The move it chose.
    pub best: String,
    /// The utility it expects for the seat to move, from -1 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The line it expects, beginning with the move.
    pub line: Vec<String>,
    /// The moves it considered, best first.
    pub candidates: Vec<Candidate>,
    /// Positions visited.
    pub nodes: u64,
    /// Games played out.
    pub playouts: u64,
    /// Moves looked ahead.
    pub depth: u32,
    /// The time it took.
    pub time: u64,
}

/// A move an agent considered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Candidate {
    /// The move.
    pub text: String,
    /// The utility it expects of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How well the value is known.
    #[serde(default)]
    pub known: Known,
    /// How often it was tried.
    pub visits: u64,
}

/// How well a value is known.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// As well as the search can tell.
    #[default]
    Exactly,
    /// It is no higher: the search stopped looking once the move was sure not to be the best.
    AtMost,
}

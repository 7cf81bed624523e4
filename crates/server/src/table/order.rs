//! What the task that owns a table can be asked.

use ludorum_core::Seat;
use ludorum_protocol::Problem;
use ludorum_protocol::lobby::{Seating, Settings, TableInfo};
use ludorum_protocol::table::{ClientMessage, Drawing, Limit, Thought};
use tokio::sync::{mpsc, oneshot};

use super::connection::{ConnectionId, Outbox};
use super::resident::Resident;
use super::sharing::Origin;
use crate::identity::Person;
use crate::operator::Rights;

/// The way to a table. Cheap to clone.
pub(crate) type Handle = mpsc::Sender<Order>;

/// Where an answer goes. Who no longer waits drops the other end.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// One thing to do. A table does one after the other, each to its end.
#[derive(Debug)]
pub(crate) enum Order {
    /// Something a person wants over HTTP.
    Wish {
        who: Person,
        wish: Wish,
        reply: Reply<TableInfo>,
    },
    /// The person has shown that they know the password.
    Admit { who: Person, reply: Reply<()> },
    /// Somebody connects.
    Connect {
        hello: Hello,
        outbox: Outbox,
        reply: Reply<ConnectionId>,
    },
    /// Somebody connected says something.
    Say {
        from: ConnectionId,
        message: ClientMessage,
    },
    /// Somebody's connection is gone.
    Gone { from: ConnectionId },
    /// What an agent thinks so far. Lost if the table is busy.
    SoFar { question: u64, thought: Thought },
    /// An agent knows its game, and begins to think about its move.
    CaughtUp { question: u64 },
    /// An agent has chosen.
    Answer(Answer),
    /// An agent has ended thinking while somebody else was to move. No player if it panicked.
    Pondered {
        seat: Seat,
        resident: Option<Resident>,
    },
}

/// What a person wants over HTTP.
#[derive(Debug)]
pub(crate) enum Wish {
    Look,
    Join {
        seat: Option<u8>,
        name: String,
        colour: Option<String>,
        /// Whether they have shown that they know the password, or there is none.
        is_admitted: bool,
    },
    Leave,
    Ready(bool),
    Seat {
        seat: u8,
        seating: Seating,
        rights: Rights,
    },
    Settings(Settings),
    Start,
}

/// How somebody connects.
#[derive(Debug)]
pub(crate) struct Hello {
    pub(crate) who: Option<Person>,
    /// Where they connect from.
    pub(crate) origin: Origin,
    pub(crate) last: Option<u64>,
    pub(crate) seat: Option<u8>,
    pub(crate) drawing: Drawing,
}

/// What an agent thought, and about which question.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: u64,
    /// Why not, if the agent failed.
    pub(crate) thought: Result<Thought, String>,
    /// The agent, if it is to be kept for its next move.
    pub(crate) resident: Option<Resident>,
    /// Whether the agent was made in the middle of its game.
    pub(crate) is_rebuilt: bool,
    /// What it ran into, which the table is told.
    pub(crate) limits: Vec<Limit>,
}

//! Messages to the task that owns a table.

use ludorum_core::Seat;
use ludorum_protocol::Problem;
use ludorum_protocol::lobby::{SeatAssignment, Settings, TableInfo};
use ludorum_protocol::table::{AgentAnalysis, AgentLimit, ClientMessage, DrawingStyle};
use tokio::sync::{mpsc, oneshot};

use super::connection::{ConnectionId, Outbox};
use super::fair_queue::ClientOrigin;
use super::resident_agents::ResidentAgent;
use crate::identity::PersonId;
use crate::operator::OperatorRights;

/// Sends messages to a table. Cheap to clone.
pub(crate) type TableHandle = mpsc::Sender<TableMessage>;

/// The channel for a reply; its receiver is dropped if the client no longer waits.
pub(crate) type TableReply<T> = oneshot::Sender<Result<T, Problem>>;

/// A message in a table's mailbox; messages are handled one by one.
#[derive(Debug)]
pub(crate) enum TableMessage {
    /// A command received over HTTP.
    Command {
        who: PersonId,
        command: TableCommand,
        reply: TableReply<TableInfo>,
    },
    /// Admits a person who gave the password.
    Admit {
        who: PersonId,
        reply: TableReply<()>,
    },
    /// A client connects.
    Connect {
        hello: ClientHello,
        outbox: Outbox,
        reply: TableReply<ConnectionId>,
    },
    /// A message from a connected client.
    FromClient {
        from: ConnectionId,
        message: ClientMessage,
    },
    /// A client has disconnected.
    Disconnected { from: ConnectionId },
    /// Intermediate result of an agent. Lost if the table is busy.
    Progress {
        request: u64,
        thought: AgentAnalysis,
    },
    /// A rebuilt agent has replayed its game and starts to think.
    CaughtUp { request: u64 },
    /// The answer of an agent.
    Answer(MoveAnswer),
    /// A pondering agent has stopped; none if it panicked.
    Pondered {
        seat: Seat,
        resident: Option<ResidentAgent>,
    },
}

/// A command received over HTTP.
#[derive(Debug)]
pub(crate) enum TableCommand {
    Info,
    Join {
        seat: Option<u8>,
        name: String,
        colour: Option<String>,
        /// True if the password was given, or none is needed.
        is_admitted: bool,
    },
    Leave,
    Ready(bool),
    Seat {
        seat: u8,
        seating: SeatAssignment,
        rights: OperatorRights,
    },
    Settings(Settings),
    Start,
}

/// First message of a connecting client.
#[derive(Debug)]
pub(crate) struct ClientHello {
    pub(crate) who: Option<PersonId>,
    /// The origin of the connection.
    pub(crate) origin: ClientOrigin,
    pub(crate) last: Option<u64>,
    pub(crate) seat: Option<u8>,
    pub(crate) drawing: DrawingStyle,
}

/// The answer of an agent to a move request.
#[derive(Debug)]
pub(crate) struct MoveAnswer {
    pub(crate) request: u64,
    /// The thought, or the reason of a failure.
    pub(crate) thought: Result<AgentAnalysis, String>,
    /// The agent, if it is to be kept for its next move.
    pub(crate) resident: Option<ResidentAgent>,
    /// True if the agent was rebuilt in the middle of its game.
    pub(crate) is_rebuilt: bool,
    /// Limits it ran into.
    pub(crate) limits: Vec<AgentLimit>,
}

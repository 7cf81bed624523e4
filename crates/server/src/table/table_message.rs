//! Messages to the task that owns a table.

use ludorum_core::Seat;
use ludorum_protocol::ApiProblem;
use ludorum_protocol::lobby::{SeatOccupantChoice, TableInfo, TableSettings};
use ludorum_protocol::table::{AgentMoveAnalysis, ClientMessage, DrawingStyle, ExceededAgentLimit};
use tokio::sync::{mpsc, oneshot};

use super::connection::{ConnectionId, Outbox};
use super::fair_queue::ClientAddressKey;
use super::resident_agents::ResidentAgent;
use crate::identity::PersonId;
use crate::operator::OperatorRights;

/// Sender of messages to the task that owns a table. Cheap to clone.
pub(crate) type TableHandle = mpsc::Sender<TableMessage>;

/// Channel for the reply of a table; closed if the client no longer waits.
pub(crate) type TableReply<T> = oneshot::Sender<Result<T, ApiProblem>>;

/// Message to the task that owns a table, which handles one message at a time.
#[derive(Debug)]
pub(crate) enum TableMessage {
    /// Command of a person, received over HTTP.
    Command {
        who: PersonId,
        command: TableCommand,
        reply: TableReply<TableInfo>,
    },
    /// Admits a person who has entered the table's password.
    Admit {
        who: PersonId,
        reply: TableReply<()>,
    },
    /// Connects a client that has opened a WebSocket.
    Connect {
        hello: ClientHello,
        outbox: Outbox,
        reply: TableReply<ConnectionId>,
    },
    /// Message received over the WebSocket of a connected client.
    FromClient {
        from: ConnectionId,
        message: ClientMessage,
    },
    /// Notice that the WebSocket of a client was closed.
    Disconnected { from: ConnectionId },
    /// Intermediate search result of an agent, dropped if the table is busy.
    Progress {
        request: u64,
        thought: AgentMoveAnalysis,
    },
    /// Notice that a rebuilt agent has replayed its game and starts to search.
    CaughtUp { request: u64 },
    /// Answer of an agent to a move request.
    Answer(MoveAnswer),
    /// Notice that an agent has stopped pondering. `resident` is `None` if the agent failed.
    Pondered {
        seat: Seat,
        resident: Option<ResidentAgent>,
    },
}

/// Command to a table, received over HTTP.
#[derive(Debug)]
pub(crate) enum TableCommand {
    Info,
    Join {
        seat: Option<u8>,
        name: String,
        colour: Option<String>,
        /// True if the person has entered the password, or the table has none.
        is_admitted: bool,
    },
    Leave,
    Ready(bool),
    Seat {
        seat: u8,
        seating: SeatOccupantChoice,
        rights: OperatorRights,
    },
    Settings(TableSettings),
    Start,
}

/// First message of a connecting client, with the client's identity.
#[derive(Debug)]
pub(crate) struct ClientHello {
    pub(crate) who: Option<PersonId>,
    /// Client address to which the connection is charged.
    pub(crate) origin: ClientAddressKey,
    pub(crate) last: Option<u64>,
    pub(crate) seat: Option<u8>,
    pub(crate) drawing: DrawingStyle,
}

/// Answer of an agent to a move request: its move and analysis, or a failure.
#[derive(Debug)]
pub(crate) struct MoveAnswer {
    pub(crate) request: u64,
    /// Chosen move with its analysis, or the reason of the failure.
    pub(crate) thought: Result<AgentMoveAnalysis, String>,
    /// Agent to keep for its next move; `None` if it need not be kept.
    pub(crate) resident: Option<ResidentAgent>,
    /// True if the agent was rebuilt by replaying its game.
    pub(crate) is_rebuilt: bool,
    /// Time limits that the agent has exceeded.
    pub(crate) limits: Vec<ExceededAgentLimit>,
}

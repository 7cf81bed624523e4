//! Errors as stable codes with parameters. Clients turn them into messages.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Error code. Codes are only ever added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request or message cannot be parsed; `reason`.
    BadRequest,
    /// The client uses another protocol version; `supported`.
    BadVersion,
    /// The request or message is too large.
    TooLarge,
    /// There is nothing at this address.
    NotFound,
    /// There is no such table.
    UnknownTable,
    /// There is no such replay.
    UnknownReplay,
    /// The table has no such seat, or it is empty.
    UnknownSeat,
    /// The request carries no token; `POST /api/session` gives one.
    NoSession,
    /// Only the host may do this.
    NotHost,
    /// Only players at the table may do this.
    NotSeated,
    /// The client has resigned, run out of time or been replaced after leaving, and can only watch
    /// this game; `place`.
    OutOfGame,
    /// The seat is taken.
    SeatTaken,
    /// The name, or one that looks the same, is taken at this table.
    NameTaken,
    /// The colour is taken at this table.
    ColourTaken,
    /// All seats are taken.
    TableFull,
    /// The table has a password and none was given.
    PasswordNeeded,
    /// The password is wrong.
    WrongPassword,
    /// Too many wrong passwords; try again later.
    TooManyTries,
    /// Rate limit: too many requests or messages; try again later.
    TooManyRequests,
    /// The server has reached its limit of tables or connections.
    ServerFull,
    /// The address has reached its limit of open tables, `most`; leave one, or wait until one is
    /// archived.
    TooManyTables,
    /// The spec of the game or the text of a position is invalid; `reason`.
    BadGame,
    /// The spec of an agent is invalid, or exceeds the limits of this server; `reason`.
    BadAgent,
    /// An agent of this name is already installed; `name`.
    AgentTaken,
    /// The template or its name is invalid; `reason`.
    BadTemplate,
    /// The translation cannot be saved or offered; `reason` in English, `why` as a code.
    BadTranslation,
    /// The content files of the game have changed or are missing; `reason`.
    ContentChanged,
    /// A plug-in exceeded its time limit, so the position is unknown; `plugin` and `reason`.
    PluginStopped,
    /// Another check of a plug-in is running.
    CheckRunning,
    /// A text is too long or has forbidden characters; `field`.
    BadText,
    /// Not allowed in this phase of the table; `phase`.
    WrongPhase,
    /// Some seats are open or not ready.
    NotReady,
    /// Another match is running.
    MatchRunning,
    /// Another seat is to move, or the position has changed; `ply`.
    NotYourTurn,
    /// The move is illegal; `move`, `reason` in English, and if available `why` as a code and the
    /// `seat` concerned.
    IllegalMove,
    /// There is nothing to take back.
    NothingToUndo,
    /// No take-back was requested.
    NoUndoAsked,
    /// The host does not allow this at the table.
    NotAllowed,
    /// Disabled on this server: it was started without programs, matches, and saving of agents and
    /// templates.
    LocalOnly,
    /// Only for the operator, who sends the operator token of the server.
    OperatorOnly,
    /// The request comes from a page of another site.
    OriginRefused,
    /// The host name of the request is not that of the server.
    HostRefused,
    /// The change could not be stored and was not made.
    NotStored,
    /// Internal error; see the log of the server.
    Internal,
}

/// Error that the server reports to a client: a code with parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ApiProblem {
    /// Code of the error, by which clients translate the message.
    pub code: ErrorCode,
    /// Parameters of the translated error message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
}

impl ApiProblem {
    /// Creates an error without parameters.
    pub fn new(code: ErrorCode) -> ApiProblem {
        ApiProblem {
            code,
            params: BTreeMap::new(),
        }
    }

    /// Adds a parameter of the error message.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> ApiProblem {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

impl From<ErrorCode> for ApiProblem {
    fn from(code: ErrorCode) -> ApiProblem {
        ApiProblem::new(code)
    }
}

impl fmt::Display for ApiProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The code as it is on the wire, without quotes.
        self.code.serialize(&mut *f)?;
        for (name, value) in &self.params {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiProblem {}

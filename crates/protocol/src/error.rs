//! What can go wrong, as stable codes with parameters. Words for people are the client's business.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What went wrong. Codes are only ever added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request or message cannot be read; `reason`.
    BadRequest,
    /// The client speaks another version; `supported`.
    BadVersion,
    /// The request or message is too large.
    TooLarge,
    /// There is nothing at this address.
    NotFound,
    /// There is no such table.
    UnknownTable,
    /// There is no such replay.
    UnknownReplay,
    /// The table has no such seat, or nobody sits there.
    UnknownSeat,
    /// The request carries no token; `POST /api/session` gives one.
    NoSession,
    /// Only the host may do this.
    NotHost,
    /// Only those who sit at the table may do this.
    NotSeated,
    /// Whoever asks has given up, run out of time or been replaced after leaving, and can only watch
    /// this game; `place`.
    OutOfGame,
    /// Somebody sits there already.
    SeatTaken,
    /// Somebody at the table is called that already, or by a name that looks the same.
    NameTaken,
    /// Somebody at the table has this colour already.
    ColourTaken,
    /// All seats are taken.
    TableFull,
    /// The table has a password and none was given.
    PasswordNeeded,
    /// The password is not the right one.
    WrongPassword,
    /// Too many wrong passwords; wait a while.
    TooManyTries,
    /// Too many requests or messages; wait a while.
    TooManyRequests,
    /// The server has as many tables or connections as it can.
    ServerFull,
    /// As many tables as may be are open from this address, `most`; leave one, or wait until one is
    /// archived.
    TooManyTables,
    /// The spec of the game or the text of a position is not right; `reason`.
    BadGame,
    /// The spec of an agent is not right, or wants more than this server gives; `reason`.
    BadAgent,
    /// An agent of this name is installed already; `name`.
    AgentTaken,
    /// The template is not right, or cannot have this name; `reason`.
    BadTemplate,
    /// The translation cannot be saved or offered; `reason` in English, `why` in a word.
    BadTranslation,
    /// The game was begun with other files than there are now, or with files that are gone; `reason`.
    ContentChanged,
    /// A plug-in took too long and was stopped, so nothing can be said of the position; `plugin` and
    /// `reason`.
    PluginStopped,
    /// A plug-in is being checked already, and there is one check at a time.
    CheckRunning,
    /// A text is too long or has characters that may not be there; `field`.
    BadText,
    /// Not while the table is in this phase; `phase`.
    WrongPhase,
    /// Some seats are open or not ready.
    NotReady,
    /// A match is being played already, and there is one at a time.
    MatchRunning,
    /// Another seat is to move, or the position is another one by now; `ply`.
    NotYourTurn,
    /// The move cannot be played; `move`, `reason` in English, `why` in a word if the game has one
    /// for it, and the `seat` it concerns if it concerns one.
    IllegalMove,
    /// There is nothing to take back.
    NothingToUndo,
    /// Nobody has asked to take a move back.
    NoUndoAsked,
    /// The host does not allow this at the table.
    NotAllowed,
    /// Nobody may: the server was started so that it starts no programs, plays no matches and keeps no
    /// agents or templates for anybody.
    LocalOnly,
    /// Only for the operator: whoever sends the token that the server made for those who started it.
    OperatorOnly,
    /// The request comes from a page of another site.
    OriginRefused,
    /// The server is addressed by a name that is not its own.
    HostRefused,
    /// It could not be stored, and so it has not happened.
    NotStored,
    /// The server failed. It has told its log why.
    Internal,
}

/// A code with what there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Problem {
    /// What went wrong.
    pub code: Code,
    /// Parameters of the message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
}

impl Problem {
    /// A problem without parameters.
    pub fn new(code: Code) -> Problem {
        Problem {
            code,
            params: BTreeMap::new(),
        }
    }

    /// The same with one parameter more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Problem {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Problem {
        Problem::new(code)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The code as it is on the wire, without quotes.
        self.code.serialize(&mut *f)?;
        for (name, value) in &self.params {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

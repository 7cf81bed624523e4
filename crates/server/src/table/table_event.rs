//! Stored events of a table. The same code folds them live and after a restart.

use ludorum_protocol::lobby::Settings;
use ludorum_protocol::table::{AgentLimit, FinalRanking};
use serde::{Deserialize, Serialize};

use crate::identity::PersonId;

/// An event of a table; the state is the fold of its events. Stored as JSON, so names are only ever
/// added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(crate) enum TableEvent {
    Opened {
        settings: Settings,
        /// The argon2 hash of the password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
        host: PersonId,
        host_name: String,
        /// Files of the game with hashes; none for tables opened by older versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
    },
    Changed {
        settings: Settings,
        /// As in `Opened`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
    },
    Seated {
        seat: u8,
        holder: SeatHolder,
    },
    Vacated {
        seat: u8,
    },
    Ready {
        seat: u8,
        ready: bool,
    },
    Host {
        host: PersonId,
        name: String,
    },
    Started {
        seed: u64,
        streams: u64,
        /// Seed of the external agents if `streams` is public; always random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<u64>,
        /// Pinned specs of external agents, by seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pinned: Vec<(u8, String)>,
        /// Files of the game with hashes, as in its record; none for games started by older
        /// versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
        /// Version of the rules; 1 for games started by older versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u32>,
    },
    Moved {
        /// None for chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        text: String,
        /// Milliseconds since the turn began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<f64>,
        #[serde(default, skip_serializing_if = "is_zero")]
        nodes: u64,
    },
    Cancelled {
        plugin: String,
        reason: String,
    },
    Limited {
        seat: u8,
        limit: AgentLimit,
        /// The limit in seconds.
        most: u64,
    },
    Halted {
        plugin: String,
        reason: String,
    },
    UndoAsked {
        seat: u8,
    },
    UndoAccepted {
        seat: u8,
    },
    UndoRefused {
        seat: u8,
    },
    Undone {
        ply: u32,
    },
    Away {
        seat: u8,
    },
    Back {
        seat: u8,
    },
    Resigned {
        seat: u8,
    },
    Flagged {
        seat: u8,
    },
    Failed {
        seat: u8,
        reason: String,
    },
    Ended {
        verdict: FinalRanking,
        replay: String,
    },
    RematchAsked {
        seat: u8,
    },
}

/// The holder of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum SeatHolder {
    Open,
    Person {
        person: PersonId,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
    Agent {
        spec: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<String>,
    },
}

impl SeatHolder {
    pub(crate) fn name(&self) -> &str {
        match self {
            SeatHolder::Open => "",
            SeatHolder::Person { name, .. } => name,
            SeatHolder::Agent { spec, name, .. } => name.as_ref().unwrap_or(spec),
        }
    }

    /// The display name of an agent, if it has one.
    pub(crate) fn given_name(&self) -> Option<&str> {
        match self {
            SeatHolder::Agent { name, .. } => name.as_deref(),
            SeatHolder::Open | SeatHolder::Person { .. } => None,
        }
    }

    pub(crate) fn spec(&self) -> Option<&str> {
        match self {
            SeatHolder::Agent { spec, .. } => Some(spec),
            SeatHolder::Open | SeatHolder::Person { .. } => None,
        }
    }

    pub(crate) fn colour(&self) -> Option<&str> {
        match self {
            SeatHolder::Person { colour, .. } | SeatHolder::Agent { colour, .. } => {
                colour.as_deref()
            }
            SeatHolder::Open => None,
        }
    }

    pub(crate) fn person(&self) -> Option<&PersonId> {
        match self {
            SeatHolder::Person { person, .. } => Some(person),
            SeatHolder::Open | SeatHolder::Agent { .. } => None,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

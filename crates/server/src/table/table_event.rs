//! Stored events of a table, applied by the same code live and after a restart.

use ludorum_protocol::lobby::TableSettings;
use ludorum_protocol::table::{ExceededAgentLimit, FinalRanking};
use serde::{Deserialize, Serialize};

use crate::identity::PersonId;

/// Event of a table; the state of the table is the fold of its events. Stored as JSON, so variants
/// and fields may be added but not renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(crate) enum TableEvent {
    Opened {
        settings: TableSettings,
        /// Argon2 hash of the table's password; `None` if the table has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
        host: PersonId,
        host_name: String,
        /// Names and hashes of the game's rules files; `None` for tables opened by older versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
    },
    Changed {
        settings: TableSettings,
        /// Names and hashes of the new game's rules files; `None` for events of older versions.
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
        /// Random seed of the external agents; `None` if they use `streams`, which is random then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<u64>,
        /// Seat numbers and specs of external agents; the specs contain hashes of agent files.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pinned: Vec<(u8, String)>,
        /// Names and hashes of the game's rules files; `None` for games started by older versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
        /// Version of the game's rules; `None` means version 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u32>,
    },
    Moved {
        /// Seat that moved; `None` for a chance event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        text: String,
        /// Thinking time in milliseconds; `None` for a chance event.
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
        limit: ExceededAgentLimit,
        /// Maximum thinking time of the agent per move, in seconds.
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

/// Holder of a seat: nobody, a person or an agent.
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

    /// Display name of an agent; `None` if it has none or the holder is no agent.
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

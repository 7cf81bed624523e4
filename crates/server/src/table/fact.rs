//! What happened at a table, in full. A table is the fold of its facts: live and after a restart
//! the same code makes the same table of them.

use ludorum_protocol::lobby::Settings;
use ludorum_protocol::table::{Limit, Verdict};
use serde::{Deserialize, Serialize};

use crate::identity::Person;

/// A fact. Stored as JSON, so names are only ever added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(crate) enum Fact {
    Opened {
        settings: Settings,
        /// The argon2 hash of the password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
        host: Person,
        host_name: String,
        /// The files of the game with their hashes; unknown where the table was opened by a server
        /// that did not keep them.
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
        holder: Holder,
    },
    Vacated {
        seat: u8,
    },
    Ready {
        seat: u8,
        ready: bool,
    },
    Host {
        host: Person,
        name: String,
    },
    Started {
        seed: u64,
        streams: u64,
        /// What external agents' seeds come from where `streams` is known to all; always random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<u64>,
        /// The specs of external agents with their files pinned, by seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pinned: Vec<(u8, String)>,
        /// The files of the game with their hashes, as in its record; unknown where the game was
        /// begun by a server that did not keep them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Vec<String>>,
        /// The version of the rules; 1 where the game was begun by a server that did not keep it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u32>,
    },
    Moved {
        /// None is chance.
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
        limit: Limit,
        /// The most seconds there are for it.
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
        verdict: Verdict,
        replay: String,
    },
    RematchAsked {
        seat: u8,
    },
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Holder {
    Open,
    Person {
        person: Person,
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

impl Holder {
    pub(crate) fn name(&self) -> &str {
        match self {
            Holder::Open => "",
            Holder::Person { name, .. } => name,
            Holder::Agent { spec, name, .. } => name.as_ref().unwrap_or(spec),
        }
    }

    /// The name an agent was given.
    pub(crate) fn given_name(&self) -> Option<&str> {
        match self {
            Holder::Agent { name, .. } => name.as_deref(),
            Holder::Open | Holder::Person { .. } => None,
        }
    }

    /// The spec of an agent.
    pub(crate) fn spec(&self) -> Option<&str> {
        match self {
            Holder::Agent { spec, .. } => Some(spec),
            Holder::Open | Holder::Person { .. } => None,
        }
    }

    /// The colour they chose.
    pub(crate) fn colour(&self) -> Option<&str> {
        match self {
            Holder::Person { colour, .. } | Holder::Agent { colour, .. } => colour.as_deref(),
            Holder::Open => None,
        }
    }

    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Holder::Person { person, .. } => Some(person),
            Holder::Open | Holder::Agent { .. } => None,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

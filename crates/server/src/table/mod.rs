//! One live table: its state, who may change it, what each is told, and the task that owns it.

mod actor;
mod asking;
mod audience;
mod connection;
mod desk;
mod dropouts;
mod elsewhere;
mod fact;
mod lobbying;
mod log;
mod order;
mod pacing;
mod playing;
mod pondering;
mod resident;
mod sharing;
mod state;
mod thinking;
mod threads;
mod ticking;
mod view;

pub(crate) use actor::{Owner, spawn};
pub(crate) use desk::Desk;
pub(crate) use dropouts::told as dropouts_told;
pub(crate) use fact::Fact;
pub(crate) use lobbying::open;
pub(crate) use order::{Handle, Hello, Order, Reply, Wish};
pub(crate) use playing::{illegal, ranks};
pub(crate) use resident::{Residence, ResidentAgents};
pub(crate) use sharing::{Claimant, Origin, Standing};
pub(crate) use state::{Corrupt, State};
pub(crate) use thinking::{Sight, Thinkers};
pub(crate) use threads::Thread;

use ludorum_core::SourceFile;

use crate::storage::Replay;

/// What comes of a wish that is granted: facts, the files they rely on, and the record of a game that ends with them.
#[derive(Debug, Default)]
pub(crate) struct Decision {
    pub(crate) facts: Vec<Fact>,
    /// The files the facts rely on.
    pub(crate) files: Vec<SourceFile>,
    pub(crate) replay: Option<Replay>,
}

impl From<Vec<Fact>> for Decision {
    fn from(facts: Vec<Fact>) -> Decision {
        Decision {
            facts,
            files: Vec::new(),
            replay: None,
        }
    }
}

impl From<Fact> for Decision {
    fn from(fact: Fact) -> Decision {
        vec![fact].into()
    }
}

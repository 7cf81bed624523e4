//! Live tables: state of a table, commands, views of its clients, and the task that owns it.

mod actor;
mod agents;
mod broadcast;
mod connection;
mod context;
mod dropouts;
mod event_log;
mod fair_queue;
mod game_commands;
mod lobby_commands;
mod pacing;
mod pondering;
mod remote_agents;
mod resident_agents;
mod state;
mod table_event;
mod table_game;
mod table_message;
mod think_pool;
mod thread_pool;
mod timers;
mod view;

pub(crate) use actor::{TableQuotaOwner, spawn};
pub(crate) use context::ServerContext;
pub(crate) use dropouts::recorded_to_protocol;
pub(crate) use fair_queue::{ClientAddressKey, SearchPriority, SearchThreadRequest};
pub(crate) use game_commands::{illegal, ranks};
pub(crate) use lobby_commands::open;
pub(crate) use resident_agents::{AgentCacheStats, ResidentAgentCache};
pub(crate) use state::{RestoreError, TableState};
pub(crate) use table_event::TableEvent;
pub(crate) use table_message::{ClientHello, TableCommand, TableHandle, TableMessage, TableReply};
pub(crate) use think_pool::{AgentSearchPool, SHOW_EVERY};
pub(crate) use thread_pool::ThreadLease;

use ludorum_core::RulesFile;

use crate::storage::{StoredReplay, TableEventBatch};

/// Result of an accepted table command, stored atomically: events, rules files, and the replay if
/// the game ends.
#[derive(Debug, Default)]
pub(crate) struct TableTransaction {
    pub(crate) events: Vec<TableEvent>,
    /// Template and plug-in files that the events refer to by hash.
    pub(crate) files: Vec<RulesFile>,
    pub(crate) replay: Option<StoredReplay>,
}

impl TableTransaction {
    /// Splits the transaction into the batch to store, with events numbered from `first`, and the
    /// events to apply once the batch is durable.
    pub(crate) fn into_batch(self, table: &str, first: u64) -> (TableEventBatch, Vec<TableEvent>) {
        let text = |event: &TableEvent| serde_json::to_string(event).expect("events are JSON");
        let batch = TableEventBatch {
            table: table.to_owned(),
            first,
            events: self.events.iter().map(text).collect(),
            replay: self.replay,
            files: self.files,
            live: None,
        };
        (batch, self.events)
    }
}

impl From<Vec<TableEvent>> for TableTransaction {
    fn from(events: Vec<TableEvent>) -> TableTransaction {
        TableTransaction {
            events,
            files: Vec::new(),
            replay: None,
        }
    }
}

impl From<TableEvent> for TableTransaction {
    fn from(event: TableEvent) -> TableTransaction {
        vec![event].into()
    }
}

//! Messages from the server to clients that watch the list of tables.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{TableInfo, TableLoadProgress};

/// A message from the server to clients that watch the list of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// Complete list of tables in the lobby; replaces all tables sent before.
    Tables {
        /// All tables shown in the lobby.
        tables: Vec<TableInfo>,
        /// Progress of a restarted server in loading its stored tables; `None` when all are loaded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<TableLoadProgress>,
    },
    /// Changes to the lobby's list of tables since the last message.
    Changed {
        /// Tables that are new or have changed.
        tables: Vec<TableInfo>,
        /// Ids of tables that are no longer listed.
        gone: Vec<String>,
        /// Progress of a restarted server in loading its stored tables; `None` when all are loaded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<TableLoadProgress>,
    },
}

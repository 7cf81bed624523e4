//! Messages from the server to clients that watch the list of tables.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{LoadProgress, TableInfo};

/// A message from the server to clients that watch the list of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// All listed tables; replaces everything sent before.
    Tables {
        /// The tables.
        tables: Vec<TableInfo>,
        /// Progress while a restarted server still loads its tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<LoadProgress>,
    },
    /// Changes to the list.
    Changed {
        /// Tables that are new or have changed.
        tables: Vec<TableInfo>,
        /// The ids of tables that are no longer listed.
        gone: Vec<String>,
        /// As in `Tables`; omitted when all are loaded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<LoadProgress>,
    },
}

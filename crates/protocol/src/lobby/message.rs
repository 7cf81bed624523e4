//! What the server tells those who watch the list of tables. They say nothing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{LoadProgress, TableInfo};

/// From the server to someone who watches the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// All listed tables; whatever was told before is forgotten.
    Tables {
        /// The tables.
        tables: Vec<TableInfo>,
        /// How many are loaded, while a server that has just started still loads them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<LoadProgress>,
    },
    /// What has changed.
    Changed {
        /// Tables that are new or have changed.
        tables: Vec<TableInfo>,
        /// The ids of tables that are no longer listed.
        gone: Vec<String>,
        /// As in `Tables`; left out when all are loaded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        loading: Option<LoadProgress>,
    },
}

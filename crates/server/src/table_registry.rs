//! Registry of live tables: their handles, their public information, and updates to lobby
//! subscribers.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ludorum_protocol::lobby::{LobbyMessage, TableInfo, TableLoadProgress, Visibility};
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::broadcast;

use crate::table::TableHandle;

/// Number of buffered lobby updates. A subscriber that lags behind further gets the whole list
/// again.
const UPDATE_BUFFER: usize = 64;

/// All live tables of the server by id.
#[derive(Debug)]
pub(crate) struct TableRegistry {
    state: Mutex<TableRegistryState>,
    updates: broadcast::Sender<Arc<LobbyUpdate>>,
}

/// Changes in the lobby's list of tables since the previous update.
#[derive(Debug)]
pub(crate) struct LobbyUpdate {
    pub(crate) tables: Vec<TableInfo>,
    pub(crate) gone: Vec<String>,
    pub(crate) loading: Option<TableLoadProgress>,
    /// True if the progress of loading tables has changed since the previous update.
    pub(crate) has_loaded: bool,
    /// The message for subscribers without a filter, serialised once for all.
    pub(crate) to_all: Utf8Bytes,
}

#[derive(Debug, Default)]
struct TableRegistryState {
    tables: HashMap<String, TableRegistryEntry>,
    /// Ids of listed tables that have changed since the last update.
    changed: BTreeSet<String>,
    gone: BTreeSet<String>,
    /// Table loading progress sent with the last lobby update; `None` if all tables were loaded.
    loading: Option<TableLoadProgress>,
}

#[derive(Debug)]
struct TableRegistryEntry {
    info: TableInfo,
    handle: TableHandle,
    password: Option<String>,
}

impl TableRegistry {
    pub(crate) fn new() -> TableRegistry {
        TableRegistry {
            state: Mutex::default(),
            updates: broadcast::channel(UPDATE_BUFFER).0,
        }
    }

    pub(crate) fn put(&self, info: TableInfo, handle: TableHandle, password: Option<String>) {
        let mut state = self.state.lock();
        let id = info.id.clone();
        if is_listed(&info) {
            state.changed.insert(id.clone());
            state.gone.remove(&id);
        }
        let entry = TableRegistryEntry {
            info,
            handle,
            password,
        };
        state.tables.insert(id, entry);
    }

    pub(crate) fn update(&self, info: TableInfo) {
        let mut state = self.state.lock();
        let Some(entry) = state.tables.get_mut(&info.id) else {
            return;
        };
        if entry.info == info {
            return;
        }
        let (was_listed, id) = (is_listed(&entry.info), info.id.clone());
        entry.info = info;
        match (was_listed, is_listed(&entry.info)) {
            (_, true) => {
                state.gone.remove(&id);
                state.changed.insert(id);
            }
            (true, false) => state.remove(id),
            (false, false) => {}
        }
    }

    pub(crate) fn remove(&self, id: &str) {
        let mut state = self.state.lock();
        if let Some(entry) = state.tables.remove(id)
            && is_listed(&entry.info)
        {
            state.remove(id.to_owned());
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.state.lock().tables.len()
    }

    pub(crate) fn handle(&self, id: &str) -> Option<TableHandle> {
        let state = self.state.lock();
        state.tables.get(id).map(|entry| entry.handle.clone())
    }

    /// The password hash of a live table. `None` if the table has no password.
    pub(crate) fn password(&self, id: &str) -> Option<String> {
        self.state.lock().tables.get(id)?.password.clone()
    }

    /// The listed tables that `accepts` matches, in a stable order.
    pub(crate) fn listed(&self, accepts: impl Fn(&TableInfo) -> bool) -> Vec<TableInfo> {
        let state = self.state.lock();
        let infos = state.tables.values().map(|entry| &entry.info);
        let mut tables: Vec<TableInfo> = infos
            .filter(|info| is_listed(info) && accepts(info))
            .cloned()
            .collect();
        tables.sort_by(|a, b| a.id.cmp(&b.id));
        tables
    }

    /// The listed tables that `accepts` matches, and a receiver of all later updates.
    pub(crate) fn subscribe(
        &self,
        accepts: impl Fn(&TableInfo) -> bool,
    ) -> (Vec<TableInfo>, broadcast::Receiver<Arc<LobbyUpdate>>) {
        // In this order a change may be sent twice, but none is missed.
        let updates = self.updates.subscribe();
        (self.listed(accepts), updates)
    }

    /// Broadcasts the changes in the list of tables since the last call to all lobby subscribers.
    pub(crate) fn broadcast_changes(&self, loading: Option<TableLoadProgress>) {
        let mut state = self.state.lock();
        let has_loaded = std::mem::replace(&mut state.loading, loading) != loading;
        let changed = std::mem::take(&mut state.changed);
        let gone = std::mem::take(&mut state.gone);
        let is_news = !changed.is_empty() || !gone.is_empty() || has_loaded;
        if !is_news || self.updates.receiver_count() == 0 {
            return;
        }
        let infos = changed.iter().filter_map(|id| state.tables.get(id));
        let tables: Vec<TableInfo> = infos.map(|entry| entry.info.clone()).collect();
        drop(state);
        let gone: Vec<String> = gone.into_iter().collect();
        let to_all = serialise(&LobbyMessage::Changed {
            tables: tables.clone(),
            gone: gone.clone(),
            loading,
        });
        // There may be no subscribers.
        let _ = self.updates.send(Arc::new(LobbyUpdate {
            tables,
            gone,
            loading,
            has_loaded,
            to_all,
        }));
    }
}

impl TableRegistryState {
    fn remove(&mut self, id: String) {
        self.changed.remove(&id);
        self.gone.insert(id);
    }
}

fn is_listed(info: &TableInfo) -> bool {
    info.settings.visibility == Visibility::Listed
}

/// Serialises a message to a client as JSON.
pub(crate) fn serialise(message: &impl Serialize) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are JSON");
    text.into()
}

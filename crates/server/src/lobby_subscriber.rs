//! The subscription of one client to the filtered list of tables.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ludorum_protocol::lobby::{LobbyMessage, TableInfo};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::loading::TableLoadQueue;
use crate::table_filter::TableFilter;
use crate::table_registry::{LobbyUpdate, TableRegistry, serialise};

/// A client that subscribes to the list of tables with a filter.
#[derive(Debug)]
pub(crate) struct LobbySubscriber {
    filter: TableFilter,
    updates: Receiver<Arc<LobbyUpdate>>,
    /// Ids of the tables the client was sent. A table that stops matching the filter is reported to
    /// the client as gone.
    shown: BTreeSet<String>,
}

impl LobbySubscriber {
    /// Creates a subscriber, and the initial message with all matching tables.
    pub(crate) fn new(
        registry: &TableRegistry,
        loading: &TableLoadQueue,
        filter: TableFilter,
    ) -> (LobbySubscriber, Utf8Bytes) {
        let (tables, updates) = registry.subscribe(|info| filter.accepts(info));
        let shown = tables.iter().map(|info| info.id.clone()).collect();
        let subscriber = LobbySubscriber {
            filter,
            updates,
            shown,
        };
        // Read after subscribing: later changes arrive as updates.
        let loading = loading.progress();
        let first = LobbyMessage::Tables { tables, loading };
        (subscriber, serialise(&first))
    }

    /// Waits for the next message to the client. `None` when the server shuts down. Cancel-safe.
    pub(crate) async fn next(
        &mut self,
        registry: &TableRegistry,
        loading: &TableLoadQueue,
    ) -> Option<Utf8Bytes> {
        loop {
            match self.updates.recv().await {
                Ok(update) => match self.filtered(&update) {
                    Some(message) => return Some(message),
                    None => continue,
                },
                // Lagged too far: resend the whole list.
                Err(RecvError::Lagged(_)) => {
                    let (subscriber, tables) =
                        LobbySubscriber::new(registry, loading, self.filter.clone());
                    *self = subscriber;
                    return Some(tables);
                }
                Err(RecvError::Closed) => return None,
            }
        }
    }

    fn filtered(&mut self, update: &LobbyUpdate) -> Option<Utf8Bytes> {
        if self.filter == TableFilter::default() {
            return Some(update.to_all.clone());
        }
        let fits = |info: &&TableInfo| self.filter.accepts(info);
        let tables: Vec<TableInfo> = update.tables.iter().filter(fits).cloned().collect();
        let others = update
            .tables
            .iter()
            .filter(|info| !self.filter.accepts(info));
        let gone = others.map(|info| &info.id).chain(&update.gone);
        let gone: Vec<String> = gone.filter(|id| self.shown.remove(*id)).cloned().collect();
        self.shown.extend(tables.iter().map(|info| info.id.clone()));
        let is_news = !tables.is_empty() || !gone.is_empty() || update.has_loaded;
        let changed = LobbyMessage::Changed {
            tables,
            gone,
            loading: update.loading,
        };
        is_news.then(|| serialise(&changed))
    }
}

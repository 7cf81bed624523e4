//! Somebody who watches the list of tables, or the part of it they look for.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ludorum_protocol::lobby::{LobbyMessage, TableInfo};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::board::{Board, News, serialise};
use crate::filter::Filter;
use crate::loading::Loading;

/// Somebody who watches the list.
#[derive(Debug)]
pub(crate) struct Watcher {
    filter: Filter,
    news: Receiver<Arc<News>>,
    /// What they see: a table that no longer fits is gone for them.
    shown: BTreeSet<String>,
}

impl Watcher {
    /// A watcher, and what they see at first.
    pub(crate) fn new(board: &Board, loading: &Loading, filter: Filter) -> (Watcher, Utf8Bytes) {
        let (tables, news) = board.watch(|info| filter.fits(info));
        let shown = tables.iter().map(|info| info.id.clone()).collect();
        let watcher = Watcher {
            filter,
            news,
            shown,
        };
        // Asked after the news have begun: what changes later is told by them.
        let loading = loading.progress();
        let first = LobbyMessage::Tables { tables, loading };
        (watcher, serialise(&first))
    }

    /// The next news they care about; none when the server ends. May be called off at any time.
    pub(crate) async fn next(&mut self, board: &Board, loading: &Loading) -> Option<Utf8Bytes> {
        loop {
            match self.news.recv().await {
                Ok(news) => match self.told(&news) {
                    Some(message) => return Some(message),
                    None => continue,
                },
                // Too far behind to catch up: from the beginning.
                Err(RecvError::Lagged(_)) => {
                    let (watcher, tables) = Watcher::new(board, loading, self.filter.clone());
                    *self = watcher;
                    return Some(tables);
                }
                Err(RecvError::Closed) => return None,
            }
        }
    }

    fn told(&mut self, news: &News) -> Option<Utf8Bytes> {
        if self.filter == Filter::default() {
            return Some(news.to_all.clone());
        }
        let fits = |info: &&TableInfo| self.filter.fits(info);
        let tables: Vec<TableInfo> = news.tables.iter().filter(fits).cloned().collect();
        let others = news.tables.iter().filter(|info| !self.filter.fits(info));
        let gone = others.map(|info| &info.id).chain(&news.gone);
        let gone: Vec<String> = gone.filter(|id| self.shown.remove(*id)).cloned().collect();
        self.shown.extend(tables.iter().map(|info| info.id.clone()));
        let is_news = !tables.is_empty() || !gone.is_empty() || news.has_loaded;
        let changed = LobbyMessage::Changed {
            tables,
            gone,
            loading: news.loading,
        };
        is_news.then(|| serialise(&changed))
    }
}

//! The board in the lobby: every live table with the way to it, and news for those who watch.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use ludorum_protocol::lobby::{LoadProgress, LobbyMessage, TableInfo, Visibility};
use tokio::sync::broadcast;

use crate::table::Handle;

/// Who is behind by more news than this is told everything anew.
const NEWS: usize = 64;

/// Every live table.
#[derive(Debug)]
pub(crate) struct Board {
    notes: Mutex<Notes>,
    news: broadcast::Sender<Arc<News>>,
}

/// What has changed in the list.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) tables: Vec<TableInfo>,
    pub(crate) gone: Vec<String>,
    pub(crate) loading: Option<LoadProgress>,
    /// Whether more tables are loaded than when the last news came.
    pub(crate) has_loaded: bool,
    /// The same as a message, made once for all who watch the whole list.
    pub(crate) to_all: Utf8Bytes,
}

#[derive(Debug, Default)]
struct Notes {
    tables: HashMap<String, Note>,
    /// Listed tables that have changed since the last news.
    changed: BTreeSet<String>,
    gone: BTreeSet<String>,
    /// How far loading was when the last news came.
    loading: Option<LoadProgress>,
}

#[derive(Debug)]
struct Note {
    info: TableInfo,
    handle: Handle,
    password: Option<String>,
}

impl Board {
    pub(crate) fn new() -> Board {
        Board {
            notes: Mutex::default(),
            news: broadcast::channel(NEWS).0,
        }
    }

    pub(crate) fn put(&self, info: TableInfo, handle: Handle, password: Option<String>) {
        let mut notes = self.notes();
        let id = info.id.clone();
        if is_listed(&info) {
            notes.changed.insert(id.clone());
            notes.gone.remove(&id);
        }
        let note = Note {
            info,
            handle,
            password,
        };
        notes.tables.insert(id, note);
    }

    pub(crate) fn update(&self, info: TableInfo) {
        let mut notes = self.notes();
        let Some(note) = notes.tables.get_mut(&info.id) else {
            return;
        };
        if note.info == info {
            return;
        }
        let (was_listed, id) = (is_listed(&note.info), info.id.clone());
        note.info = info;
        match (was_listed, is_listed(&note.info)) {
            (_, true) => {
                notes.gone.remove(&id);
                notes.changed.insert(id);
            }
            (true, false) => notes.go(id),
            (false, false) => {}
        }
    }

    pub(crate) fn remove(&self, id: &str) {
        let mut notes = self.notes();
        if let Some(note) = notes.tables.remove(id)
            && is_listed(&note.info)
        {
            notes.go(id.to_owned());
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.notes().tables.len()
    }

    pub(crate) fn handle(&self, id: &str) -> Option<Handle> {
        let notes = self.notes();
        notes.tables.get(id).map(|note| note.handle.clone())
    }

    /// The hash of the password of a live table, if it has one.
    pub(crate) fn password(&self, id: &str) -> Option<String> {
        self.notes().tables.get(id)?.password.clone()
    }

    /// The listed tables that fit, in a stable order.
    pub(crate) fn listed(&self, fits: impl Fn(&TableInfo) -> bool) -> Vec<TableInfo> {
        let notes = self.notes();
        let infos = notes.tables.values().map(|note| &note.info);
        let mut tables: Vec<TableInfo> = infos
            .filter(|info| is_listed(info) && fits(info))
            .cloned()
            .collect();
        tables.sort_by(|a, b| a.id.cmp(&b.id));
        tables
    }

    /// The listed tables that fit now, and the news from now on.
    pub(crate) fn watch(
        &self,
        fits: impl Fn(&TableInfo) -> bool,
    ) -> (Vec<TableInfo>, broadcast::Receiver<Arc<News>>) {
        // In this order a change may be told twice, but none is missed.
        let news = self.news.subscribe();
        (self.listed(fits), news)
    }

    /// Tells those who watch what has changed since this was called last.
    pub(crate) fn spread_news(&self, loading: Option<LoadProgress>) {
        let mut notes = self.notes();
        let has_loaded = std::mem::replace(&mut notes.loading, loading) != loading;
        let changed = std::mem::take(&mut notes.changed);
        let gone = std::mem::take(&mut notes.gone);
        let is_news = !changed.is_empty() || !gone.is_empty() || has_loaded;
        if !is_news || self.news.receiver_count() == 0 {
            return;
        }
        let infos = changed.iter().filter_map(|id| notes.tables.get(id));
        let tables: Vec<TableInfo> = infos.map(|note| note.info.clone()).collect();
        drop(notes);
        let gone: Vec<String> = gone.into_iter().collect();
        let to_all = serialise(&LobbyMessage::Changed {
            tables: tables.clone(),
            gone: gone.clone(),
            loading,
        });
        // Nobody may be left to hear it.
        let _ = self.news.send(Arc::new(News {
            tables,
            gone,
            loading,
            has_loaded,
            to_all,
        }));
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Notes {
    fn go(&mut self, id: String) {
        self.changed.remove(&id);
        self.gone.insert(id);
    }
}

fn is_listed(info: &TableInfo) -> bool {
    info.settings.visibility == Visibility::Listed
}

pub(crate) fn serialise(message: &LobbyMessage) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are JSON");
    text.into()
}

//! Persistent storage behind one trait: the rest of the server does not depend on the database.
//!
//! A table is stored as the sequence of its events. Batches of events are written atomically. The
//! [`WriteReceipt`] of a batch resolves once the batch survives a power loss.

mod files;
mod folder;
mod memory;
#[cfg(all(test, target_os = "linux"))]
mod power_loss;
mod schema;
mod sqlite;
mod writer;

pub use memory::MemoryStorage;
pub use sqlite::SqliteStorage;

use std::fmt;
use std::path::Path;

use std::sync::Arc;

use ludorum_core::RulesFile;
use ludorum_protocol::table::DroppedPlayerInfo;
use tokio::sync::oneshot;

/// Events of one table that are written atomically, with their files and replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableEventBatch {
    /// Id of the table.
    pub table: String,
    /// Number of the first event in the batch, counted from 1. Writing a number twice is an error.
    pub first: u64,
    /// Events of the table as JSON, in order.
    pub events: Vec<String>,
    /// Replay of the game if the last event ends the game; otherwise `None`.
    pub replay: Option<StoredReplay>,
    /// Template and plug-in files that the events refer to, stored as long as the table.
    pub files: Vec<RulesFile>,
    /// True if the table is to be loaded after a restart, false if not; `None` leaves it unchanged.
    pub live: Option<bool>,
}

/// Finished game in the storage: its record, players and time of ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReplay {
    /// Id of the replay.
    pub id: String,
    /// Spec of the game variant.
    pub game: String,
    /// Names of the players in seat order.
    pub seats: Vec<String>,
    /// Time at which the game ended, in seconds since 1970.
    pub ended: u64,
    /// True if the replay appears in the public list.
    pub listed: bool,
    /// Number of take-backs in the game.
    pub take_backs: u32,
    /// True if the game does not count for ratings, because of take-backs.
    pub unrated: bool,
    /// Players who dropped out before the end, with their places.
    pub dropouts: Vec<DroppedPlayerInfo>,
    /// Game record as text.
    pub record: String,
}

/// Future that resolves when a batch is durable or its write has failed.
pub type WriteReceipt = oneshot::Receiver<Result<(), StorageError>>;

/// Lookup key of a stored rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredRulesFileKey<'a> {
    /// Key is the hash of the file.
    Hash(&'a str),
    /// Key is the name that the file had when it was stored.
    Name(&'a str),
}

/// Read access to the stored rules files (templates and plug-ins). Cheap to clone.
#[derive(Clone)]
pub struct StoredRulesFiles(Arc<RulesFileLookup>);

type RulesFileLookup =
    dyn Fn(StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError> + Send + Sync;

impl StoredRulesFiles {
    /// Creates read access to the rules files of a storage.
    pub fn of(storage: Arc<dyn Storage>) -> StoredRulesFiles {
        StoredRulesFiles::new(move |key| storage.file(key))
    }

    pub(crate) fn new(
        find: impl Fn(StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError>
        + Send
        + Sync
        + 'static,
    ) -> StoredRulesFiles {
        StoredRulesFiles(Arc::new(find))
    }

    /// Returns the rules file with this key; `None` if it is not stored.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find(&self, key: StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError> {
        (self.0)(key)
    }
}

impl fmt::Debug for StoredRulesFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoredRulesFiles")
    }
}

/// Storage of tables and replays. All methods but [`append`](Storage::append) may block.
pub trait Storage: Send + Sync + 'static {
    /// Queues a batch to be written atomically. Does not block.
    fn append(&self, batch: TableEventBatch) -> WriteReceipt;

    /// Returns the events of a table in order; `None` if the table does not exist.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError>;

    /// Returns the ids of the tables to load after a restart.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn live(&self) -> Result<Vec<String>, StorageError>;

    /// Returns the replay with this id; `None` if it does not exist.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replay(&self, id: &str) -> Result<Option<StoredReplay>, StorageError>;

    /// Returns the newest listed replays, at most `limit`. Their records may be empty.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replays(&self, limit: usize) -> Result<Vec<StoredReplay>, StorageError>;

    /// Returns the rules file with this key; `None` if it is not stored.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn file(&self, key: StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError>;

    /// Writes dummy data as durably as a batch, to test whether the disk accepts writes.
    fn probe(&self) -> WriteReceipt;
}

/// Failed read or write. The reason is for the log, not for clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct StorageError {
    reason: String,
    /// True if the database file is damaged.
    is_damage: bool,
}

impl StorageError {
    /// Creates an error with this reason.
    pub fn new(reason: impl fmt::Display) -> StorageError {
        StorageError {
            reason: reason.to_string(),
            is_damage: false,
        }
    }

    /// Creates an error caused by a damaged database file.
    pub(crate) fn damage(reason: impl fmt::Display) -> StorageError {
        StorageError {
            is_damage: true,
            ..StorageError::new(reason)
        }
    }

    /// Adds the name of the database file to the reason, and advice if the file is damaged.
    pub(crate) fn at(self, file: &Path) -> StorageError {
        let advice = if self.is_damage {
            ": the file is damaged, or not a database of ludorum. Stop the server, move the \
                 file and its -wal and -shm files away, and restore a backup made by ludorum db \
                 backup; ludorum db check reports the damage"
        } else {
            ""
        };
        StorageError::new(format!("{}: {}{advice}", file.display(), self.reason))
    }
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => StorageError::damage(error),
            _ => StorageError::new(error),
        }
    }
}

//! Persistent storage behind one trait; the rest of the server does not depend on the database.
//!
//! A table is stored as the sequence of its events. A batch is written atomically, and a
//! [`WriteReceipt`] resolves once it survives a power loss.

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
use ludorum_protocol::table::DroppedPlayer;
use tokio::sync::oneshot;

/// Data of one table to be written atomically.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventBatch {
    /// Id of the table.
    pub table: String,
    /// Number of the first event. Writing a number twice is an error.
    pub first: u64,
    /// The events as JSON.
    pub events: Vec<String>,
    /// The replay, if a game ended with the last event.
    pub replay: Option<StoredReplay>,
    /// Files the events depend on, stored as long as the table.
    pub files: Vec<RulesFile>,
    /// Sets whether the table is loaded after a restart; unchanged if none.
    pub live: Option<bool>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReplay {
    /// Its id.
    pub id: String,
    /// The spec of the game.
    pub game: String,
    /// Player names in seat order.
    pub seats: Vec<String>,
    /// End time in seconds since 1970.
    pub ended: u64,
    /// True if it appears in the public list.
    pub listed: bool,
    /// Number of take-backs.
    pub take_backs: u32,
    /// True if take-backs exclude it from ratings.
    pub unrated: bool,
    /// Players who did not play to the end, with their places.
    pub dropouts: Vec<DroppedPlayer>,
    /// The record as text.
    pub record: String,
}

/// Resolves when a batch is durable or has failed.
pub type WriteReceipt = oneshot::Receiver<Result<(), StorageError>>;

/// Lookup key of a stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKey<'a> {
    /// Hash of the file.
    Hash(&'a str),
    /// Name of the file when it was stored.
    Name(&'a str),
}

/// Read access to stored game files. Cheap to clone.
#[derive(Clone)]
pub struct StoredFiles(Arc<FileLookup>);

type FileLookup = dyn Fn(FileKey<'_>) -> Result<Option<RulesFile>, StorageError> + Send + Sync;

impl StoredFiles {
    /// The stored files of a storage.
    pub fn of(storage: Arc<dyn Storage>) -> StoredFiles {
        StoredFiles::new(move |key| storage.file(key))
    }

    pub(crate) fn new(
        find: impl Fn(FileKey<'_>) -> Result<Option<RulesFile>, StorageError> + Send + Sync + 'static,
    ) -> StoredFiles {
        StoredFiles(Arc::new(find))
    }

    /// Finds a stored file.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find(&self, key: FileKey<'_>) -> Result<Option<RulesFile>, StorageError> {
        (self.0)(key)
    }
}

impl fmt::Debug for StoredFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoredFiles")
    }
}

/// Storage of tables and replays. All methods but [`append`](Storage::append) may block.
pub trait Storage: Send + Sync + 'static {
    /// Writes a batch atomically.
    fn append(&self, batch: EventBatch) -> WriteReceipt;

    /// The events of a table in order; none if the table does not exist.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError>;

    /// The ids of the tables to load after a restart.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn live(&self) -> Result<Vec<String>, StorageError>;

    /// A replay by its id.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replay(&self, id: &str) -> Result<Option<StoredReplay>, StorageError>;

    /// The newest listed replays, at most `limit`, without their records.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replays(&self, limit: usize) -> Result<Vec<StoredReplay>, StorageError>;

    /// A stored game file.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn file(&self, key: FileKey<'_>) -> Result<Option<RulesFile>, StorageError>;

    /// Writes dummy data as durably as a batch, to test the disk.
    fn probe(&self) -> WriteReceipt;
}

/// A failed read or write, for the log and not for clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct StorageError {
    reason: String,
    /// True if the database file itself is damaged.
    is_damage: bool,
}

impl StorageError {
    /// An error with a reason.
    pub fn new(reason: impl fmt::Display) -> StorageError {
        StorageError {
            reason: reason.to_string(),
            is_damage: false,
        }
    }

    /// An error caused by a damaged file.
    pub(crate) fn damage(reason: impl fmt::Display) -> StorageError {
        StorageError {
            is_damage: true,
            ..StorageError::new(reason)
        }
    }

    /// Adds the file name, and advice if the file is damaged.
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

//! What outlives the process, behind one trait. Nothing above it knows which database there is.
//!
//! A table is the list of its facts, in order. What is written together is kept together or not at
//! all, and whoever waits for a [`Receipt`] knows that it outlives even a loss of power.

mod files;
mod folder;
mod memory;
#[cfg(all(test, target_os = "linux"))]
mod power_loss;
mod schema;
mod sqlite;
mod writer;

pub use memory::Memory;
pub use sqlite::Sqlite;

use std::fmt;
use std::path::Path;

use std::sync::Arc;

use ludorum_core::SourceFile;
use ludorum_protocol::table::Dropout;
use tokio::sync::oneshot;

/// Everything to be written about a table at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The table.
    pub table: String,
    /// The number of the first fact. Writing a number a second time is an error.
    pub first: u64,
    /// The facts, as text.
    pub facts: Vec<String>,
    /// The game that ended with the last fact, if one did.
    pub replay: Option<Replay>,
    /// Files the facts rely on. They are kept for as long as the table.
    pub files: Vec<SourceFile>,
    /// Whether the table is to be live again after a restart; as it was if none.
    pub live: Option<bool>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Its address.
    pub id: String,
    /// The spec of the game.
    pub game: String,
    /// Who played, in seat order.
    pub seats: Vec<String>,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
    /// Whether it may be listed.
    pub listed: bool,
    /// How often moves were taken back in it.
    pub take_backs: u32,
    /// Whether it counts for no level, for what was taken back.
    pub unrated: bool,
    /// Those who did not play to the end, with their places.
    pub dropouts: Vec<Dropout>,
    /// The record.
    pub record: String,
}

/// Comes when a batch is durable, or could not be made so.
pub type Receipt = oneshot::Receiver<Result<(), StorageError>>;

/// What a kept file is looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKey<'a> {
    /// Its hash.
    Hash(&'a str),
    /// The name it was found by when it was kept.
    Name(&'a str),
}

/// A look at the files kept in a database. Cheap to clone.
#[derive(Clone)]
pub struct KeptFiles(Arc<Find>);

type Find = dyn Fn(FileKey<'_>) -> Result<Option<SourceFile>, StorageError> + Send + Sync;

impl KeptFiles {
    /// The files of a storage.
    pub fn of(storage: Arc<dyn Storage>) -> KeptFiles {
        KeptFiles::new(move |key| storage.file(key))
    }

    pub(crate) fn new(
        find: impl Fn(FileKey<'_>) -> Result<Option<SourceFile>, StorageError> + Send + Sync + 'static,
    ) -> KeptFiles {
        KeptFiles(Arc::new(find))
    }

    /// A file, if it is kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find(&self, key: FileKey<'_>) -> Result<Option<SourceFile>, StorageError> {
        (self.0)(key)
    }
}

impl fmt::Debug for KeptFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeptFiles")
    }
}

/// Where tables and replays are kept. All but [`append`](Storage::append) may block.
pub trait Storage: Send + Sync + 'static {
    /// Writes a batch, all or nothing.
    fn append(&self, batch: Batch) -> Receipt;

    /// The facts of a table in order; none if there is no such table.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError>;

    /// The tables that are live after a restart.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn live(&self) -> Result<Vec<String>, StorageError>;

    /// A replay by its address.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replay(&self, id: &str) -> Result<Option<Replay>, StorageError>;

    /// The listed replays, newest first, at most `limit`, without their records.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn replays(&self, limit: usize) -> Result<Vec<Replay>, StorageError>;

    /// A file that a table relies on.
    ///
    /// # Errors
    /// When the database cannot be read.
    fn file(&self, key: FileKey<'_>) -> Result<Option<SourceFile>, StorageError>;

    /// Writes something of no account, as durably as a batch, to find out whether that is possible.
    fn probe(&self) -> Receipt;
}

/// Why something could not be read or written. For the log, not for clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageError {
    reason: String,
    /// Whether the database file itself is damaged.
    is_damage: bool,
}

impl StorageError {
    /// An error with its reason.
    pub fn new(reason: impl fmt::Display) -> StorageError {
        StorageError {
            reason: reason.to_string(),
            is_damage: false,
        }
    }

    /// An error that is due to damage to the file.
    pub(crate) fn damage(reason: impl fmt::Display) -> StorageError {
        StorageError {
            is_damage: true,
            ..StorageError::new(reason)
        }
    }

    /// The same error with the file it is about, and what to do if that is damaged.
    pub(crate) fn at(self, file: &Path) -> StorageError {
        let advice = match self.is_damage {
            true => {
                ": the file is damaged, or not a database of ludorum. Stop the server, move the \
                 file and those of its name with -wal and -shm aside, and put a copy made by \
                 ludorum db backup in its place; ludorum db check says what is damaged"
            }
            false => "",
        };
        StorageError::new(format!("{}: {}{advice}", file.display(), self.reason))
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for StorageError {}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => StorageError::damage(error),
            _ => StorageError::new(error),
        }
    }
}

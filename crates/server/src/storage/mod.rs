//! What outlives the process, behind one trait. Nothing above it knows which database there is.
//!
//! A table is the list of its facts, in order. What is written together is kept together or not at
//! all, and whoever waits for a [`Receipt`] knows that it outlives even a loss of power.

mod memory;
mod schema;
mod sqlite;
mod writer;

pub use memory::Memory;
pub use sqlite::Sqlite;

use std::fmt;

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
}

/// Why something could not be read or written. For the log, not for clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageError(String);

impl StorageError {
    /// An error with its reason.
    pub fn new(reason: impl fmt::Display) -> StorageError {
        StorageError(reason.to_string())
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StorageError {}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        StorageError::new(error)
    }
}

//! Storage in one SQLite file with a write-ahead log.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ludorum_core::RulesFile;
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::folder::{DatabaseFolder, MissingDatabasePolicy, create_private};
use super::schema::{self, MIGRATIONS};
use super::writer::StorageWriter;
use super::{
    Storage, StorageError, StoredReplay, StoredRulesFileKey, StoredRulesFiles, TableEventBatch,
    WriteReceipt, files,
};

/// Storage in an SQLite file, with a writer thread and one connection for reads.
#[derive(Debug)]
pub struct SqliteStorage {
    writer: StorageWriter,
    /// Connection for reads; `None` once the database is closed.
    reader: Mutex<Option<Connection>>,
    file: PathBuf,
    /// Lock file of the folder, held until the database is closed or the process ends.
    lock: Mutex<Option<File>>,
}

/// SQLite pragmas that control durability and checkpoints.
#[derive(Clone, Copy, Debug)]
pub(super) struct SqlitePragmas {
    pub(super) synchronous: &'static str,
    pub(super) autocheckpoint: u32,
}

/// Pragmas of the server. With `full`, a commit is durable when it returns. Checkpoints are rare,
/// because they are the slowest step.
pub(super) const PRAGMAS: SqlitePragmas = SqlitePragmas {
    synchronous: "full",
    autocheckpoint: 8000,
};

impl SqliteStorage {
    /// Opens the database of a folder. Creates folder and database if they never existed.
    ///
    /// # Errors
    /// When the folder or file cannot be used, the schema is newer than this program, or the
    /// database that was in the folder is missing or empty.
    pub fn open(folder: &Path) -> Result<SqliteStorage, StorageError> {
        SqliteStorage::open_as(folder, MissingDatabasePolicy::CreateFirst, PRAGMAS)
    }

    /// Creates a new database in a folder whose database is missing or empty.
    ///
    /// # Errors
    /// When the folder or file cannot be used, or there is a database.
    pub fn create_new(folder: &Path) -> Result<SqliteStorage, StorageError> {
        SqliteStorage::open_as(folder, MissingDatabasePolicy::CreateAnother, PRAGMAS)
    }

    pub(super) fn open_as(
        folder: &Path,
        missing: MissingDatabasePolicy,
        pragmas: SqlitePragmas,
    ) -> Result<SqliteStorage, StorageError> {
        let folder = DatabaseFolder::new(folder);
        folder.make()?;
        let lock = folder.lock()?;
        folder.prepare(missing)?;
        let file = folder.file();
        let (writer, reader) = open_connections(&file, pragmas).map_err(|error| error.at(&file))?;
        folder.mark()?;
        Ok(SqliteStorage {
            writer: StorageWriter::start(writer, file.clone()),
            reader: Mutex::new(Some(reader)),
            file,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Writes all pending batches, merges the write-ahead log into the database file, so that a
    /// copy of this file is complete, and closes the database.
    pub fn close(&self) {
        let mut reader = self.reader.lock();
        reader.take();
        drop(reader);
        self.writer.close();
        let mut lock = self.lock.lock();
        lock.take();
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let reader = self.reader.lock();
        let reader = reader.as_ref();
        let reader = reader.ok_or_else(|| StorageError::new("the database is closed"))?;
        read(reader).map_err(|error| error.at(&self.file))
    }

    /// Copies the database of a folder to a new file. A server may use the database meanwhile.
    ///
    /// # Errors
    /// When the database cannot be read, or the new file exists or cannot be written.
    pub fn backup(folder: &Path, to: &Path) -> Result<(), StorageError> {
        if to.exists() {
            return Err(StorageError::new(format!(
                "{} already exists; choose another name",
                to.display()
            )));
        }
        let from = open_existing(folder)?;
        create_private(to).map_err(|error| StorageError::new(error).at(to))?;
        copy(&from, to).map_err(|error| {
            let _ = fs::remove_file(to);
            let error = StorageError::from(error);
            if error.is_damage {
                error.at(&DatabaseFolder::new(folder).file())
            } else {
                error.at(to)
            }
        })
    }

    /// Checks the database of a folder and returns one line per problem: damage to the file, tables
    /// refused by `table`, and records refused by `record`.
    ///
    /// # Errors
    /// When the database cannot be opened or read.
    pub fn check(
        folder: &Path,
        table: impl Fn(&StoredRulesFiles, &str, &[String]) -> Result<(), String>,
        record: impl Fn(&StoredRulesFiles, &str) -> Result<(), String>,
    ) -> Result<Vec<String>, StorageError> {
        let file = DatabaseFolder::new(folder).file();
        let connection = open_existing(folder)?;
        let problems = problems_in(connection, table, record);
        problems
            .map_err(|error| error.at(&file))
            .map(|(damage, problems)| {
                if damage.is_empty() {
                    problems
                } else {
                    let advice = StorageError::damage("the file is damaged").at(&file);
                    [advice.to_string()].into_iter().chain(damage).collect()
                }
            })
    }
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        self.close();
    }
}

/// Returns damage to the file and, if there is none, problems of tables and records.
fn problems_in(
    connection: Connection,
    table: impl Fn(&StoredRulesFiles, &str, &[String]) -> Result<(), String>,
    record: impl Fn(&StoredRulesFiles, &str) -> Result<(), String>,
) -> Result<(Vec<String>, Vec<String>), StorageError> {
    let mut damage = texts(&connection, "PRAGMA integrity_check")?;
    damage.retain(|line| line != "ok");
    if !damage.is_empty() {
        return Ok((damage, Vec::new()));
    }
    let connection = Arc::new(Mutex::new(connection));
    let kept = {
        let connection = Arc::clone(&connection);
        StoredRulesFiles::new(move |key| files::find(&connection.lock(), key))
    };
    let mut problems = Vec::new();
    let ids = texts(&connection.lock(), "SELECT id FROM tables ORDER BY id")?;
    for id in ids {
        let events = events_of(&connection.lock(), &id).map_err(|error| error.to_string());
        if let Err(problem) = events.and_then(|events| table(&kept, &id, &events)) {
            problems.push(format!("table {id}: {problem}"));
        }
    }
    let ids = texts(&connection.lock(), "SELECT id FROM replays ORDER BY id")?;
    for id in ids {
        let text: String = {
            let connection = connection.lock();
            let mut query =
                connection.prepare_cached("SELECT record FROM replays WHERE id = ?1")?;
            query.query_row([&id], |row| row.get(0))?
        };
        if let Err(problem) = record(&kept, &text) {
            problems.push(format!("replay {id}: {problem}"));
        }
    }
    Ok((Vec::new(), problems))
}

impl Storage for SqliteStorage {
    fn append(&self, batch: TableEventBatch) -> WriteReceipt {
        self.writer.append(batch)
    }

    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError> {
        let events = self.read(|connection| events_of(connection, table))?;
        Ok(Some(events).filter(|events| !events.is_empty()))
    }

    fn live(&self) -> Result<Vec<String>, StorageError> {
        self.read(|connection| texts(connection, "SELECT id FROM tables WHERE live ORDER BY id"))
    }

    fn replay(&self, id: &str) -> Result<Option<StoredReplay>, StorageError> {
        self.read(|connection| {
            let sql = "SELECT id, game, seats, ended, listed, record, take_backs, unrated, dropouts
                       FROM replays WHERE id = ?1";
            let mut query = connection.prepare_cached(sql)?;
            Ok(query.query_row([id], replay).optional()?)
        })
    }

    fn replays(&self, limit: usize) -> Result<Vec<StoredReplay>, StorageError> {
        self.read(|connection| {
            let sql = "SELECT id, game, seats, ended, listed, '', take_backs, unrated, dropouts
                       FROM replays WHERE listed ORDER BY ended DESC LIMIT ?1";
            let mut query = connection.prepare_cached(sql)?;
            let replays = query.query_map([limit as i64], replay)?;
            Ok(replays.collect::<Result<_, _>>()?)
        })
    }

    fn file(&self, key: StoredRulesFileKey<'_>) -> Result<Option<RulesFile>, StorageError> {
        self.read(|connection| files::find(connection, key))
    }

    fn probe(&self) -> WriteReceipt {
        self.writer.probe()
    }
}

fn copy(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    let mut copy = Connection::open(to)?;
    let backup = rusqlite::backup::Backup::new(from, &mut copy)?;
    backup.run_to_completion(1000, Duration::ZERO, None)
}

/// Opens the existing database of a folder read-only.
fn open_existing(folder: &Path) -> Result<Connection, StorageError> {
    let file = DatabaseFolder::new(folder).file();
    if !file.exists() {
        let reason = format!("there is no database at {}", file.display());
        return Err(StorageError::new(reason));
    }
    if fs::metadata(&file).is_ok_and(|about| about.len() == 0) {
        let reason = "the database is empty; restore a backup made by ludorum db backup";
        return Err(StorageError::new(reason).at(&file));
    }
    let connect = || {
        let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(BUSY)?;
        schema::steps_taken(&connection, MIGRATIONS.len())?;
        Ok(connection)
    };
    connect().map_err(|error: StorageError| error.at(&file))
}

/// Maximum time to wait for a locked database, for example during a backup.
const BUSY: Duration = Duration::from_secs(10);

/// Opens the writer and reader connections and migrates the schema.
fn open_connections(
    file: &Path,
    pragmas: SqlitePragmas,
) -> Result<(Connection, Connection), StorageError> {
    let mut writer = Connection::open(file)?;
    writer.busy_timeout(BUSY)?;
    writer.pragma_update(None, "journal_mode", "wal")?;
    writer.pragma_update(None, "synchronous", pragmas.synchronous)?;
    writer.pragma_update(None, "foreign_keys", true)?;
    writer.pragma_update(None, "wal_autocheckpoint", pragmas.autocheckpoint)?;
    schema::migrate(&mut writer, &MIGRATIONS)?;
    files::remove_unused(&writer)?;
    let reader = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    reader.busy_timeout(BUSY)?;
    Ok((writer, reader))
}

/// Returns the first column of all rows of a query.
fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>, StorageError> {
    let mut query = connection.prepare(sql)?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the events of a table in order. Fails if an event number is missing.
fn events_of(connection: &Connection, table: &str) -> Result<Vec<String>, StorageError> {
    let sql = "SELECT seq, fact FROM facts WHERE table_id = ?1 ORDER BY seq";
    let mut query = connection.prepare_cached(sql)?;
    let mut rows = query.query([table])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let next = events.len() as i64 + 1;
        if row.get::<_, i64>(0)? != next {
            return Err(StorageError::new(format!("event {next} is missing")));
        }
        events.push(row.get(1)?);
    }
    Ok(events)
}

fn replay(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredReplay> {
    let seats: String = row.get(2)?;
    Ok(StoredReplay {
        id: row.get(0)?,
        game: row.get(1)?,
        seats: seats.split('\n').map(str::to_owned).collect(),
        ended: row.get::<_, i64>(3)?.unsigned_abs(),
        listed: row.get(4)?,
        record: row.get(5)?,
        take_backs: row.get(6)?,
        unrated: row.get(7)?,
        // An unreadable value counts as no dropouts.
        dropouts: serde_json::from_str(&row.get::<_, String>(8)?).unwrap_or_default(),
    })
}

/// Writes a batch within the open transaction.
pub(super) fn write(connection: &Connection, batch: &TableEventBatch) -> rusqlite::Result<()> {
    if batch.live.is_some() || batch.first == 1 {
        let sql = "INSERT INTO tables (id, live) VALUES (?1, ?2)
                   ON CONFLICT (id) DO UPDATE SET live = ?2";
        let live = batch.live.unwrap_or(true);
        let mut query = connection.prepare_cached(sql)?;
        query.execute(params![batch.table, live])?;
    }
    files::keep(connection, &batch.table, &batch.files)?;
    let sql = "INSERT INTO facts (table_id, seq, fact) VALUES (?1, ?2, ?3)";
    let mut query = connection.prepare_cached(sql)?;
    for (seq, event) in (batch.first..).zip(&batch.events) {
        query.execute(params![batch.table, seq as i64, event])?;
    }
    if let Some(replay) = &batch.replay {
        let sql = "INSERT INTO replays (id, table_id, game, seats, ended, listed, record,
                                        take_backs, unrated, dropouts)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let mut query = connection.prepare_cached(sql)?;
        query.execute(params![
            replay.id,
            batch.table,
            replay.game,
            replay.seats.join("\n"),
            replay.ended as i64,
            replay.listed,
            replay.record,
            replay.take_backs,
            replay.unrated,
            serde_json::to_string(&replay.dropouts).unwrap_or_else(|_| "[]".to_owned()),
        ])?;
    }
    Ok(())
}

//! Storage in one SQLite file with a write-ahead log.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludorum_core::SourceFile;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::folder::{Absence, Folder, create_private};
use super::schema::{self, MIGRATIONS};
use super::writer::Writer;
use super::{Batch, FileKey, KeptFiles, Receipt, Replay, Storage, StorageError, files};

/// A database file.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    /// None once the database is closed.
    reader: Mutex<Option<Connection>>,
    file: PathBuf,
    /// Held until the database is closed, and let go by the system if the process dies.
    lock: Mutex<Option<File>>,
}

/// The pragmas that decide what outlives a loss of power, and how often the log is copied back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pragmas {
    pub(super) synchronous: &'static str,
    pub(super) autocheckpoint: u32,
}

/// With `full`, every commit is on the disk when it returns. Copying the log back into the file is the
/// one slow thing the writer does, so it is done seldom.
pub(super) const PRAGMAS: Pragmas = Pragmas {
    synchronous: "full",
    autocheckpoint: 8000,
};

impl Sqlite {
    /// Opens the database of a folder, making both if they are not there and never were.
    ///
    /// # Errors
    /// When the folder or file cannot be used, a newer program has changed its schema, or the
    /// database that was in the folder is missing or empty.
    pub fn open(folder: &Path) -> Result<Sqlite, StorageError> {
        Sqlite::open_as(folder, Absence::BeginsFirst, PRAGMAS)
    }

    /// Begins another database in a folder whose database is missing or empty.
    ///
    /// # Errors
    /// When the folder or file cannot be used, or there is a database.
    pub fn begin_another(folder: &Path) -> Result<Sqlite, StorageError> {
        Sqlite::open_as(folder, Absence::BeginsAnother, PRAGMAS)
    }

    pub(super) fn open_as(
        folder: &Path,
        absence: Absence,
        pragmas: Pragmas,
    ) -> Result<Sqlite, StorageError> {
        let folder = Folder::new(folder);
        folder.make()?;
        let lock = folder.lock()?;
        folder.prepare(absence)?;
        let file = folder.file();
        let (writer, reader) = connected(&file, pragmas).map_err(|error| error.at(&file))?;
        folder.mark()?;
        Ok(Sqlite {
            writer: Writer::start(writer, file.clone()),
            reader: Mutex::new(Some(reader)),
            file,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Writes what is still to be written and puts everything into the one file, so that a copy of it is
    /// whole. Nothing can be read or written from then on.
    pub fn close(&self) {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.take();
        drop(reader);
        self.writer.close();
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        lock.take();
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = reader.as_ref();
        let reader = reader.ok_or_else(|| StorageError::new("the database is closed"))?;
        read(reader).map_err(|error| error.at(&self.file))
    }

    /// Copies the database of a folder into a new file, while a server may be using it.
    ///
    /// # Errors
    /// When one cannot be read or the other not be written.
    pub fn backup(folder: &Path, to: &Path) -> Result<(), StorageError> {
        if to.exists() {
            return Err(StorageError::new(format!(
                "{} is there already; choose another name",
                to.display()
            )));
        }
        let from = open_existing(folder)?;
        create_private(to).map_err(|error| StorageError::new(error).at(to))?;
        copy(&from, to).map_err(|error| {
            // Half a copy is worse than none.
            let _ = fs::remove_file(to);
            let error = StorageError::from(error);
            match error.is_damage {
                true => error.at(&Folder::new(folder).file()),
                false => error.at(to),
            }
        })
    }

    /// What is wrong with the database of a folder, each as a line: damage to the file, tables
    /// that `table` finds fault with, and records that `record` does.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn check(
        folder: &Path,
        table: impl Fn(&KeptFiles, &str, &[String]) -> Result<(), String>,
        record: impl Fn(&KeptFiles, &str) -> Result<(), String>,
    ) -> Result<Vec<String>, StorageError> {
        let file = Folder::new(folder).file();
        let connection = open_existing(folder)?;
        let problems = problems_in(connection, table, record);
        problems
            .map_err(|error| error.at(&file))
            .map(|(damage, problems)| match damage.is_empty() {
                true => problems,
                false => {
                    let advice = StorageError::damage("the file is damaged").at(&file);
                    [advice.to_string()].into_iter().chain(damage).collect()
                }
            })
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

/// Damage to the file, or else what is wrong with tables and records.
fn problems_in(
    connection: Connection,
    table: impl Fn(&KeptFiles, &str, &[String]) -> Result<(), String>,
    record: impl Fn(&KeptFiles, &str) -> Result<(), String>,
) -> Result<(Vec<String>, Vec<String>), StorageError> {
    let mut damage = texts(&connection, "PRAGMA integrity_check")?;
    damage.retain(|line| line != "ok");
    if !damage.is_empty() {
        return Ok((damage, Vec::new()));
    }
    let connection = Arc::new(Mutex::new(connection));
    let kept = {
        let connection = Arc::clone(&connection);
        KeptFiles::new(move |key| files::find(&locked(&connection), key))
    };
    let mut problems = Vec::new();
    let ids = texts(&locked(&connection), "SELECT id FROM tables ORDER BY id")?;
    for id in ids {
        let facts = facts_of(&locked(&connection), &id).map_err(|error| error.to_string());
        if let Err(problem) = facts.and_then(|facts| table(&kept, &id, &facts)) {
            problems.push(format!("table {id}: {problem}"));
        }
    }
    let ids = texts(&locked(&connection), "SELECT id FROM replays ORDER BY id")?;
    for id in ids {
        let text: String = {
            let connection = locked(&connection);
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

fn locked(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Storage for Sqlite {
    fn append(&self, batch: Batch) -> Receipt {
        self.writer.append(batch)
    }

    fn load(&self, table: &str) -> Result<Option<Vec<String>>, StorageError> {
        let facts = self.read(|connection| facts_of(connection, table))?;
        Ok(Some(facts).filter(|facts| !facts.is_empty()))
    }

    fn live(&self) -> Result<Vec<String>, StorageError> {
        self.read(|connection| texts(connection, "SELECT id FROM tables WHERE live ORDER BY id"))
    }

    fn replay(&self, id: &str) -> Result<Option<Replay>, StorageError> {
        self.read(|connection| {
            let sql = "SELECT id, game, seats, ended, listed, record, take_backs, unrated, dropouts
                       FROM replays WHERE id = ?1";
            let mut query = connection.prepare_cached(sql)?;
            Ok(query.query_row([id], replay).optional()?)
        })
    }

    fn replays(&self, limit: usize) -> Result<Vec<Replay>, StorageError> {
        self.read(|connection| {
            let sql = "SELECT id, game, seats, ended, listed, '', take_backs, unrated, dropouts
                       FROM replays WHERE listed ORDER BY ended DESC LIMIT ?1";
            let mut query = connection.prepare_cached(sql)?;
            let replays = query.query_map([limit as i64], replay)?;
            Ok(replays.collect::<Result<_, _>>()?)
        })
    }

    fn file(&self, key: FileKey<'_>) -> Result<Option<SourceFile>, StorageError> {
        self.read(|connection| files::find(connection, key))
    }

    fn probe(&self) -> Receipt {
        self.writer.probe()
    }
}

fn copy(from: &Connection, to: &Path) -> rusqlite::Result<()> {
    let mut copy = Connection::open(to)?;
    let backup = rusqlite::backup::Backup::new(from, &mut copy)?;
    backup.run_to_completion(1000, Duration::ZERO, None)
}

/// The database of a folder, to be read only.
fn open_existing(folder: &Path) -> Result<Connection, StorageError> {
    let file = Folder::new(folder).file();
    if !file.exists() {
        let reason = format!("there is no database at {}", file.display());
        return Err(StorageError::new(reason));
    }
    if fs::metadata(&file).is_ok_and(|about| about.len() == 0) {
        let reason = "the database is empty; put a copy made by ludorum db backup in its place";
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

/// How long another program, such as one that makes a copy, is waited for.
const BUSY: Duration = Duration::from_secs(10);

/// The connections to write and to read through, to a database of today's schema.
fn connected(file: &Path, pragmas: Pragmas) -> Result<(Connection, Connection), StorageError> {
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

/// The first column of all rows.
fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>, StorageError> {
    let mut query = connection.prepare(sql)?;
    let rows = query.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The facts of a table, which must be there from the first on without a gap.
fn facts_of(connection: &Connection, table: &str) -> Result<Vec<String>, StorageError> {
    let sql = "SELECT seq, fact FROM facts WHERE table_id = ?1 ORDER BY seq";
    let mut query = connection.prepare_cached(sql)?;
    let mut rows = query.query([table])?;
    let mut facts = Vec::new();
    while let Some(row) = rows.next()? {
        let next = facts.len() as i64 + 1;
        if row.get::<_, i64>(0)? != next {
            return Err(StorageError::new(format!("fact {next} is missing")));
        }
        facts.push(row.get(1)?);
    }
    Ok(facts)
}

fn replay(row: &rusqlite::Row<'_>) -> rusqlite::Result<Replay> {
    let seats: String = row.get(2)?;
    Ok(Replay {
        id: row.get(0)?,
        game: row.get(1)?,
        seats: seats.split('\n').map(str::to_owned).collect(),
        ended: row.get::<_, i64>(3)?.unsigned_abs(),
        listed: row.get(4)?,
        record: row.get(5)?,
        take_backs: row.get(6)?,
        unrated: row.get(7)?,
        // A column of another program is read as that nobody left.
        dropouts: serde_json::from_str(&row.get::<_, String>(8)?).unwrap_or_default(),
    })
}

/// Writes a batch as part of the transaction that is open.
pub(super) fn write(connection: &Connection, batch: &Batch) -> rusqlite::Result<()> {
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
    for (seq, fact) in (batch.first..).zip(&batch.facts) {
        query.execute(params![batch.table, seq as i64, fact])?;
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

//! Storage in one SQLite file with a write-ahead log.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::schema::{self, MIGRATIONS};
use super::writer::Writer;
use super::{Batch, Receipt, Replay, Storage, StorageError};

/// A database file.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    reader: Mutex<Connection>,
    /// Held for as long as the folder is in use, and let go by the system if the process dies.
    _lock: File,
}

impl Sqlite {
    /// Opens the database of a folder, making both if they are not there.
    ///
    /// # Errors
    /// When the folder or file cannot be used, or a newer program has changed its schema.
    pub fn open(folder: &Path) -> Result<Sqlite, StorageError> {
        let file = file_in(folder);
        std::fs::create_dir_all(folder)
            .map_err(|error| StorageError::new(format!("{}: {error}", folder.display())))?;
        let lock = lock(folder)?;
        let mut connection = connect(&file, OpenFlags::default())?;
        schema::migrate(&mut connection, &MIGRATIONS)?;
        let reader = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        Ok(Sqlite {
            writer: Writer::start(connection),
            reader: Mutex::new(reader),
            _lock: lock,
        })
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        read(&reader)
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
        let mut copy = Connection::open(to)?;
        let backup = rusqlite::backup::Backup::new(&from, &mut copy)?;
        backup.run_to_completion(1000, Duration::ZERO, None)?;
        Ok(())
    }

    /// What is wrong with the database of a folder, each as a line: damage to the file, tables
    /// that `table` finds fault with, and records that `record` does.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn check(
        folder: &Path,
        table: impl Fn(&str, &[String]) -> Result<(), String>,
        record: impl Fn(&str) -> Result<(), String>,
    ) -> Result<Vec<String>, StorageError> {
        let connection = open_existing(folder)?;
        let mut problems = texts(&connection, "PRAGMA integrity_check")?;
        problems.retain(|line| line != "ok");
        if !problems.is_empty() {
            return Ok(problems);
        }
        for id in texts(&connection, "SELECT id FROM tables ORDER BY id")? {
            let facts = facts_of(&connection, &id).map_err(|error| error.to_string());
            if let Err(problem) = facts.and_then(|facts| table(&id, &facts)) {
                problems.push(format!("table {id}: {problem}"));
            }
        }
        let mut query = connection.prepare("SELECT record FROM replays WHERE id = ?1")?;
        for id in texts(&connection, "SELECT id FROM replays ORDER BY id")? {
            let text: String = query.query_row([&id], |row| row.get(0))?;
            if let Err(problem) = record(&text) {
                problems.push(format!("replay {id}: {problem}"));
            }
        }
        Ok(problems)
    }
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
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("ludorum.sqlite")
}

/// How long a folder may still be held by what a server that was killed had just begun to start: until
/// it is another program, it holds what the server held.
const LINGERING: Duration = Duration::from_secs(2);

/// Two servers with the same tables would each believe to be the only judge.
fn lock(folder: &Path) -> Result<File, StorageError> {
    let path = folder.join("lock");
    let error = |reason: String| StorageError::new(format!("{}: {reason}", path.display()));
    let file = File::create(&path).map_err(|reason| error(reason.to_string()))?;
    let began = Instant::now();
    while file.try_lock().is_err() {
        if began.elapsed() > LINGERING {
            return Err(error("another server uses this folder".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(file)
}

fn open_existing(folder: &Path) -> Result<Connection, StorageError> {
    let file = file_in(folder);
    if !file.exists() {
        let reason = format!("there is no database at {}", file.display());
        return Err(StorageError::new(reason));
    }
    let connection = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    schema::steps_taken(&connection, MIGRATIONS.len())?;
    Ok(connection)
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StorageError> {
    let error = |error| StorageError::new(format!("{}: {error}", file.display()));
    let connection = Connection::open_with_flags(file, flags).map_err(error)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    if !flags.contains(OpenFlags::SQLITE_OPEN_READ_ONLY) {
        connection.pragma_update(None, "journal_mode", "wal")?;
        // In this mode every commit is on the disk when it returns.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Copying the log back into the file is the one slow thing the writer does: do it seldom.
        connection.pragma_update(None, "wal_autocheckpoint", 8000)?;
    }
    Ok(connection)
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

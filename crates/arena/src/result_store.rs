//! Store of a run's results: games are on disk before they count.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::atomic_file::write_atomically_with;
use crate::journal::{JournalError, RunJournal};
use crate::stored_run::StoredRun;
use crate::{GameResult, GameSet, MergeError, RunLock, RunReport};

/// Store of a run's results. Takes games in any order, each once, and keeps them on disk, not in
/// memory.
#[derive(Debug)]
pub struct ResultStore {
    known: GameSet,
    journal: RunJournal,
    path: PathBuf,
    stored: StoredRun,
    /// Released when the store is dropped.
    lock: Option<RunLock>,
}

impl ResultStore {
    /// Creates a store in a temporary file that is removed at the end, with the games played
    /// before. For reports that are not written to a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn temporary(
        head: &RunReport,
        before: Option<&StoredRun>,
        done: GameSet,
    ) -> Result<ResultStore, ResultStoreError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludorum-{}-{number}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let path = journal_path(&file);
        let refuse = |error: io::Error| ResultStoreError::write(&path, &error);
        let mut journal = RunJournal::begin(&path, head)
            .map_err(refuse)?
            .without_sync();
        if let Some(before) = before {
            before.games(|game| {
                let appended = journal.append(std::iter::once(&game));
                appended.map_err(|error| ResultStoreError::write(&path, &error))
            })?;
        }
        Ok(ResultStore {
            known: done,
            journal,
            path,
            stored: StoredRun::journal_only(&file, head.clone()),
            lock: None,
        })
    }

    /// Creates a store in the journal of the locked report file, with the games played before,
    /// which `so_far` sums up.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn in_file(
        head: &RunReport,
        so_far: &RunReport,
        before: Option<&StoredRun>,
        done: GameSet,
        lock: RunLock,
    ) -> Result<ResultStore, ResultStoreError> {
        let file = lock.file();
        let before = before.filter(|_| !done.is_empty());
        // The report must contain the games of the old journal before it is replaced.
        if let Some(before) = before {
            write_atomically_with(file, |out| before.write(so_far, out, |_| true))
                .map_err(|error| ResultStoreError::write(file, &error))?;
        }
        let path = journal_path(file);
        let journal = RunJournal::begin(&path, head);
        let journal = journal.map_err(|error| ResultStoreError::write(&path, &error))?;
        let stored = match before {
            Some(_) => StoredRun::open(file)?,
            None => StoredRun::journal_only(file, head.clone()),
        };
        Ok(ResultStore {
            known: done,
            journal,
            path,
            stored,
            lock: Some(lock),
        })
    }

    /// Numbers of the stored games.
    pub fn known(&self) -> &GameSet {
        &self.known
    }

    /// Adds games, syncs them to disk and returns the new ones.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add<'a>(
        &mut self,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Result<Vec<&'a GameResult>, ResultStoreError> {
        let new: Vec<&GameResult> = games
            .filter(|result| self.known.insert(result.game))
            .collect();
        if !new.is_empty() {
            let appended = self.journal.append(new.iter().copied());
            appended.map_err(|error| ResultStoreError::write(&self.path, &error))?;
        }
        Ok(new)
    }

    /// Writes a report with the games that `is_kept` accepts, in order.
    ///
    /// # Errors
    /// If it cannot be written, or the games cannot be read.
    pub fn write(
        &self,
        report: &RunReport,
        out: &mut dyn Write,
        is_kept: impl Fn(u64) -> bool,
    ) -> io::Result<()> {
        self.stored.write(report, out, is_kept)
    }

    /// Removes the journal after the report was written.
    pub fn close(self) {
        // A journal left behind does no harm: its games are in the report.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Drop for ResultStore {
    fn drop(&mut self) {
        if self.lock.is_none() {
            // Temporary: nothing refers to it.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Path of the journal of a report file.
pub fn journal_path(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// Error of storing or reading results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultStoreError {
    /// A file cannot be written.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, String),
    /// Another process writes the file; its id, if known.
    #[error(
        "{} is being written by another run{}; wait for its end or stop it, or name another file",
        .0.display(), .1.map_or(String::new(), |id| format!(", process {id}"))
    )]
    Locked(PathBuf, Option<u32>),
    /// A file cannot be read.
    #[error("cannot read {}: {}; name a report written with --json", .0.display(), .1)]
    Read(PathBuf, String),
    /// A journal cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Journal(PathBuf, JournalError),
    /// The journal is empty.
    #[error(
        "{} is empty: the run was killed before its first game; start it again with --json instead \
         of --resume",
        .0.display()
    )]
    Empty(PathBuf),
    /// A file is not a report.
    #[error(
        "{} is not the report of a match, or damaged: {}; name a report written with --json, or \
         restore it from a copy",
        .0.display(), .1
    )]
    NotAReport(PathBuf, String),
    /// A report and its journal are of different runs.
    #[error("{} and its journal: {}", .0.display(), .1)]
    MixedRuns(PathBuf, MergeError),
    /// A file is the record of another game.
    #[error(
        "{} is the record of another match; choose another folder for --record",
        .0.display()
    )]
    RecordConflict(PathBuf),
}

impl ResultStoreError {
    pub(crate) fn write(path: &Path, error: &io::Error) -> ResultStoreError {
        ResultStoreError::Write(path.to_owned(), error.to_string())
    }
}

impl From<ResultStoreError> for io::Error {
    fn from(error: ResultStoreError) -> io::Error {
        io::Error::other(error)
    }
}

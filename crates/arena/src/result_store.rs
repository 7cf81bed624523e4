//! Store of a run's game results: games are written to disk before they are counted.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::atomic_file::write_atomically_with;
use crate::journal::{JournalError, RunJournal};
use crate::stored_run::StoredRun;
use crate::{GameIndexSet, GameResult, MergeError, RunLock, RunReport};

/// Store of a run's game results on disk. Accepts games in any order and ignores duplicates.
#[derive(Debug)]
pub struct ResultStore {
    known: GameIndexSet,
    journal: RunJournal,
    path: PathBuf,
    stored: StoredRun,
    /// Lock on the report file, held until the store is dropped; `None` for a temporary store.
    lock: Option<RunLock>,
}

impl ResultStore {
    /// Creates a store in a temporary file, for runs without a report file. Copies the games of the
    /// earlier run `before`; `done` holds the indices of these games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn temporary(
        head: &RunReport,
        before: Option<&StoredRun>,
        done: GameIndexSet,
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

    /// Creates a store in the journal next to a locked report file. Starts with the games of the
    /// earlier run `before`, whose indices are `done` and whose report is `so_far`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn in_file(
        head: &RunReport,
        so_far: &RunReport,
        before: Option<&StoredRun>,
        done: GameIndexSet,
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

    /// Indices of the games in the store.
    pub fn known(&self) -> &GameIndexSet {
        &self.known
    }

    /// Appends games and syncs them to disk. Returns the games that were not stored before.
    ///
    /// # Errors
    /// If the file cannot be written.
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

    /// Writes a report to `out`, followed by the stored games whose index `is_kept` accepts, sorted
    /// by index.
    ///
    /// # Errors
    /// If the report cannot be written, or the stored games cannot be read.
    pub fn write(
        &self,
        report: &RunReport,
        out: &mut dyn Write,
        is_kept: impl Fn(u64) -> bool,
    ) -> io::Result<()> {
        self.stored.write(report, out, is_kept)
    }

    /// Deletes the journal file of the store; for use after the report was written.
    pub fn close(self) {
        // A journal left behind does no harm: its games are in the report.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Drop for ResultStore {
    fn drop(&mut self) {
        if self.lock.is_none() {
            // A temporary journal is not referred to by any report.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Path of the journal that belongs to a report file.
pub fn journal_path(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// Error when storing or reading the results of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultStoreError {
    /// A file cannot be written; holds its path and the system's error message.
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, String),
    /// Another process is writing the results file; holds the file's path and the id of the
    /// process, or `None` if it is unknown.
    #[error(
        "{} is being written by another run{}; wait for its end or stop it, or name another file",
        .0.display(), .1.map_or(String::new(), |id| format!(", process {id}"))
    )]
    Locked(PathBuf, Option<u32>),
    /// A file cannot be read; holds its path and the system's error message.
    #[error("cannot read {}: {}; name a report written with --json", .0.display(), .1)]
    Read(PathBuf, String),
    /// A journal cannot be read; holds its path and the error.
    #[error("{}: {}", .0.display(), .1)]
    Journal(PathBuf, JournalError),
    /// The journal holds no complete line, as the run was killed before its first game; holds its
    /// path.
    #[error(
        "{} is empty: the run was killed before its first game; start it again with --json instead \
         of --resume",
        .0.display()
    )]
    Empty(PathBuf),
    /// The file is not a report; holds its path and the parse error.
    #[error(
        "{} is not the report of a match, or damaged: {}; name a report written with --json, or \
         restore it from a copy",
        .0.display(), .1
    )]
    NotAReport(PathBuf, String),
    /// A report and its journal belong to different runs; holds the report's path and the
    /// difference.
    #[error("{} and its journal: {}", .0.display(), .1)]
    MixedRuns(PathBuf, MergeError),
    /// A file in the folder for game records belongs to another run; holds its path.
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

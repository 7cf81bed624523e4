//! Keeps the games played so far on the disk before they count.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::journal::{Journal, JournalError};
use crate::stored::Stored;
use crate::whole::write_whole_with;
use crate::{Claim, GameResult, GameSet, MergeError, Report};

/// The games of a run as they come, in any order, each once. They are on the disk and not in memory.
#[derive(Debug)]
pub struct Keeper {
    known: GameSet,
    journal: Journal,
    path: PathBuf,
    stored: Stored,
    /// Given back when the run is over, or the process.
    claim: Option<Claim>,
}

impl Keeper {
    /// Keeps games in a file that is removed at the end, beginning with those played before: for
    /// reports that go elsewhere than into a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn temporary(
        head: &Report,
        before: Option<&Stored>,
        done: GameSet,
    ) -> Result<Keeper, KeepError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludorum-{}-{number}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let path = journal_of(&file);
        let refuse = |error: io::Error| KeepError::write(&path, &error);
        let mut journal = Journal::begin(&path, head).map_err(refuse)?.not_durable();
        if let Some(before) = before {
            before.games(|game| {
                let appended = journal.append(std::iter::once(&game));
                appended.map_err(|error| KeepError::write(&path, &error))
            })?;
        }
        Ok(Keeper {
            known: done,
            journal,
            path,
            stored: Stored::journal_only(&file, head.clone()),
            claim: None,
        })
    }

    /// Keeps games in the journal of a report that was claimed before they were read, beginning with
    /// those played before, which `so_far` sums up.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn in_file(
        head: &Report,
        so_far: &Report,
        before: Option<&Stored>,
        done: GameSet,
        claim: Claim,
    ) -> Result<Keeper, KeepError> {
        let file = claim.file();
        let before = before.filter(|_| !done.is_empty());
        // What was in an old journal is in the report before the journal begins anew.
        if let Some(before) = before {
            write_whole_with(file, |out| before.write(so_far, out, |_| true))
                .map_err(|error| KeepError::write(file, &error))?;
        }
        let path = journal_of(file);
        let journal = Journal::begin(&path, head);
        let journal = journal.map_err(|error| KeepError::write(&path, &error))?;
        let stored = match before {
            Some(_) => Stored::open(file)?,
            None => Stored::journal_only(file, head.clone()),
        };
        Ok(Keeper {
            known: done,
            journal,
            path,
            stored,
            claim: Some(claim),
        })
    }

    /// The games that are kept.
    pub fn known(&self) -> &GameSet {
        &self.known
    }

    /// Adds games, and waits until they are on the disk; returns those that were not known.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add<'a>(
        &mut self,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Result<Vec<&'a GameResult>, KeepError> {
        let new: Vec<&GameResult> = games
            .filter(|result| self.known.insert(result.game))
            .collect();
        if !new.is_empty() {
            let appended = self.journal.append(new.iter().copied());
            appended.map_err(|error| KeepError::write(&self.path, &error))?;
        }
        Ok(new)
    }

    /// Writes a report with those of the games that `is_kept` wants, in order.
    ///
    /// # Errors
    /// When it cannot be written, or the games not be read again.
    pub fn write(
        &self,
        report: &Report,
        out: &mut dyn Write,
        is_kept: impl Fn(u64) -> bool,
    ) -> io::Result<()> {
        self.stored.write(report, out, is_kept)
    }

    /// The report is where it belongs: the journal is not needed any more.
    pub fn close(self) {
        // If it stays, its games are found to be in the report already.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if self.claim.is_none() {
            // Nobody would ever look for it.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The journal that belongs to a report.
pub fn journal_of(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// Why games cannot be kept, or those kept not be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepError {
    /// A file cannot be written.
    Write(PathBuf, String),
    /// Another process writes the file; which, if it is known.
    Claimed(PathBuf, Option<u32>),
    /// A file cannot be read.
    Read(PathBuf, String),
    /// A journal cannot be read.
    Journal(PathBuf, JournalError),
    /// There is a journal, but nothing in it.
    Empty(PathBuf),
    /// A file is something else.
    NoReport(PathBuf, String),
    /// A report and its journal do not belong together.
    TwoRuns(PathBuf, MergeError),
    /// The record of another game is in the way.
    OtherRecord(PathBuf),
}

impl KeepError {
    pub(crate) fn write(path: &Path, error: &io::Error) -> KeepError {
        KeepError::Write(path.to_owned(), error.to_string())
    }
}

impl From<KeepError> for io::Error {
    fn from(error: KeepError) -> io::Error {
        io::Error::other(error)
    }
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeepError::Write(path, why) => write!(f, "cannot write {}: {why}", path.display()),
            KeepError::Claimed(path, process) => {
                let path = path.display();
                write!(f, "{path} is being written by another run")?;
                if let Some(process) = process {
                    write!(f, ", process {process}")?;
                }
                f.write_str("; wait for its end or stop it, or name another file")
            }
            KeepError::Read(path, why) => write!(
                f,
                "cannot read {}: {why}; name a report written with --json",
                path.display()
            ),
            KeepError::Journal(path, why) => write!(f, "{}: {why}", path.display()),
            KeepError::Empty(path) => write!(
                f,
                "{} is empty: the run was killed before its first game; start it anew, with --json \
                 in place of --resume",
                path.display()
            ),
            KeepError::NoReport(path, why) => write!(
                f,
                "{} is not the report of a match, or damaged: {why}; name a report written with \
                 --json, or put it back from a copy",
                path.display()
            ),
            KeepError::TwoRuns(path, why) => {
                write!(f, "{} and its journal: {why}", path.display())
            }
            KeepError::OtherRecord(path) => write!(
                f,
                "{} is the record of another match; choose another folder for --record",
                path.display()
            ),
        }
    }
}

impl std::error::Error for KeepError {}

//! Keeps the games played so far: in memory, and on the disk before they count.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::journal::{Journal, JournalError, read_journal};
use crate::whole::{document, write_whole};
use crate::{Claim, GameResult, MergeError, Report};

/// The games of a run as they come, in any order, each once.
#[derive(Debug)]
pub struct Keeper {
    head: Report,
    games: Vec<GameResult>,
    known: HashSet<u64>,
    file: Option<Kept>,
}

/// Where games are kept.
#[derive(Debug)]
struct Kept {
    journal: Journal,
    path: PathBuf,
    /// Given back when the run is over, or the process.
    _claim: Claim,
}

impl Keeper {
    /// Keeps games in memory only, beginning with those played before.
    pub fn in_memory(head: Report, games: Vec<GameResult>) -> Keeper {
        Keeper {
            head,
            known: games.iter().map(|result| result.game).collect(),
            games,
            file: None,
        }
    }

    /// Keeps games in the journal of a report that was claimed before they were read, beginning with
    /// those played before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn in_file(
        head: Report,
        games: Vec<GameResult>,
        claim: Claim,
    ) -> Result<Keeper, KeepError> {
        let report = claim.file();
        let mut keeper = Keeper::in_memory(head, games);
        // What was in an old journal is in the report before the journal begins anew.
        if !keeper.games.is_empty() {
            write_whole(report, &keeper.report().to_json())
                .map_err(|error| KeepError::write(report, &error))?;
        }
        let path = journal_of(report);
        let journal = Journal::begin(&path, &keeper.head);
        let journal = journal.map_err(|error| KeepError::write(&path, &error))?;
        keeper.file = Some(Kept {
            journal,
            path,
            _claim: claim,
        });
        Ok(keeper)
    }

    /// The number of games kept.
    pub fn count(&self) -> u64 {
        self.games.len() as u64
    }

    /// Adds games, and waits until they are on the disk. Of a game that is known nothing is kept.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add<'a>(
        &mut self,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Result<(), KeepError> {
        let new: Vec<GameResult> = games
            .filter(|result| self.known.insert(result.game))
            .cloned()
            .collect();
        if let Some(kept) = &mut self.file
            && !new.is_empty()
        {
            let appended = kept.journal.append(new.iter());
            appended.map_err(|error| KeepError::write(&kept.path, &error))?;
        }
        self.games.extend(new);
        Ok(())
    }

    /// The report of all games, in order.
    pub fn report(&mut self) -> Report {
        self.games.sort_by_key(|game| game.game);
        self.head.clone().with_games(self.games.clone())
    }

    /// The report is on the disk: the journal is not needed any more.
    pub fn close(self) {
        // If it stays, its games are found to be in the report already.
        if let Some(kept) = self.file {
            let _ = kept.journal.remove();
        }
    }
}

impl Report {
    /// The report as it is written to files.
    pub fn to_json(&self) -> Vec<u8> {
        document(self)
    }
}

/// The journal that belongs to a report.
pub fn journal_of(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// A report with the games of its journal, whichever of the two there is.
///
/// # Errors
/// When there is neither, one cannot be read, or they are of two runs.
pub fn read_results(file: &Path) -> Result<Report, KeepError> {
    let journal = journal_of(file);
    let kept = match read_journal(&journal) {
        Ok(kept) => kept,
        Err(JournalError::Missing) => None,
        Err(error) => return Err(KeepError::Journal(journal, error)),
    };
    match (kept, file.exists()) {
        (None, false) if journal.exists() => Err(KeepError::Empty(journal)),
        (None, _) => read_report(file),
        (Some(kept), false) => Ok(kept),
        (Some(kept), true) => {
            let (head, games) = Report::merge(vec![read_report(file)?, kept])
                .map_err(|error| KeepError::TwoRuns(file.to_owned(), error))?;
            Ok(head.with_games(games))
        }
    }
}

fn read_report(file: &Path) -> Result<Report, KeepError> {
    let bytes =
        std::fs::read(file).map_err(|error| KeepError::Read(file.to_owned(), error.to_string()))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| KeepError::NoReport(file.to_owned(), error.to_string()))
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

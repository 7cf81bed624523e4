//! Keeps the games played so far: in memory, and on the disk before they count.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::journal::{Journal, read_journal};
use crate::whole::{document, write_whole};
use crate::{GameResult, MergeError, Report};

/// The games of a run as they come, in any order, each once.
#[derive(Debug)]
pub struct Keeper {
    head: Report,
    games: Vec<GameResult>,
    known: HashSet<u64>,
    file: Option<(PathBuf, Journal)>,
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

    /// Keeps games in the journal of a report, beginning with those played before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn in_file(
        head: Report,
        games: Vec<GameResult>,
        report: &Path,
    ) -> Result<Keeper, KeepError> {
        let mut keeper = Keeper::in_memory(head, games);
        // What was in an old journal is in the report before the journal begins anew.
        if !keeper.games.is_empty() {
            write_whole(report, &keeper.report().to_json())
                .map_err(|error| KeepError::write(report, &error))?;
        }
        let path = journal_of(report);
        let journal = Journal::begin(&path, &keeper.head);
        let journal = journal.map_err(|error| KeepError::write(&path, &error))?;
        keeper.file = Some((path, journal));
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
        if let Some((path, journal)) = &mut self.file
            && !new.is_empty()
        {
            let appended = journal.append(new.iter());
            appended.map_err(|error| KeepError::write(path, &error))?;
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
        let _ = self.file.map(|(_, journal)| journal.remove());
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(KeepError::Journal(journal, error.to_string())),
    };
    match (kept, file.exists()) {
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
    /// A file cannot be read.
    Read(PathBuf, String),
    /// A journal cannot be read.
    Journal(PathBuf, String),
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
            KeepError::Read(path, why) => write!(
                f,
                "cannot read {}: {why}; name a report written with --json",
                path.display()
            ),
            KeepError::Journal(path, why) => {
                write!(f, "{} cannot be read: {why}", path.display())
            }
            KeepError::NoReport(path, why) => write!(
                f,
                "{} is not the report of a match: {why}; name a report written with --json",
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

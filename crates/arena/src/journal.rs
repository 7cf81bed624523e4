//! Results on disk as they come: a line for each game, appended and made durable before the next
//! ones, so that neither a killed program nor a power failure loses a game that was counted.
//!
//! The first line is the run (a [`Report`] without games), every other line a [`GameResult`].

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{GameResult, Report};

/// A journal open for more games.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal of a run, in place of whatever was there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(path: &Path, run: &Report) -> io::Result<Journal> {
        let head = Report {
            games: Vec::new(),
            ..run.clone()
        };
        let mut journal = Journal {
            path: path.to_owned(),
            file: OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(true)
                .open(path)?,
        };
        journal.append_line(&serde_json::to_string(&head)?)?;
        journal.file.sync_all()?;
        sync_folder(path)?;
        Ok(journal)
    }

    /// Appends games and waits until they are on the disk.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append<'a>(&mut self, games: impl Iterator<Item = &'a GameResult>) -> io::Result<()> {
        let mut lines = Vec::new();
        for game in games {
            lines.push(serde_json::to_string(game)?);
        }
        self.append_line(&lines.join("\n"))?;
        self.file.sync_data()
    }

    /// Removes the journal: its games are kept elsewhere now.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }

    fn append_line(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// What a journal holds: the run with its games in order. A last line that was cut off is a game
/// that was not counted, and left out.
///
/// # Errors
/// When it cannot be read, or a line before the last is no game. Without a first line there is no run.
pub fn read_journal(path: &Path) -> Result<Option<Report>, JournalError> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => JournalError::Missing,
        _ => JournalError::Unreadable(error.to_string()),
    })?;
    let whole = match bytes.iter().rposition(|&byte| byte == b'\n') {
        Some(end) => &bytes[..end],
        None => return Ok(None),
    };
    let mut lines = whole.split(|&byte| byte == b'\n');
    let head = lines.next().unwrap_or_default();
    let mut report: Report = serde_json::from_slice(head).map_err(|error| {
        let is_game = serde_json::from_slice::<GameResult>(head).is_ok();
        JournalError::Head(match is_game {
            true => "it is a game".to_owned(),
            false => within_line(&error),
        })
    })?;
    for (line, text) in (2..).zip(lines) {
        let game = serde_json::from_slice(text).map_err(|error| JournalError::Game {
            line,
            why: within_line(&error),
        })?;
        report.games.push(game);
    }
    report.tidy();
    Ok(Some(report))
}

/// What is wrong in a line that was read alone, so that its number says nothing.
fn within_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(what, _)| what);
    format!("{what}, column {}", error.column())
}

/// Why a journal cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// There is none.
    Missing,
    /// The system does not let us.
    Unreadable(String),
    /// The first line is no run; why.
    Head(String),
    /// A later line is no game.
    Game {
        /// Which, from 1.
        line: usize,
        /// Why not.
        why: String,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Missing => f.write_str("there is no such file"),
            JournalError::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            JournalError::Head(why) => write!(
                f,
                "line 1 is damaged, it should say what is played: {why}; put it back from a copy, \
                 or remove this file, which loses its games"
            ),
            JournalError::Game { line, why } => write!(
                f,
                "line {line} is damaged, it should be a game: {why}; take that line out, and its \
                 game will be played again"
            ),
        }
    }
}

impl std::error::Error for JournalError {}

/// Makes the name of a new file durable. Only Unix has and needs this.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

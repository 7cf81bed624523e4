//! Results on disk as they come: a line for each game, appended and made durable before the next
//! ones, so that neither a killed program nor a power failure loses a game that was counted.
//!
//! The first line is the run (a [`Report`] without games), every other line a [`GameResult`].

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::{GameResult, Report};

/// A journal open for more games.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    is_durable: bool,
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
            is_durable: true,
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
            serde_json::to_writer(&mut lines, game)?;
            lines.push(b'\n');
        }
        self.file.write_all(&lines)?;
        match self.is_durable {
            true => self.file.sync_data(),
            false => Ok(()),
        }
    }

    /// The same for games that need not survive a power failure.
    pub(crate) fn not_durable(self) -> Journal {
        Journal {
            is_durable: false,
            ..self
        }
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
    let Some(mut journal) = OpenJournal::open(path)? else {
        return Ok(None);
    };
    let mut games = Vec::new();
    while let Some(line) = journal.next_line()? {
        games.push(journal.game(&line)?);
    }
    Ok(Some(journal.head.with_games(games)))
}

/// So many games of a journal are put in order at a time.
const MOST_INDEXED: u64 = 1 << 20;

/// A journal whose games are read in order, each once, without holding them in memory.
#[derive(Debug)]
pub(crate) struct OpenJournal {
    head: Report,
    file: BufReader<File>,
    /// Where the first game begins.
    first: u64,
    /// Where the reader is.
    at: u64,
    /// Games with their places in the file, in order, the next one last.
    index: Vec<(u64, u64)>,
    /// The first game that is not in the index yet, if there is one.
    next: Option<u64>,
}

/// A line of a journal.
#[derive(Debug)]
pub(crate) struct Line {
    /// The number of its game.
    pub(crate) game: u64,
    /// Its text.
    pub(crate) text: Vec<u8>,
    place: u64,
}

impl OpenJournal {
    /// Opens a journal; none if it has not even its first line.
    pub(crate) fn open(path: &Path) -> Result<Option<OpenJournal>, JournalError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => JournalError::Missing,
            _ => unreadable(error),
        })?;
        let mut file = BufReader::with_capacity(1 << 18, file);
        let mut head = Vec::new();
        file.read_until(b'\n', &mut head).map_err(unreadable)?;
        if head.pop() != Some(b'\n') {
            return Ok(None);
        }
        let first = head.len() as u64 + 1;
        let head: Report = serde_json::from_slice(&head).map_err(|error| {
            let is_game = serde_json::from_slice::<GameResult>(&head).is_ok();
            JournalError::Head(match is_game {
                true => "it is a game".to_owned(),
                false => within_line(&error),
            })
        })?;
        Ok(Some(OpenJournal {
            head,
            file,
            first,
            at: first,
            index: Vec::new(),
            next: Some(0),
        }))
    }

    /// The run.
    pub(crate) fn head(&self) -> &Report {
        &self.head
    }

    /// The next game in order, as it was written; none after the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<Line>, JournalError> {
        if self.index.is_empty()
            && let Some(from) = self.next
        {
            self.list(from)?;
        }
        let Some((game, place)) = self.index.pop() else {
            return Ok(None);
        };
        self.go_to(place)?;
        let mut text = Vec::new();
        self.read_line(&mut text)?;
        Ok(Some(Line { game, text, place }))
    }

    /// The game of a line.
    pub(crate) fn game(&mut self, line: &Line) -> Result<GameResult, JournalError> {
        serde_json::from_slice(&line.text).map_err(|error| self.damaged(line.place, &error))
    }

    /// Finds the next games in the file, beginning with this number.
    fn list(&mut self, from: u64) -> Result<(), JournalError> {
        let end = from.saturating_add(MOST_INDEXED);
        self.next = None;
        self.go_to(self.first)?;
        let mut text = Vec::new();
        loop {
            let place = self.at;
            text.clear();
            if !self.read_line(&mut text)? {
                break;
            }
            let game = number(&text).map_err(|error| self.damaged(place, &error))?;
            if game >= end {
                self.next = Some(self.next.map_or(game, |next| next.min(game)));
            } else if game >= from {
                self.index.push((game, place));
            }
        }
        // Of a game that is there twice the first counts.
        self.index.sort_unstable();
        self.index.dedup_by_key(|(game, _)| *game);
        self.index.reverse();
        Ok(())
    }

    fn go_to(&mut self, place: u64) -> Result<(), JournalError> {
        let by = place as i64 - self.at as i64;
        self.file.seek_relative(by).map_err(unreadable)?;
        self.at = place;
        Ok(())
    }

    /// Reads a line that is complete, without its end; returns whether there was one.
    fn read_line(&mut self, text: &mut Vec<u8>) -> Result<bool, JournalError> {
        self.at += self.file.read_until(b'\n', text).map_err(unreadable)? as u64;
        Ok(text.pop() == Some(b'\n'))
    }

    /// What is said about a damaged line: which it is, and why.
    fn damaged(&mut self, place: u64, error: &serde_json::Error) -> JournalError {
        let why = within_line(error);
        let (mut line, mut text) = (2, Vec::new());
        if let Err(error) = self.go_to(self.first) {
            return error;
        }
        while self.at < place {
            text.clear();
            match self.read_line(&mut text) {
                Ok(true) => line += 1,
                Ok(false) => break,
                Err(error) => return error,
            }
        }
        JournalError::Game { line, why }
    }
}

fn unreadable(error: io::Error) -> JournalError {
    JournalError::Unreadable(error.to_string())
}

/// The number of the game in a line.
fn number(text: &[u8]) -> Result<u64, serde_json::Error> {
    // The lines of this program begin with it, so that the rest need not be read.
    let digits = text.strip_prefix(b"{\"game\":").unwrap_or_default();
    let length = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    if text.ends_with(b"}") && digits.get(length) == Some(&b',') {
        let digits = std::str::from_utf8(&digits[..length]).unwrap_or_default();
        if let Ok(game) = digits.parse() {
            return Ok(game);
        }
    }
    serde_json::from_slice::<GameResult>(text).map(|result| result.game)
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

//! Append-only journal of a run: one JSON line per game, synced to disk, so that a crash or power
//! failure loses no counted game.
//!
//! The first line is a [`RunReport`] without games, every other line is a [`GameResult`].

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::{GameResult, RunReport};

/// Journal file of a run: stores each game result as soon as the game ends. Opened for appending.
#[derive(Debug)]
pub struct RunJournal {
    path: PathBuf,
    file: File,
    is_durable: bool,
}

impl RunJournal {
    /// Creates the journal file of a run, replacing an existing one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(path: &Path, run: &RunReport) -> io::Result<RunJournal> {
        let head = RunReport {
            games: Vec::new(),
            ..run.clone()
        };
        let mut journal = RunJournal {
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

    /// Appends game results and syncs the file to disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append<'a>(&mut self, games: impl Iterator<Item = &'a GameResult>) -> io::Result<()> {
        let mut lines = Vec::new();
        for game in games {
            serde_json::to_writer(&mut lines, game)?;
            lines.push(b'\n');
        }
        self.file.write_all(&lines)?;
        if self.is_durable {
            self.file.sync_data()
        } else {
            Ok(())
        }
    }

    /// Disables syncing to disk, for runs whose games need not survive a power failure.
    pub(crate) fn without_sync(self) -> RunJournal {
        RunJournal {
            is_durable: false,
            ..self
        }
    }

    /// Deletes the journal file; for use after its games were written to the report.
    ///
    /// # Errors
    /// If the file cannot be deleted.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }

    fn append_line(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// Number of games whose file offsets are held in memory at a time.
const MAX_INDEXED: u64 = 1 << 20;

/// Reader of a journal's games, sorted by index and without duplicates. Reads them in parts.
#[derive(Debug)]
pub(crate) struct JournalReader {
    head: RunReport,
    file: BufReader<File>,
    /// File offset of the first game line of the journal, in bytes.
    first: u64,
    /// Current read offset in the journal file, in bytes.
    at: u64,
    /// Game indices with their file offsets, for a range of games; the next game to read is last.
    index: Vec<(u64, u64)>,
    /// Lowest game index beyond the current range; `None` if there are no more games.
    next: Option<u64>,
}

/// One game of a journal as unparsed JSON.
#[derive(Debug)]
pub(crate) struct JournalLine {
    /// Index of the game in its run.
    pub(crate) game: u64,
    /// JSON text of the game.
    pub(crate) text: Vec<u8>,
    place: u64,
}

impl JournalReader {
    /// Opens a journal; `None` if its first line, which describes the run, is incomplete.
    pub(crate) fn open(path: &Path) -> Result<Option<JournalReader>, JournalError> {
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
        let head: RunReport = serde_json::from_slice(&head).map_err(|error| {
            let is_game = serde_json::from_slice::<GameResult>(&head).is_ok();
            JournalError::Head(if is_game {
                "it is a game".to_owned()
            } else {
                describe_json_error(&error)
            })
        })?;
        Ok(Some(JournalReader {
            head,
            file,
            first,
            at: first,
            index: Vec::new(),
            next: Some(0),
        }))
    }

    /// Report of the run that the journal belongs to, without games.
    pub(crate) fn head(&self) -> &RunReport {
        &self.head
    }

    /// Reads the game with the next higher index as unparsed JSON; `None` after the last game.
    pub(crate) fn next_line(&mut self) -> Result<Option<JournalLine>, JournalError> {
        if self.index.is_empty()
            && let Some(from) = self.next
        {
            self.index_from(from)?;
        }
        let Some((game, place)) = self.index.pop() else {
            return Ok(None);
        };
        self.seek_to(place)?;
        let mut text = Vec::new();
        self.read_line(&mut text)?;
        Ok(Some(JournalLine { game, text, place }))
    }

    /// Parses a game of the journal.
    pub(crate) fn game(&mut self, line: &JournalLine) -> Result<GameResult, JournalError> {
        serde_json::from_slice(&line.text).map_err(|error| self.damaged_line(line.place, &error))
    }

    /// Scans the file and indexes the next range of games, from game index `from` on.
    fn index_from(&mut self, from: u64) -> Result<(), JournalError> {
        let end = from.saturating_add(MAX_INDEXED);
        self.next = None;
        self.seek_to(self.first)?;
        let mut text = Vec::new();
        loop {
            let place = self.at;
            text.clear();
            if !self.read_line(&mut text)? {
                break;
            }
            let game = game_number(&text).map_err(|error| self.damaged_line(place, &error))?;
            if game >= end {
                self.next = Some(self.next.map_or(game, |next| next.min(game)));
            } else if game >= from {
                self.index.push((game, place));
            }
        }
        // If a game occurs twice, the first line counts.
        self.index.sort_unstable();
        self.index.dedup_by_key(|(game, _)| *game);
        self.index.reverse();
        Ok(())
    }

    fn seek_to(&mut self, place: u64) -> Result<(), JournalError> {
        let by = place as i64 - self.at as i64;
        self.file.seek_relative(by).map_err(unreadable)?;
        self.at = place;
        Ok(())
    }

    /// Reads a line without its line break. Returns false if no complete line is left.
    fn read_line(&mut self, text: &mut Vec<u8>) -> Result<bool, JournalError> {
        self.at += self.file.read_until(b'\n', text).map_err(unreadable)? as u64;
        Ok(text.pop() == Some(b'\n'))
    }

    /// Builds the error for the malformed journal line at file offset `place`.
    fn damaged_line(&mut self, place: u64, error: &serde_json::Error) -> JournalError {
        let why = describe_json_error(error);
        let (mut line, mut text) = (2, Vec::new());
        if let Err(error) = self.seek_to(self.first) {
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

/// Parses only the game's index from its JSON text.
fn game_number(text: &[u8]) -> Result<u64, serde_json::Error> {
    // Lines written by this program begin with the game index, so the rest need not be parsed.
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

/// Describes a JSON error without its line number, which is always 1 for single-line texts.
fn describe_json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text
        .rsplit_once(" at line ")
        .map_or(&*text, |(what, _)| what);
    format!("{what}, column {}", error.column())
}

/// Error when reading a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The journal file does not exist.
    #[error("the file does not exist")]
    Missing,
    /// The journal file cannot be read; holds the system's error message.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// The first line of the journal does not describe a run; holds the parse error.
    #[error(
        "line 1 is damaged, it should describe the run: {0}; restore it from a copy, or remove \
         this file, which loses its games"
    )]
    Head(String),
    /// A line of the journal after the first is not a valid game.
    #[error(
        "line {line} is damaged, it should be a game: {why}; delete that line, and its game will \
         be played again"
    )]
    Game {
        /// Number of the invalid journal line, from 1.
        line: usize,
        /// Parse error of the invalid journal line.
        why: String,
    },
}

/// Syncs the folder of a new file, so that the file survives a crash. Needed on Unix.
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

//! Reads the results of a run from disk: a report, a journal, or both. Games are read one by one.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::journal::{JournalError, JournalLine, JournalReader};
use crate::merge::MergeError;
use crate::result_store::{ResultStoreError, journal_path};
use crate::{GameResult, RunReport};

/// Results of a run on disk: the report file merged with the games of its journal.
#[derive(Debug)]
pub struct StoredRun {
    file: PathBuf,
    /// Report of the run without its games.
    head: RunReport,
    has_report: bool,
    has_journal: bool,
}

impl StoredRun {
    /// Opens a report file and the journal next to it.
    ///
    /// # Errors
    /// If neither a report nor a journal exists, one of them cannot be read, or they are of
    /// different runs.
    pub fn open(file: &Path) -> Result<StoredRun, ResultStoreError> {
        let path = journal_path(file);
        let journal = match JournalReader::open(&path) {
            Ok(journal) => journal,
            Err(JournalError::Missing) => None,
            Err(error) => return Err(ResultStoreError::Journal(path, error)),
        };
        let has_report = file.exists();
        if journal.is_none() && !has_report && path.exists() {
            return Err(ResultStoreError::Empty(path));
        }
        let mut parts = Vec::new();
        if has_report || journal.is_none() {
            parts.push(read_head(file)?);
        }
        let has_journal = journal.is_some();
        parts.extend(journal.map(|journal| journal.head().clone()));
        let (head, _) = RunReport::merge(parts)
            .map_err(|error| ResultStoreError::MixedRuns(file.to_owned(), error))?;
        Ok(StoredRun {
            file: file.to_owned(),
            head,
            has_report,
            has_journal,
        })
    }

    /// Creates the stored results of a new run, which has a journal but no report file yet.
    pub(crate) fn journal_only(file: &Path, head: RunReport) -> StoredRun {
        StoredRun {
            file: file.to_owned(),
            head,
            has_report: false,
            has_journal: true,
        }
    }

    /// Path of the report file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Report of the run without its games.
    pub fn head(&self) -> &RunReport {
        &self.head
    }

    /// Reads all games, sorted by index and without duplicates, and passes them to `each`.
    ///
    /// # Errors
    /// If `each` fails, or a game cannot be read or differs between report and journal.
    pub fn games<E: From<ResultStoreError>>(
        &self,
        mut each: impl FnMut(GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_merged(|entry| match entry {
            StoredRunGame::FromReport(result) => each(*result),
            StoredRunGame::FromJournal(journal, line) => {
                let game = journal.game(&line);
                each(game.map_err(|error| self.journal_error(error))?)
            }
        })
    }

    /// Writes a report to `out`, followed by the stored games whose index `is_kept` accepts.
    pub(crate) fn write(
        &self,
        report: &RunReport,
        out: &mut dyn Write,
        is_kept: impl Fn(u64) -> bool,
    ) -> io::Result<()> {
        let mut writer = ReportWriter::begin(out, report)?;
        self.for_each_merged(|entry| match entry {
            StoredRunGame::FromReport(result) if is_kept(result.game) => writer.game(&result),
            StoredRunGame::FromJournal(_, line) if is_kept(line.game) => writer.line(&line.text),
            _ => Ok(()),
        })?;
        writer.finish()
    }

    /// Visits each game of report and journal once, sorted by game index.
    fn for_each_merged<E: From<ResultStoreError>>(
        &self,
        mut each: impl FnMut(StoredRunGame<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = journal_path(&self.file);
        let mut journal = if self.has_journal {
            JournalReader::open(&path).map_err(|error| self.journal_error(error))?
        } else {
            None
        };
        let mut next = match &mut journal {
            Some(journal) => journal
                .next_line()
                .map_err(|error| self.journal_error(error))?,
            None => None,
        };
        if self.has_report {
            read_games(&self.file, |result: GameResult| {
                while let Some(journal) = &mut journal
                    && let Some(line) = next.take_if(|line| line.game <= result.game)
                {
                    next = journal
                        .next_line()
                        .map_err(|error| self.journal_error(error))?;
                    if line.game < result.game {
                        each(StoredRunGame::FromJournal(journal, line))?;
                        continue;
                    }
                    let again = journal
                        .game(&line)
                        .map_err(|error| self.journal_error(error))?;
                    if !again.equals_ignoring_time(&result) {
                        let error = MergeError::ConflictingGame(result.game);
                        return Err(ResultStoreError::MixedRuns(self.file.clone(), error).into());
                    }
                }
                each(StoredRunGame::FromReport(Box::new(result)))
            })?;
        }
        while let Some(journal) = &mut journal
            && let Some(line) = next.take()
        {
            next = journal
                .next_line()
                .map_err(|error| self.journal_error(error))?;
            each(StoredRunGame::FromJournal(journal, line))?;
        }
        Ok(())
    }

    fn journal_error(&self, error: JournalError) -> ResultStoreError {
        ResultStoreError::Journal(journal_path(&self.file), error)
    }
}

/// Game of a stored run: parsed from the report, or an unparsed line of the journal.
enum StoredRunGame<'a> {
    FromReport(Box<GameResult>),
    FromJournal(&'a mut JournalReader, JournalLine),
}

/// Reads the report file of a run and its journal, with all games, into memory.
///
/// # Errors
/// If neither a report nor a journal exists, one of them cannot be read, or they are of different
/// runs.
pub fn read_results(file: &Path) -> Result<RunReport, ResultStoreError> {
    let stored = StoredRun::open(file)?;
    let mut games = Vec::new();
    stored.games(|game| {
        games.push(game);
        Ok::<(), ResultStoreError>(())
    })?;
    let (statistics, sequel) = (stored.head.statistics.clone(), stored.head.sprt);
    let report = stored.head.with_games(games);
    Ok(if stored.has_journal {
        report
    } else {
        // Without a journal the report is up to date, and so are its statistics.
        RunReport {
            statistics,
            sprt: sequel,
            ..report
        }
    })
}

/// Writer of a report as JSON; games are added one by one, in order of their index.
#[derive(Debug)]
pub(crate) struct ReportWriter<W> {
    out: W,
    is_first: bool,
}

impl<W: Write> ReportWriter<W> {
    /// Starts a report: writes all its fields that precede the list of games.
    pub(crate) fn begin(mut out: W, report: &RunReport) -> io::Result<ReportWriter<W>> {
        let head = RunReport {
            games: Vec::new(),
            ..report.clone()
        };
        let text = serde_json::to_string_pretty(&head)?;
        let open = text.strip_suffix("]\n}");
        out.write_all(open.expect("the games are the last field").as_bytes())?;
        Ok(ReportWriter {
            out,
            is_first: true,
        })
    }

    pub(crate) fn game(&mut self, game: &GameResult) -> io::Result<()> {
        self.line(&serde_json::to_vec(game)?)
    }

    /// Writes one game of the report, given as JSON text.
    pub(crate) fn line(&mut self, game: &[u8]) -> io::Result<()> {
        let before = if self.is_first { "\n    " } else { ",\n    " };
        self.is_first = false;
        self.out.write_all(before.as_bytes())?;
        self.out.write_all(game)
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        let end = if self.is_first {
            "]\n}\n"
        } else {
            "\n  ]\n}\n"
        };
        self.out.write_all(end.as_bytes())
    }
}

impl RunReport {
    /// Formats the report as JSON in the format of report files, with one line per game.
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = ReportWriter::begin(&mut bytes, self).and_then(|mut writer| {
            self.games.iter().try_for_each(|game| writer.game(game))?;
            writer.finish()
        });
        written.expect("writing to memory cannot fail");
        bytes
    }
}

/// Reads the report in a file without its games.
fn read_head(file: &Path) -> Result<RunReport, ResultStoreError> {
    let mut head = Map::new();
    deserialize_report(
        file,
        ReportJsonVisitor(|_: GameResult| Ok(()), &mut head, ReportJsonPart::Head),
    )?;
    serde_json::from_value(Value::Object(head))
        .map_err(|error| ResultStoreError::NotAReport(file.to_owned(), error.to_string()))
}

/// Reads the games of a report file in file order and passes each to `each`.
fn read_games<E: From<ResultStoreError>>(
    file: &Path,
    mut each: impl FnMut(GameResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut refused = None;
    let tell = |game: GameResult| each(game).map_err(|error| refused = Some(error));
    let read = deserialize_report(
        file,
        ReportJsonVisitor(tell, &mut Map::new(), ReportJsonPart::Games),
    );
    match refused {
        Some(error) => Err(error),
        None => read.map_err(E::from),
    }
}

fn deserialize_report(
    file: &Path,
    visitor: impl for<'de> DeserializeSeed<'de, Value = ()>,
) -> Result<(), ResultStoreError> {
    let opened = File::open(file)
        .map_err(|error| ResultStoreError::Read(file.to_owned(), error.to_string()))?;
    let mut reader =
        serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 18, opened));
    let read = visitor.deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| {
        if error.is_io() {
            ResultStoreError::Read(file.to_owned(), error.to_string())
        } else {
            ResultStoreError::NotAReport(file.to_owned(), error.to_string())
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReportJsonPart {
    Head,
    Games,
}

/// Streaming visitor of a report's JSON: either calls a function for each game, or collects all
/// fields except the games.
struct ReportJsonVisitor<'a, F>(F, &'a mut Map<String, Value>, ReportJsonPart);

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> DeserializeSeed<'de>
    for ReportJsonVisitor<'_, F>
{
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> Visitor<'de> for ReportJsonVisitor<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match (self.2, key.as_str()) {
                (ReportJsonPart::Games, "games") => {
                    map.next_value_seed(GamesJsonVisitor(&mut self.0))?;
                }
                (ReportJsonPart::Head, "games") => {
                    map.next_value::<IgnoredAny>()?;
                    self.1.insert(key, Value::Array(Vec::new()));
                }
                (ReportJsonPart::Games, _) => {
                    map.next_value::<IgnoredAny>()?;
                }
                (ReportJsonPart::Head, _) => {
                    let value = map.next_value()?;
                    self.1.insert(key, value);
                }
            }
        }
        Ok(())
    }
}

struct GamesJsonVisitor<'a, F>(&'a mut F);

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> DeserializeSeed<'de> for GamesJsonVisitor<'_, F> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> Visitor<'de> for GamesJsonVisitor<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of games")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut games: A) -> Result<(), A::Error> {
        while let Some(game) = games.next_element()? {
            self.0(game).map_err(|()| A::Error::custom("a game was refused"))?;
        }
        Ok(())
    }
}

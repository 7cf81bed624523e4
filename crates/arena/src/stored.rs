//! The results of a run on the disk: a report, a journal, or both. Games are read one by one.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::journal::{JournalError, Line, OpenJournal};
use crate::keeper::{KeepError, journal_of};
use crate::merge::MergeError;
use crate::{GameResult, Report};

/// A report with the games of its journal, whichever of the two there is.
#[derive(Debug)]
pub struct Stored {
    file: PathBuf,
    /// The run, without games.
    head: Report,
    has_report: bool,
    has_journal: bool,
}

impl Stored {
    /// Finds the results that belong to a file.
    ///
    /// # Errors
    /// When there is neither a report nor a journal, one cannot be read, or they are of two runs.
    pub fn open(file: &Path) -> Result<Stored, KeepError> {
        let path = journal_of(file);
        let journal = match OpenJournal::open(&path) {
            Ok(journal) => journal,
            Err(JournalError::Missing) => None,
            Err(error) => return Err(KeepError::Journal(path, error)),
        };
        let has_report = file.exists();
        if journal.is_none() && !has_report && path.exists() {
            return Err(KeepError::Empty(path));
        }
        let mut parts = Vec::new();
        if has_report || journal.is_none() {
            parts.push(read_head(file)?);
        }
        let has_journal = journal.is_some();
        parts.extend(journal.map(|journal| journal.head().clone()));
        let (head, _) =
            Report::merge(parts).map_err(|error| KeepError::TwoRuns(file.to_owned(), error))?;
        Ok(Stored {
            file: file.to_owned(),
            head,
            has_report,
            has_journal,
        })
    }

    /// The journal alone, of a run that was begun anew.
    pub(crate) fn journal_only(file: &Path, head: Report) -> Stored {
        Stored {
            file: file.to_owned(),
            head,
            has_report: false,
            has_journal: true,
        }
    }

    /// The file they belong to.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The run, without its games.
    pub fn head(&self) -> &Report {
        &self.head
    }

    /// Reads all games in order, each once.
    ///
    /// # Errors
    /// What `each` answers, or when a game cannot be read or went differently in report and journal.
    pub fn games<E: From<KeepError>>(
        &self,
        mut each: impl FnMut(GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        self.merged(|entry| match entry {
            Entry::Result(result) => each(*result),
            Entry::Line(journal, line) => {
                let game = journal.game(&line);
                each(game.map_err(|error| self.in_journal(error))?)
            }
        })
    }

    /// Writes the report with those of its games that `is_kept` wants.
    pub(crate) fn write(
        &self,
        report: &Report,
        out: &mut dyn Write,
        is_kept: impl Fn(u64) -> bool,
    ) -> io::Result<()> {
        let mut writer = ReportWriter::begin(out, report)?;
        self.merged(|entry| match entry {
            Entry::Result(result) if is_kept(result.game) => writer.game(&result),
            Entry::Line(_, line) if is_kept(line.game) => writer.line(&line.text),
            _ => Ok(()),
        })?;
        writer.finish()
    }

    /// Goes through the games of both in order.
    fn merged<E: From<KeepError>>(
        &self,
        mut each: impl FnMut(Entry<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = journal_of(&self.file);
        let mut journal = match self.has_journal {
            true => OpenJournal::open(&path).map_err(|error| self.in_journal(error))?,
            false => None,
        };
        let mut next = match &mut journal {
            Some(journal) => journal
                .next_line()
                .map_err(|error| self.in_journal(error))?,
            None => None,
        };
        if self.has_report {
            read_games(&self.file, |result: GameResult| {
                while let Some(journal) = &mut journal
                    && let Some(line) = next.take_if(|line| line.game <= result.game)
                {
                    next = journal
                        .next_line()
                        .map_err(|error| self.in_journal(error))?;
                    if line.game < result.game {
                        each(Entry::Line(journal, line))?;
                        continue;
                    }
                    let again = journal
                        .game(&line)
                        .map_err(|error| self.in_journal(error))?;
                    if !again.is_same(&result) {
                        let error = MergeError::TwoStories(result.game);
                        return Err(KeepError::TwoRuns(self.file.clone(), error).into());
                    }
                }
                each(Entry::Result(Box::new(result)))
            })?;
        }
        while let Some(journal) = &mut journal
            && let Some(line) = next.take()
        {
            next = journal
                .next_line()
                .map_err(|error| self.in_journal(error))?;
            each(Entry::Line(journal, line))?;
        }
        Ok(())
    }

    fn in_journal(&self, error: JournalError) -> KeepError {
        KeepError::Journal(journal_of(&self.file), error)
    }
}

/// A game of a report, or the line of one in a journal.
enum Entry<'a> {
    Result(Box<GameResult>),
    Line(&'a mut OpenJournal, Line),
}

/// A report with the games of its journal, whichever of the two there is, all in memory.
///
/// # Errors
/// When there is neither, one cannot be read, or they are of two runs.
pub fn read_results(file: &Path) -> Result<Report, KeepError> {
    let stored = Stored::open(file)?;
    let mut games = Vec::new();
    stored.games(|game| {
        games.push(game);
        Ok::<(), KeepError>(())
    })?;
    let (statistics, sequel) = (stored.head.statistics.clone(), stored.head.sequel);
    let report = stored.head.with_games(games);
    Ok(match stored.has_journal {
        true => report,
        // Nothing has changed since it was written.
        false => Report {
            statistics,
            sequel,
            ..report
        },
    })
}

/// Writes a report whose games come one by one, in order.
#[derive(Debug)]
pub(crate) struct ReportWriter<W> {
    out: W,
    is_first: bool,
}

impl<W: Write> ReportWriter<W> {
    /// Writes all but the games.
    pub(crate) fn begin(mut out: W, report: &Report) -> io::Result<ReportWriter<W>> {
        let head = Report {
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

    /// Writes a game that is text already.
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

impl Report {
    /// The report as it is written to files: a line for each game.
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = ReportWriter::begin(&mut bytes, self).and_then(|mut writer| {
            self.games.iter().try_for_each(|game| writer.game(game))?;
            writer.finish()
        });
        written.expect("memory takes everything");
        bytes
    }
}

/// A report without its games.
fn read_head(file: &Path) -> Result<Report, KeepError> {
    let mut head = Map::new();
    through(
        file,
        InReport(|_: GameResult| Ok(()), &mut head, Wanted::Head),
    )?;
    serde_json::from_value(Value::Object(head))
        .map_err(|error| KeepError::NoReport(file.to_owned(), error.to_string()))
}

/// The games of a report, in the order in which they are there.
fn read_games<E: From<KeepError>>(
    file: &Path,
    mut each: impl FnMut(GameResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut refused = None;
    let tell = |game: GameResult| each(game).map_err(|error| refused = Some(error));
    let read = through(file, InReport(tell, &mut Map::new(), Wanted::Games));
    match refused {
        Some(error) => Err(error),
        None => read.map_err(E::from),
    }
}

fn through(
    file: &Path,
    visitor: impl for<'de> DeserializeSeed<'de, Value = ()>,
) -> Result<(), KeepError> {
    let opened =
        File::open(file).map_err(|error| KeepError::Read(file.to_owned(), error.to_string()))?;
    let mut reader =
        serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 18, opened));
    let read = visitor.deserialize(&mut reader).and_then(|()| reader.end());
    read.map_err(|error| match error.is_io() {
        true => KeepError::Read(file.to_owned(), error.to_string()),
        false => KeepError::NoReport(file.to_owned(), error.to_string()),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Head,
    Games,
}

/// Goes through a report: its games are told one by one, or all else is kept.
struct InReport<'a, F>(F, &'a mut Map<String, Value>, Wanted);

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> DeserializeSeed<'de> for InReport<'_, F> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> Visitor<'de> for InReport<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match (self.2, key.as_str()) {
                (Wanted::Games, "games") => map.next_value_seed(Games(&mut self.0))?,
                (Wanted::Head, "games") => {
                    map.next_value::<IgnoredAny>()?;
                    self.1.insert(key, Value::Array(Vec::new()));
                }
                (Wanted::Games, _) => {
                    map.next_value::<IgnoredAny>()?;
                }
                (Wanted::Head, _) => {
                    let value = map.next_value()?;
                    self.1.insert(key, value);
                }
            }
        }
        Ok(())
    }
}

struct Games<'a, F>(&'a mut F);

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> DeserializeSeed<'de> for Games<'_, F> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(GameResult) -> Result<(), ()>> Visitor<'de> for Games<'_, F> {
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

//! Keeps the games played so far: in memory, and on the disk before they count.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ludorum_arena::{GameResult, Journal, Played, Report, read_journal};

use crate::files::{self, Target};

pub(super) struct Keeper<'a> {
    head: Report,
    games: Vec<GameResult>,
    journal: Option<Journal>,
    target: Option<&'a Target>,
}

impl<'a> Keeper<'a> {
    /// Begins with the games played before. A device gets the report once, at the end.
    pub(super) fn begin(
        head: Report,
        games: Vec<GameResult>,
        target: Option<&'a Target>,
    ) -> Result<Keeper<'a>> {
        let mut keeper = Keeper {
            head,
            games,
            journal: None,
            target,
        };
        if let Some(target) = target.filter(|target| !target.is_device()) {
            // What was in an old journal is in the report before the journal begins anew.
            if !keeper.games.is_empty() {
                target.write(&to_json(&keeper.report()))?;
            }
            let path = journal_of(target.path());
            let begun = Journal::begin(&path, &keeper.head);
            keeper.journal = Some(begun.map_err(|error| cannot_write(&path, &error))?);
        }
        Ok(keeper)
    }

    /// Adds games, and waits until they are on the disk.
    pub(super) fn add(&mut self, batch: &[Played]) -> Result<()> {
        let results = || batch.iter().map(|played| &played.result);
        self.games.extend(results().cloned());
        if let Some(journal) = &mut self.journal {
            let path = self.target.map(Target::path).unwrap_or(Path::new(""));
            let appended = journal.append(results());
            appended.map_err(|error| cannot_write(&journal_of(path), &error))?;
        }
        Ok(())
    }

    /// The report of all games, in order.
    pub(super) fn report(&mut self) -> Report {
        self.games.sort_by_key(|game| game.game);
        self.head.clone().with_games(self.games.clone())
    }

    /// The report is on the disk: the journal is not needed any more.
    pub(super) fn close(self) {
        // If it stays, its games are found to be in the report already.
        let _ = self.journal.map(Journal::remove);
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}", path.display())
}

/// The journal that belongs to a report.
pub(super) fn journal_of(report: &Path) -> PathBuf {
    let mut name = report.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// A report with the games of its journal, whichever of the two there is.
pub(crate) fn read_results(file: &Path) -> Result<Report> {
    let journal = journal_of(file);
    let kept = match read_journal(&journal) {
        Ok(kept) => kept,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(anyhow!("{} cannot be read: {error}", journal.display())),
    };
    match (kept, file.exists()) {
        (None, _) => read_report(file),
        (Some(kept), false) => Ok(kept),
        (Some(kept), true) => {
            let (head, games) = Report::merge(vec![read_report(file)?, kept])
                .map_err(|error| anyhow!("{} and its journal: {error}", file.display()))?;
            Ok(head.with_games(games))
        }
    }
}

fn read_report(file: &Path) -> Result<Report> {
    let bytes =
        files::read(file).map_err(|error| anyhow!("{error}; name a report written with --json"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let file = file.display();
        anyhow!("{file} is not the report of a match: {error}; name a report written with --json")
    })
}

/// The report as it is written to files.
pub(crate) fn to_json(report: &Report) -> Vec<u8> {
    let mut bytes =
        serde_json::to_vec_pretty(report).expect("a report has no maps and no infinities");
    bytes.push(b'\n');
    bytes
}

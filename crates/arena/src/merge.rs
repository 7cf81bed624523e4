//! Merges the reports of several parts of one run.

use std::collections::HashMap;

use crate::resume::{RunMismatch, check_same};
use crate::{GameResult, RunReport, RunShard};

impl RunReport {
    /// Merges reports of one run. Returns a report without games, and all games sorted by index
    /// without duplicates.
    ///
    /// # Errors
    /// If the reports belong to different runs, or a game has different results in two of them.
    pub fn merge(parts: Vec<RunReport>) -> Result<(RunReport, Vec<GameResult>), MergeError> {
        let mut parts = parts.into_iter();
        let mut first = parts.next().ok_or(MergeError::Nothing)?;
        for (number, part) in (1..).zip(parts) {
            first
                .check_same_run(&part)
                .map_err(|difference| MergeError::OtherRun {
                    part: number,
                    difference,
                })?;
            first.check_same_files(&part, number)?;
            first.planned = first.planned.max(part.planned);
            if first.shard != part.shard {
                first.shard = RunShard::WHOLE;
            }
            first.games.extend(part.games);
        }
        first.games.sort_by_key(|game| game.game);
        for pair in first.games.windows(2) {
            if pair[0].game == pair[1].game && !pair[0].equals_ignoring_time(&pair[1]) {
                return Err(MergeError::ConflictingGame(pair[0].game));
            }
        }
        let mut games = std::mem::take(&mut first.games);
        games.dedup_by_key(|game| game.game);
        Ok((first, games))
    }

    fn check_same_run(&self, other: &RunReport) -> Result<(), RunMismatch> {
        check_same("program", &self.program, &other.program)?;
        self.check_same_match(other)?;
        check_same("rules", &self.rules.to_string(), &other.rules.to_string())
    }

    /// Index of the first game that both reports contain with equal thinking times; such a game was
    /// copied, not played twice. `None` if there is no such game.
    pub fn first_shared_game(&self, other: &RunReport) -> Option<u64> {
        if self.check_same_run(other).is_err() {
            return None;
        }
        let theirs: HashMap<u64, &GameResult> =
            other.games.iter().map(|game| (game.game, game)).collect();
        let is_shared = |game: &&GameResult| theirs.get(&game.game) == Some(game);
        self.games.iter().find(is_shared).map(|game| game.game)
    }

    fn check_same_files(&self, part: &RunReport, number: usize) -> Result<(), MergeError> {
        let only = |these: &[String], others: &[String]| -> String {
            let only = these.iter().filter(|file| !others.contains(file));
            let only: Vec<String> = only.map(|file| format!("'{file}'")).collect();
            if only.is_empty() {
                "no other files".to_owned()
            } else {
                only.join(", ")
            }
        };
        if self.content == part.content {
            Ok(())
        } else {
            Err(MergeError::OtherContent {
                part: number,
                first: only(&self.content, &part.content),
                other: only(&part.content, &self.content),
            })
        }
    }
}

impl GameResult {
    /// True if two game results are equal apart from thinking times.
    pub(crate) fn equals_ignoring_time(&self, other: &GameResult) -> bool {
        let timeless = |game: &GameResult| {
            let mut game = game.clone();
            for seat in &mut game.seats {
                seat.time_ms = 0.0;
            }
            game
        };
        timeless(self) == timeless(other)
    }
}

/// Error when merging reports.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// The list of reports to merge is empty.
    #[error("there is nothing to merge")]
    Nothing,
    /// One of the reports belongs to another run than the first report.
    #[error("these are not parts of one run: {difference}")]
    OtherRun {
        /// Index of the report that differs from the first one, from 0.
        part: usize,
        /// First setting in which the two runs differ.
        difference: RunMismatch,
    },
    /// Two reports were played with different content files, such as boards or plug-ins.
    #[error(
        "played with other templates or plug-ins: {first} before, {other} here; play one of the \
         two again with the files of the other"
    )]
    OtherContent {
        /// Index of the report that differs from the first one, from 0.
        part: usize,
        /// Content files that only the first report lists.
        first: String,
        /// Content files that only the other report lists.
        other: String,
    },
    /// A game has different results in two reports; holds its index.
    #[error(
        "game {0} is in two parts with different results; agents limited by time do not play the \
         same game twice, so name every part once"
    )]
    ConflictingGame(u64),
}

impl MergeError {
    /// Index of the report that differs from the first one, from 0; `None` for other errors.
    pub fn part(&self) -> Option<usize> {
        match self {
            MergeError::OtherRun { part, .. } | MergeError::OtherContent { part, .. } => {
                Some(*part)
            }
            MergeError::Nothing | MergeError::ConflictingGame(_) => None,
        }
    }
}

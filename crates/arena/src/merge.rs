//! Parts of one run put together.

use std::collections::HashMap;
use std::fmt;

use crate::resume::{Difference, same, same_openings};
use crate::{GameResult, Report, Shard};

impl Report {
    /// The games of several reports of one run, in order, each once.
    ///
    /// # Errors
    /// When they are of different runs, or tell different stories of one game.
    pub fn merge(parts: Vec<Report>) -> Result<(Report, Vec<GameResult>), MergeError> {
        let mut parts = parts.into_iter();
        let mut first = parts.next().ok_or(MergeError::Nothing)?;
        for (number, part) in (1..).zip(parts) {
            first
                .same_run(&part)
                .map_err(|difference| MergeError::OtherRun {
                    part: number,
                    difference,
                })?;
            first.same_files(&part, number)?;
            first.planned = first.planned.max(part.planned);
            if first.shard != part.shard {
                first.shard = Shard::WHOLE;
            }
            first.games.extend(part.games);
        }
        first.games.sort_by_key(|game| game.game);
        for pair in first.games.windows(2) {
            if pair[0].game == pair[1].game && !pair[0].is_same(&pair[1]) {
                return Err(MergeError::TwoStories(pair[0].game));
            }
        }
        let mut games = std::mem::take(&mut first.games);
        games.dedup_by_key(|game| game.game);
        Ok((first, games))
    }

    fn same_run(&self, other: &Report) -> Result<(), Difference> {
        let text = |value: &dyn fmt::Debug| format!("{value:?}");
        same("program", &self.program, &other.program)?;
        same("game", &self.game, &other.game)?;
        same("rules", &self.rules.to_string(), &other.rules.to_string())?;
        same("agents", &self.specs().join(" "), &other.specs().join(" "))?;
        same("schedule", &text(&self.schedule), &text(&other.schedule))?;
        same("seed", &self.seed, &other.seed)?;
        same_openings(self.openings.as_deref(), other.openings.as_deref())?;
        let key = |report: &Report| report.key.clone().unwrap_or_default();
        same("key", &key(self), &key(other))
    }

    /// The first game that is in both reports, played once: its times are the same too.
    pub fn first_shared(&self, other: &Report) -> Option<u64> {
        if self.same_run(other).is_err() {
            return None;
        }
        let theirs: HashMap<u64, &GameResult> =
            other.games.iter().map(|game| (game.game, game)).collect();
        let is_shared = |game: &&GameResult| theirs.get(&game.game) == Some(game);
        self.games.iter().find(is_shared).map(|game| game.game)
    }

    fn same_files(&self, part: &Report, number: usize) -> Result<(), MergeError> {
        let only = |these: &[String], others: &[String]| -> String {
            let only = these.iter().filter(|file| !others.contains(file));
            let only: Vec<String> = only.map(|file| format!("'{file}'")).collect();
            match only.is_empty() {
                true => "nothing else".to_owned(),
                false => only.join(", "),
            }
        };
        match self.content == part.content {
            true => Ok(()),
            false => Err(MergeError::OtherContent {
                part: number,
                first: only(&self.content, &part.content),
                other: only(&part.content, &self.content),
            }),
        }
    }
}

impl GameResult {
    /// Whether another result is the same but for what depends on the clock.
    pub(crate) fn is_same(&self, other: &GameResult) -> bool {
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

/// Why reports cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There are none.
    Nothing,
    /// They are of different runs.
    OtherRun {
        /// Which of them is not like the first.
        part: usize,
        /// In what.
        difference: Difference,
    },
    /// They were played with different templates or plug-ins.
    OtherContent {
        /// Which of them is not like the first.
        part: usize,
        /// What only the first was played with.
        first: String,
        /// What only the other was played with.
        other: String,
    },
    /// One game ended in two ways.
    TwoStories(u64),
}

impl MergeError {
    /// Which of the parts is not like the first, counted from 0, if it is a matter of one.
    pub fn part(&self) -> Option<usize> {
        match self {
            MergeError::OtherRun { part, .. } | MergeError::OtherContent { part, .. } => {
                Some(*part)
            }
            MergeError::Nothing | MergeError::TwoStories(_) => None,
        }
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Nothing => f.write_str("there is nothing to merge"),
            MergeError::OtherRun { difference, .. } => {
                write!(f, "these are not parts of one run: {difference}")
            }
            MergeError::OtherContent { first, other, .. } => write!(
                f,
                "played with other templates or plug-ins: {first} before, {other} here; play one \
                 of the two again with the files of the other"
            ),
            MergeError::TwoStories(game) => write!(
                f,
                "game {game} is in two parts and went differently; agents limited by time do not \
                 play the same game twice, so name every part once"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

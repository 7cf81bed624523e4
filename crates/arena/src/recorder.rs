//! Writes the game records of a run into a folder, one file per game.

use std::fs;
use std::path::{Path, PathBuf};

use ludorum_record::{RecordHeader, TakeBackSummary, read};

use crate::atomic_file::write_atomically;
use crate::result_store::ResultStoreError;
use crate::{GameIndexSet, RunPlan};

/// File extension of game records.
pub const RECORD_EXTENSION: &str = "ludorum";

/// Writer of a run's game records (lists of moves) into a folder, one file per game.
#[derive(Debug)]
pub struct RunRecordWriter {
    dir: PathBuf,
}

impl RunRecordWriter {
    /// Creates the record folder, or checks that all game records in it belong to the run.
    ///
    /// # Errors
    /// If the folder has a record of another run, or cannot be created or read.
    pub fn check(
        dir: PathBuf,
        plan: &RunPlan,
        done: &GameIndexSet,
    ) -> Result<RunRecordWriter, ResultStoreError> {
        fs::create_dir_all(&dir).map_err(|error| ResultStoreError::write(&dir, &error))?;
        let refuse = |error: std::io::Error| ResultStoreError::Read(dir.clone(), error.to_string());
        for entry in fs::read_dir(&dir).map_err(refuse)? {
            let path = entry.map_err(refuse)?.path();
            let Some(game) = game_number(&path) else {
                continue;
            };
            if game < plan.games() && !done.contains(game) && !is_record_of(&path, plan, game) {
                return Err(ResultStoreError::RecordConflict(path));
            }
        }
        Ok(RunRecordWriter { dir })
    }

    /// Folder into which the records are written.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the record of the game with index `game` to its file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, game: u64, record: &str) -> Result<(), ResultStoreError> {
        let path = self.dir.join(file_name(game));
        write_atomically(&path, record.as_bytes())
            .map_err(|error| ResultStoreError::write(&path, &error))
    }
}

fn file_name(game: u64) -> String {
    format!("game-{game:06}.{RECORD_EXTENSION}")
}

/// Game index in the file name of a record; `None` if the name is not that of a record.
fn game_number(path: &Path) -> Option<u64> {
    let given = path.file_name()?.to_str()?;
    let digits = given.strip_prefix("game-")?.split('.').next()?;
    let game = digits.parse().ok()?;
    (file_name(game) == given).then_some(game)
}

/// True if the file is a record of the plan's game `game`, written by any version of the program.
fn is_record_of(path: &Path, plan: &RunPlan, game: u64) -> bool {
    let record = fs::read(path).ok().and_then(|bytes| read(&bytes).ok());
    record.is_some_and(|record| {
        let agents = plan.seating(game).into_iter();
        let expected = RecordHeader {
            game: plan.variant().spec().to_owned(),
            rules: plan.variant().rules_version(),
            program: record.header.program.clone(),
            seed: plan.setup_seed(game),
            streams: plan.streams_seed(game),
            take_backs: TakeBackSummary::default(),
            content: plan.variant().content(),
            // Not compared: finding the opening may take a search.
            opening: record.header.opening,
            seats: agents.map(|agent| plan.agents()[agent].clone()).collect(),
        };
        let is_opened = record.header.opening > 0;
        record.header == expected && is_opened == plan.openings().is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_records_lead_to_each_other() {
        for game in [0, 7, 999_999, 1_000_000] {
            assert_eq!(game_number(Path::new(&file_name(game))), Some(game));
        }
        for other in ["game-7.ludorum", "game-000007.txt", "game-x.ludorum", "x"] {
            assert_eq!(game_number(Path::new(other)), None, "{other}");
        }
    }
}

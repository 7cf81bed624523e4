//! Writes the records of a run into a folder, one file a game.

use std::fs;
use std::path::{Path, PathBuf};

use ludorum_record::{Header, TakeBacks, read};

use crate::keeper::KeepError;
use crate::whole::write_whole;
use crate::{GameSet, Plan};

/// The ending of records.
pub const RECORD: &str = "ludorum";

/// A folder for the records of a run.
#[derive(Debug)]
pub struct Recorder {
    dir: PathBuf,
}

impl Recorder {
    /// Makes the folder, and refuses to write over anything that is not the same game: one that
    /// this run has recorded before it was stopped.
    ///
    /// # Errors
    /// When there is the record of another game, or the folder cannot be made or read.
    pub fn check(dir: PathBuf, plan: &Plan, done: &GameSet) -> Result<Recorder, KeepError> {
        fs::create_dir_all(&dir).map_err(|error| KeepError::write(&dir, &error))?;
        let refuse = |error: std::io::Error| KeepError::Read(dir.clone(), error.to_string());
        for entry in fs::read_dir(&dir).map_err(refuse)? {
            let path = entry.map_err(refuse)?.path();
            let Some(game) = number(&path) else {
                continue;
            };
            if game < plan.games() && !done.contains(game) && !is_same(&path, plan, game) {
                return Err(KeepError::OtherRecord(path));
            }
        }
        Ok(Recorder { dir })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the record of a game, given as text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, game: u64, record: &str) -> Result<(), KeepError> {
        let path = self.dir.join(name(game));
        write_whole(&path, record.as_bytes()).map_err(|error| KeepError::write(&path, &error))
    }
}

fn name(game: u64) -> String {
    format!("game-{game:06}.{RECORD}")
}

/// The number of the game whose record would have this name.
fn number(path: &Path) -> Option<u64> {
    let given = path.file_name()?.to_str()?;
    let digits = given.strip_prefix("game-")?.split('.').next()?;
    let game = digits.parse().ok()?;
    (name(game) == given).then_some(game)
}

/// Whether a file is a record of this very game, whatever program has written it.
fn is_same(path: &Path, plan: &Plan, game: u64) -> bool {
    let record = fs::read(path).ok().and_then(|bytes| read(&bytes).ok());
    record.is_some_and(|record| {
        let agents = plan.seating(game).into_iter();
        let expected = Header {
            game: plan.variant().spec().to_owned(),
            rules: plan.variant().rules_version(),
            program: record.header.program.clone(),
            seed: plan.setup_seed(game),
            streams: plan.streams_seed(game),
            take_backs: TakeBacks::default(),
            content: plan.variant().content(),
            // How long it is may take a search to find.
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
            assert_eq!(number(Path::new(&name(game))), Some(game));
        }
        for other in ["game-7.ludorum", "game-000007.txt", "game-x.ludorum", "x"] {
            assert_eq!(number(Path::new(other)), None, "{other}");
        }
    }
}

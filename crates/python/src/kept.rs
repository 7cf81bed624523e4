//! A run whose games come from other machines: kept as those of a local run are.

use std::path::{Path, PathBuf};

use ludorum_arena::{
    Claim, KeepError, Keeper, Plan, Recorder, Report, Rest, read_results, write_whole,
};
use pyo3::prelude::*;

use crate::refused;
use crate::runs::{Run, from_json};

/// The games of a run so far, in the journal of a file if one is named, and what is missing.
#[pyclass(module = "ludorum._native")]
pub(crate) struct Kept {
    plan: Plan,
    path: Option<PathBuf>,
    keeper: Option<Keeper>,
    rest: Rest,
    recorder: Option<Recorder>,
}

/// The report of an earlier attempt; none if there is none.
fn earlier(path: &Path) -> PyResult<Option<Report>> {
    match read_results(path) {
        Ok(report) => Ok(Some(report)),
        Err(KeepError::Read(..) | KeepError::Empty(..)) if !path.exists() => Ok(None),
        Err(error) => Err(refused(error)),
    }
}

impl Kept {
    fn keeper(&mut self) -> PyResult<&mut Keeper> {
        self.keeper
            .as_mut()
            .ok_or_else(|| refused("the run is finished"))
    }
}

#[pymethods]
impl Kept {
    /// Goes on where an earlier attempt at the same run has stopped. `path` is the file of the
    /// report, `records` a folder for records.
    #[new]
    #[pyo3(signature = (run, *, path, records))]
    fn new(run: &Run, path: Option<PathBuf>, records: Option<PathBuf>) -> PyResult<Kept> {
        let plan = run.plan.clone();
        let claim = path.as_deref().map(Claim::on).transpose();
        let claim = claim.map_err(refused)?;
        let before = path.as_deref().map(earlier).transpose()?.flatten();
        let mut done = Vec::new();
        if let (Some(before), Some(path)) = (before, &path) {
            let (games, file) = (before.games.len(), path.display());
            let refuse = |why: &dyn ToString| refused(format!("{file}: {}", why.to_string()));
            done = before.resume(&plan).map_err(|error| refuse(&error))?;
            if done.len() < games {
                return Err(refuse(&"it has more games than are planned"));
            }
        }
        let rest = Rest::of(&plan, &done);
        let recorder = records.map(|dir| Recorder::check(dir, &plan, &done));
        let recorder = recorder.transpose().map_err(refused)?;
        let head = Report::new(&plan, Vec::new());
        let keeper = match claim {
            Some(claim) => Keeper::in_file(head, done, claim).map_err(refused)?,
            None => Keeper::in_memory(head, done),
        };
        Ok(Kept {
            plan,
            path,
            keeper: Some(keeper),
            rest,
            recorder,
        })
    }

    /// The number of games kept.
    #[getter]
    fn games(&mut self) -> PyResult<u64> {
        Ok(self.keeper()?.count())
    }

    /// The blocks that nobody was given yet.
    #[getter]
    fn blocks(&self) -> u64 {
        self.rest.blocks()
    }

    /// A shard of at most so many of them, for somebody to play; `None` if there are none.
    fn take(&mut self, blocks: u64) -> Option<String> {
        Some(self.rest.take(blocks)?.to_string())
    }

    /// Adds the games of a part, with their records in order, and waits until they are on the disk.
    fn add(&mut self, py: Python<'_>, part: &str, records: Vec<String>) -> PyResult<()> {
        let part: Report = from_json(part)?;
        let games = part.resume(&self.plan);
        let games = games.map_err(|error| refused(format!("a part that came back: {error}")))?;
        py.detach(|| {
            if let Some(recorder) = &self.recorder {
                for (result, record) in games.iter().zip(&records) {
                    recorder.write(result.game, record).map_err(refused)?;
                }
            }
            self.keeper()?.add(games.iter()).map_err(refused)
        })
    }

    /// Writes the report in place of the journal, and returns it.
    fn finish(&mut self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let report = self.keeper()?.report().with_statistics().to_json();
            if let Some(path) = &self.path {
                let written = write_whole(path, &report);
                written.map_err(|error| {
                    refused(format!("cannot write {}: {error}", path.display()))
                })?;
            }
            if let Some(keeper) = self.keeper.take() {
                keeper.close();
            }
            String::from_utf8(report).map_err(refused)
        })
    }
}

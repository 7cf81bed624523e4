//! A run whose games come from other machines: kept as those of a local run are.

use std::path::{Path, PathBuf};

use ludorum_arena::{
    Claim, GameSet, KeepError, Keeper, Plan, Recorder, Report, Rest, Stored, Tally, check_game,
    write_whole,
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
    tally: Tally,
    rest: Rest,
    recorder: Option<Recorder>,
}

/// The results of an earlier attempt; none if there are none.
pub(crate) fn earlier(path: &Path) -> PyResult<Option<Stored>> {
    match Stored::open(path) {
        Ok(stored) => Ok(Some(stored)),
        Err(KeepError::Read(..) | KeepError::Empty(..)) if !path.exists() => Ok(None),
        Err(error) => Err(refused(error)),
    }
}

/// Why earlier results are of no use.
struct Refused(PyErr);

impl From<KeepError> for Refused {
    fn from(error: KeepError) -> Refused {
        Refused(refused(error))
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
        let mut done = GameSet::default();
        let mut tally = Tally::new(plan.agents(), Some(plan.layout().clone()));
        if let (Some(before), Some(path)) = (&before, &path) {
            let file = path.display();
            let refuse = |why: &dyn ToString| refused(format!("{file}: {}", why.to_string()));
            let checked = before.head().check_run(&plan);
            checked.map_err(|error| refuse(&error))?;
            let mut next = 0;
            let read = before.games(|game| {
                next = check_game(&game, &plan, next).map_err(|error| Refused(refuse(&error)))?;
                if game.game >= plan.games() {
                    return Err(Refused(refuse(&"it has more games than are planned")));
                }
                done.insert(game.game);
                tally.add(&game);
                Ok(())
            });
            read.map_err(|Refused(error)| error)?;
        }
        let rest = Rest::of(&plan, done.clone());
        let recorder = records.map(|dir| Recorder::check(dir, &plan, &done));
        let recorder = recorder.transpose().map_err(refused)?;
        let head = Report::head(&plan);
        let keeper = match claim {
            Some(claim) => {
                let so_far = head.clone().with_tally(&tally);
                Keeper::in_file(&head, &so_far, before.as_ref(), done, claim)
            }
            None => Keeper::temporary(&head, None, done),
        };
        Ok(Kept {
            plan,
            path,
            keeper: Some(keeper.map_err(refused)?),
            tally,
            rest,
            recorder,
        })
    }

    /// The number of games kept.
    #[getter]
    fn games(&mut self) -> PyResult<u64> {
        Ok(self.keeper()?.known().len())
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
            for new in self.keeper()?.add(games.iter()).map_err(refused)? {
                self.tally.add(new);
            }
            Ok(())
        })
    }

    /// Writes the report in place of the journal, and returns it.
    fn finish(&mut self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let head = Report::head(&self.plan).with_tally(&self.tally);
            let head = head.with_statistics_of(&self.tally);
            let mut report = Vec::new();
            let written = self.keeper()?.write(&head, &mut report, |_| true);
            written.map_err(refused)?;
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

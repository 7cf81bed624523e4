//! Runs whose games are played on other machines. Results are stored as in a local run.

use std::path::{Path, PathBuf};

use ludorum_arena::{
    BlockQueue, GameIndexSet, GameTally, ResultStore, ResultStoreError, RunLock, RunPlan,
    RunRecordWriter, RunReport, StoredRun, check_game, write_atomically,
};
use pyo3::prelude::*;

use crate::runs::{PyRun, from_json};
use crate::value_error;

/// Run whose games other processes play: its results so far, in a journal if a file is named, and
/// the blocks of games that remain.
#[pyclass(module = "ludorum._native")]
pub(crate) struct DistributedRun {
    plan: RunPlan,
    path: Option<PathBuf>,
    /// Storage of the run's results; `None` after `finish`.
    store: Option<ResultStore>,
    tally: GameTally,
    remaining: BlockQueue,
    recorder: Option<RunRecordWriter>,
}

/// Opens the stored results of an interrupted run at `path`; `None` if there are none.
pub(crate) fn open_stored(path: &Path) -> PyResult<Option<StoredRun>> {
    match StoredRun::open(path) {
        Ok(stored) => Ok(Some(stored)),
        Err(ResultStoreError::Read(..) | ResultStoreError::Empty(..)) if !path.exists() => Ok(None),
        Err(error) => Err(value_error(error)),
    }
}

/// Python exception raised because stored results could not be read.
struct StoredResultsError(PyErr);

impl From<ResultStoreError> for StoredResultsError {
    fn from(error: ResultStoreError) -> StoredResultsError {
        StoredResultsError(value_error(error))
    }
}

impl DistributedRun {
    fn store(&mut self) -> PyResult<&mut ResultStore> {
        self.store
            .as_mut()
            .ok_or_else(|| value_error("the run is finished"))
    }
}

#[pymethods]
impl DistributedRun {
    /// Starts a run, or resumes it from the journal next to its report file `path`. `records` is
    /// the folder for game records.
    #[new]
    #[pyo3(signature = (run, *, path, records))]
    fn new(
        run: &PyRun,
        path: Option<PathBuf>,
        records: Option<PathBuf>,
    ) -> PyResult<DistributedRun> {
        let plan = run.plan.clone();
        let claim = path.as_deref().map(RunLock::acquire).transpose();
        let claim = claim.map_err(value_error)?;
        let stored = path.as_deref().map(open_stored).transpose()?.flatten();
        let mut done = GameIndexSet::default();
        let mut tally = GameTally::new(plan.agents(), Some(plan.layout().clone()));
        if let (Some(stored), Some(path)) = (&stored, &path) {
            let file = path.display();
            let refuse = |why: &dyn ToString| value_error(format!("{file}: {}", why.to_string()));
            let checked = stored.head().check_run(&plan);
            checked.map_err(|error| refuse(&error))?;
            let mut next = 0;
            let read = stored.games(|game| {
                next = check_game(&game, &plan, next)
                    .map_err(|error| StoredResultsError(refuse(&error)))?;
                if game.game >= plan.games() {
                    let reason = "it has more games than are planned";
                    return Err(StoredResultsError(refuse(&reason)));
                }
                done.insert(game.game);
                tally.add(&game);
                Ok(())
            });
            read.map_err(|StoredResultsError(error)| error)?;
        }
        let remaining = BlockQueue::of(&plan, done.clone());
        let recorder = records.map(|dir| RunRecordWriter::check(dir, &plan, &done));
        let recorder = recorder.transpose().map_err(value_error)?;
        let head = RunReport::head(&plan);
        let store = match claim {
            Some(claim) => {
                let so_far = head.clone().with_tally(&tally);
                ResultStore::in_file(&head, &so_far, stored.as_ref(), done, claim)
            }
            None => ResultStore::temporary(&head, None, done),
        };
        Ok(DistributedRun {
            plan,
            path,
            store: Some(store.map_err(value_error)?),
            tally,
            remaining,
            recorder,
        })
    }

    /// Number of games whose results are stored.
    #[getter]
    fn games(&mut self) -> PyResult<u64> {
        Ok(self.store()?.known().len())
    }

    /// Number of blocks of games that are not handed out yet.
    #[getter]
    fn blocks(&self) -> u64 {
        self.remaining.blocks()
    }

    /// Takes at most `blocks` blocks of games to play, as the text of a shard; `None` if all are
    /// handed out.
    fn take(&mut self, blocks: u64) -> Option<String> {
        Some(self.remaining.take(blocks)?.to_string())
    }

    /// Stores the results of a partial report and the game records. Returns when they are durable
    /// on disk.
    fn add(&mut self, py: Python<'_>, part: &str, records: Vec<String>) -> PyResult<()> {
        let part: RunReport = from_json(part)?;
        let games = part.resume(&self.plan);
        let games =
            games.map_err(|error| value_error(format!("invalid result of a shard: {error}")))?;
        py.detach(|| {
            if let Some(recorder) = &self.recorder {
                for (result, record) in games.iter().zip(&records) {
                    recorder.write(result.game, record).map_err(value_error)?;
                }
            }
            for new in self.store()?.add(games.iter()).map_err(value_error)? {
                self.tally.add(new);
            }
            Ok(())
        })
    }

    /// Replaces the journal by the final report, and returns the report.
    fn finish(&mut self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let head = RunReport::head(&self.plan).with_tally(&self.tally);
            let head = head.with_statistics_of(&self.tally);
            let mut report = Vec::new();
            let written = self.store()?.write(&head, &mut report, |_| true);
            written.map_err(value_error)?;
            if let Some(path) = &self.path {
                let written = write_atomically(path, &report);
                written.map_err(|error| {
                    value_error(format!("cannot write {}: {error}", path.display()))
                })?;
            }
            if let Some(store) = self.store.take() {
                store.close();
            }
            String::from_utf8(report).map_err(value_error)
        })
    }
}

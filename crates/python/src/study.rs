//! Experiments and tuning whose runs are played by a Python callback, such as on a cluster.

use std::path::{Path, PathBuf};

use ludorum_arena::experiment::{
    Experiment, ExperimentResults, ReplicationComparison, SampleSizeChoice, read_experiment,
    run_experiment,
};
use ludorum_arena::tune::{ParameterRange, TuningHistory, TuningMethod, TuningPlan};
use ludorum_arena::{
    Executor, GameResult, OpeningSource, PlanError, RunLock, RunPlan, RunReport, json_document,
    write_atomically,
};
use ludorum_catalog::{SpecError, Variant};
use ludorum_core::{Seed, StopFlag};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::PyGame;
use crate::python_agent::{FirstException, PythonAgentFactories};
use crate::runs::{PyRun, from_json};
use crate::value_error;

/// Executor of a study that plays each run by calling a Python function, which returns the report
/// as JSON. It also saves intermediate results to a file.
struct PythonRunExecutor {
    play: Py<PyAny>,
    on_progress: Py<PyAny>,
    path: Option<PathBuf>,
    _lock: Option<RunLock>,
    python: PythonAgentFactories,
    /// First exception raised by one of the Python callbacks.
    exception: FirstException,
}

impl PythonRunExecutor {
    /// Locks the result file, if a path is given, and reads the earlier results in it.
    fn open<T: DeserializeOwned>(
        path: Option<PathBuf>,
        play: Py<PyAny>,
        on_progress: Py<PyAny>,
        python: PythonAgentFactories,
    ) -> PyResult<(PythonRunExecutor, Option<T>)> {
        let lock = path.as_deref().map(RunLock::acquire);
        let lock = lock.transpose().map_err(value_error)?;
        let before = path.as_deref().map(read_stored).transpose()?.flatten();
        let executor = PythonRunExecutor {
            play,
            on_progress,
            path,
            _lock: lock,
            python,
            exception: FirstException::default(),
        };
        Ok((executor, before))
    }

    fn call(&self, plan: &RunPlan) -> PyResult<Vec<GameResult>> {
        let report = Python::attach(|py| {
            let run = PyRun::new_in_study(plan.clone(), self.python.clone());
            let report = self.play.call1(py, (run,))?;
            report.extract::<String>(py)
        })?;
        from_json::<RunReport>(&report)?
            .resume(plan)
            .map_err(value_error)
    }

    /// Converts a Python exception to an arena error, and records it to be re-raised.
    fn failed(&self, error: PyErr) -> PlanError {
        let reason = error.to_string();
        self.exception.record(error);
        PlanError::Unanswerable(reason)
    }

    fn save(&self, found: &impl Serialize, count: usize) -> PyResult<()> {
        if let Some(path) = &self.path {
            let written = write_atomically(path, &json_document(found));
            written.map_err(|error| {
                value_error(format!("cannot write {}: {error}", path.display()))
            })?;
        }
        Python::attach(|py| self.on_progress.call1(py, (count,)).map(|_| ()))
    }

    /// Returns the result, or the Python exception that a callback raised meanwhile.
    fn finish<T>(&self, found: Result<T, PlanError>) -> PyResult<T> {
        match self.exception.take() {
            Some(error) => Err(error),
            None => found.map_err(value_error),
        }
    }
}

impl Executor for PythonRunExecutor {
    fn play(&self, plan: &RunPlan, _: &StopFlag) -> Result<Vec<GameResult>, PlanError> {
        self.call(plan).map_err(|error| self.failed(error))
    }
}

fn to_text(found: &impl Serialize) -> PyResult<String> {
    String::from_utf8(json_document(found)).map_err(value_error)
}

/// Names of the built-in experiments.
#[pyfunction]
pub(crate) fn experiments() -> Vec<String> {
    let all = ludorum_arena::experiment::experiments().into_iter();
    all.map(|experiment| experiment.id).collect()
}

/// Runs an experiment, given by name or as text, and returns its findings as JSON. `play` plays one
/// run. Findings are resumed from `path`; after every question they are saved there and
/// `on_progress` is called. `python` contains the factories of Python agents, by spec.
#[pyfunction]
#[pyo3(signature = (experiment, *, games, quick, seed, path, play, on_progress, python))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn find_answers(
    py: Python<'_>,
    experiment: &str,
    games: Option<u64>,
    quick: bool,
    seed: u64,
    path: Option<PathBuf>,
    play: Py<PyAny>,
    on_progress: Py<PyAny>,
    python: Vec<(String, Py<PyAny>)>,
) -> PyResult<String> {
    let python = PythonAgentFactories::new(python);
    let experiment = find_experiment(experiment, &python)?;
    let effort = match (games, quick) {
        (Some(games), _) => SampleSizeChoice::Games(games),
        (None, true) => SampleSizeChoice::Quick,
        (None, false) => SampleSizeChoice::Full,
    };
    let empty = ExperimentResults::new(&experiment, Seed(seed));
    let (executor, before) = PythonRunExecutor::open(path, play, on_progress, python.clone())?;
    let before: Option<ExperimentResults> = before;
    if let (Some(before), Some(path)) = (&before, &executor.path) {
        let refuse = |error| value_error(format!("{}: {error}", path.display()));
        before.seed_and_key().map_err(refuse)?;
    }
    let before = before.filter(|old| old.seed == empty.seed && old.program == empty.program);
    let found = py.detach(|| {
        let open = |spec: &str| open_with(spec, &python).map_err(PlanError::from);
        let save = |found: &ExperimentResults| {
            let saved = executor.save(found, found.findings.len());
            saved.map_err(|error| executor.failed(error))
        };
        let before = before.unwrap_or(empty);
        run_experiment(
            &experiment,
            open,
            effort,
            &executor,
            before,
            &StopFlag::new(),
            save,
        )
    });
    to_text(&executor.finish(found)?)
}

/// Finds a built-in experiment by name, or parses one from text.
fn find_experiment(text: &str, python: &PythonAgentFactories) -> PyResult<Experiment> {
    let mut known = ludorum_arena::experiment::experiments().into_iter();
    match known.find(|known| known.id == text) {
        Some(known) => Ok(known),
        None => {
            let own = read_experiment(text).map_err(value_error)?;
            let checked = own.check(|spec| open_with(spec, python));
            checked.map_err(value_error)?;
            Ok(own)
        }
    }
}

/// Opens the variant of a spec, with these Python agents as players.
fn open_with(spec: &str, python: &PythonAgentFactories) -> Result<Variant, SpecError> {
    PyGame::variant_of(spec).map(|variant| python.add_to(variant))
}

/// Compares an experiment's findings, given as JSON, with the published results; returns the JSON
/// of `ludorum experiment report --json`. `python` contains the factories of Python agents, by
/// spec.
#[pyfunction]
#[pyo3(signature = (experiment, findings, *, python))]
pub(crate) fn compare_answers(
    experiment: &str,
    findings: &str,
    python: Vec<(String, Py<PyAny>)>,
) -> PyResult<String> {
    let experiment = find_experiment(experiment, &PythonAgentFactories::new(python))?;
    let findings: ExperimentResults = from_json(findings)?;
    to_text(&ReplicationComparison::of(&experiment, Some(&findings)).only_measured())
}

/// Reads earlier results from a file; `None` if the file does not exist.
fn read_stored<T: DeserializeOwned>(path: &Path) -> PyResult<Option<T>> {
    match std::fs::read_to_string(path) {
        Ok(text) => from_json(&text).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(value_error(format!(
            "cannot read {}: {error}",
            path.display()
        ))),
    }
}

/// Tunes parameters of an agent and returns all trials as JSON. `play` plays one run. After every
/// trial all trials are saved to `path` and `on_progress` is called. `python` contains the
/// factories of Python agents, by spec.
#[pyfunction]
#[pyo3(signature = (
    game, agent, params, *, method, games, trials, steps, against, seed, key=None, path, play, on_progress, python, openings=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn tune(
    py: Python<'_>,
    game: &PyGame,
    agent: String,
    params: Vec<String>,
    method: &str,
    games: u64,
    trials: usize,
    steps: usize,
    against: Vec<String>,
    seed: u64,
    key: Option<&str>,
    path: Option<PathBuf>,
    play: Py<PyAny>,
    on_progress: Py<PyAny>,
    python: Vec<(String, Py<PyAny>)>,
    openings: Option<&str>,
) -> PyResult<String> {
    if steps < 2 || trials == 0 || params.is_empty() {
        return Err(value_error(
            "tuning takes a parameter, at least 2 steps and at least 1 trial",
        ));
    }
    let method = match method {
        "grid" => TuningMethod::Grid { steps },
        "spsa" => TuningMethod::Spsa {
            iterations: trials as u64,
        },
        "cma-es" => TuningMethod::CmaEs { trials },
        _ => {
            return Err(value_error(format!(
                "method is grid, spsa or cma-es, not {method}"
            )));
        }
    };
    let python = PythonAgentFactories::new(python);
    let dimensions = params.iter().map(|param| param.parse::<ParameterRange>());
    let openings = openings.map(|text| OpeningSource::parse(text, &game.variant));
    let tuning = TuningPlan {
        openings: openings.transpose().map_err(value_error)?,
        variant: python.add_to(game.variant.clone()),
        opponents: if against.is_empty() {
            vec![agent.clone()]
        } else {
            against
        },
        agent,
        dimensions: dimensions.collect::<Result<_, _>>().map_err(value_error)?,
        games,
        seed: Seed(seed),
        key: key.map(str::parse).transpose().map_err(value_error)?,
    };
    let (executor, before) = PythonRunExecutor::open(path, play, on_progress, python)?;
    let history = py.detach(|| {
        let stop = StopFlag::new();
        let save = |history: &TuningHistory| {
            if let Err(error) = executor.save(history, history.trials.len()) {
                executor.failed(error);
                stop.raise();
            }
        };
        ludorum_arena::tune::tune(&tuning, method, before, &executor, &stop, save)
    });
    let history = executor.finish(history)?;
    executor.save(&history, history.trials.len())?;
    to_text(&history)
}

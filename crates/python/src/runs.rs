//! Matches and tournaments: plans of the arena, played in parallel.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};

use ludorum_arena::{
    GameResult, OpeningSource, Pairing, PlanError, RecordMode, RunOptions, RunPlan, RunReport,
    RunSchedule, RunShard, SeatingScheme, export, run as play,
};
use ludorum_core::{Seed, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::distributed_run::open_stored;
use crate::game::PyGame;
use crate::interrupt::POLL_INTERVAL;
use crate::python_agent::PythonAgentFactories;
use crate::{thread_count, value_error};

/// Planned series of games between agents. The parameters of the run determine all its games.
#[pyclass(name = "Run", module = "ludorum._native", frozen)]
pub(crate) struct PyRun {
    pub(crate) plan: RunPlan,
    /// Agents of the run that are Python objects.
    python: PythonAgentFactories,
    /// True if the caller gave the run's key, false if the key was drawn at random.
    is_key_given: bool,
}

impl PyRun {
    /// Creates a run of a study, with these Python agents.
    pub(crate) fn new_in_study(plan: RunPlan, python: PythonAgentFactories) -> PyRun {
        PyRun {
            plan,
            python,
            is_key_given: true,
        }
    }

    /// Plans a run without openings. `root` is its seed and key, `schedule` the names of its
    /// pairing and seatings.
    fn scheduled(
        game: &PyGame,
        agents: Vec<String>,
        games: u64,
        root: (u64, Option<&str>),
        schedule: (&str, &str),
        factories: Vec<(String, Py<PyAny>)>,
    ) -> PyResult<PyRun> {
        let python = PythonAgentFactories::new(factories);
        let variant = python.add_to(game.variant.clone());
        let schedule = RunSchedule {
            pairing: parse_pairing(schedule.0)?,
            seatings: parse_seatings(schedule.1)?,
        };
        let (seed, key) = root;
        let plan = RunPlan::scheduled(variant, &agents, schedule, Seed(seed), games);
        let plan = plan.map_err(value_error)?;
        let plan = match key {
            Some(key) => plan.with_key(key.parse().map_err(value_error)?),
            None => plan,
        };
        Ok(PyRun {
            plan,
            python,
            is_key_given: key.is_some(),
        })
    }

    /// Adds openings to the run by applying `set` to its plan.
    fn with_openings(
        self,
        set: impl FnOnce(RunPlan) -> Result<RunPlan, PlanError>,
    ) -> PyResult<PyRun> {
        let plan = set(self.plan).map_err(value_error)?;
        Ok(PyRun { plan, ..self })
    }

    /// Plays the games of the run that `results` does not contain yet; returns all results, and the
    /// records if the options ask for them.
    fn play_games(
        &self,
        py: Python<'_>,
        mut options: RunOptions,
        mut results: Vec<GameResult>,
        on_results: Option<Py<PyAny>>,
        raises: bool,
    ) -> PyResult<(Vec<GameResult>, Vec<String>)> {
        options.done = results.iter().map(|result| result.game).collect();
        let stop = StopFlag::new();
        let mut interrupt = None;
        let (played, texts) = py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, ended) = channel();
                let (plan, stop) = (&self.plan, &stop);
                let work = scope.spawn(move || {
                    play(plan, &options, stop, |batch| {
                        for played in batch {
                            let record = played.record.as_ref().map(|record| record.to_text());
                            // The receiver is gone only after the run was stopped.
                            drop(sender.send((played.result.clone(), record)));
                        }
                        Ok::<(), std::convert::Infallible>(())
                    })
                });
                let mut texts = Vec::new();
                loop {
                    let mut new = Vec::new();
                    let next = ended.recv_timeout(POLL_INTERVAL);
                    let is_over = matches!(next, Err(RecvTimeoutError::Disconnected));
                    for (result, record) in next.into_iter().chain(ended.try_iter()) {
                        texts.extend(record.map(|record| (result.game, record)));
                        new.push(result);
                    }
                    let notified = Python::attach(|py| {
                        if let Some(callback) = on_results.as_ref().filter(|_| !new.is_empty()) {
                            callback.call1(py, (to_json(&new)?,))?;
                        }
                        py.check_signals()
                    });
                    results.append(&mut new);
                    if let Err(error) = notified {
                        interrupt.get_or_insert(error);
                        stop.raise();
                    }
                    if raises && self.python.exception.is_set() {
                        stop.raise();
                    }
                    if stop.is_raised() {
                        let interrupted = Python::attach(|py| self.python.thinking.interrupt(py));
                        interrupt = interrupt.take().or(interrupted.err());
                    }
                    if is_over {
                        break;
                    }
                }
                texts.sort();
                let played = match work.join() {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(never)) => match never {},
                    Err(_) => Err(value_error("the run panicked")),
                };
                (played, texts)
            })
        });
        let exception = self.python.exception.take().filter(|_| raises);
        let openings_error = self.plan.openings_failure().map(value_error);
        if let Some(error) = interrupt.or(exception).or(openings_error) {
            return Err(error);
        }
        played?;
        results.sort_by_key(|result| result.game);
        let texts = texts.into_iter().map(|(_, text)| text).collect();
        Ok((results, texts))
    }
}

fn run_options(threads: Option<usize>, shard: &str, records: bool) -> PyResult<RunOptions> {
    Ok(RunOptions {
        shard: shard.parse().map_err(value_error)?,
        records: if records {
            RecordMode::On
        } else {
            RecordMode::Off
        },
        ..RunOptions::with_threads(thread_count(threads))
    })
}

fn parse_pairing(name: &str) -> PyResult<Pairing> {
    match name {
        "match" => Ok(Pairing::Match),
        "round-robin" => Ok(Pairing::RoundRobin),
        "field" => Ok(Pairing::Field),
        _ => Err(value_error(format!(
            "pairing is match, round-robin or field, not {name}"
        ))),
    }
}

fn parse_seatings(name: &str) -> PyResult<SeatingScheme> {
    match name {
        "rotations" => Ok(SeatingScheme::Rotations),
        "all" => Ok(SeatingScheme::All),
        "distinct" => Ok(SeatingScheme::Distinct),
        _ => Err(value_error(format!(
            "seatings is rotations, all or distinct, not {name}"
        ))),
    }
}

pub(crate) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(value_error)
}

pub(crate) fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(value_error)
}

#[pymethods]
impl PyRun {
    /// Plans a run. `python` contains the factories of Python agents, by their specs in `agents`.
    #[new]
    #[pyo3(signature = (game, agents, *, games, seed, key=None, pairing, seatings, python, openings=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        agents: Vec<String>,
        games: u64,
        seed: u64,
        key: Option<&str>,
        pairing: &str,
        seatings: &str,
        python: Vec<(String, Py<PyAny>)>,
        openings: Option<&str>,
    ) -> PyResult<PyRun> {
        let root = (seed, key);
        let run = PyRun::scheduled(game, agents, games, root, (pairing, seatings), python)?;
        let run = run.with_openings(|plan| plan.with_openings_spec(openings))?;
        // The search for balanced openings may take long.
        py.detach(|| run.plan.check_openings())
            .map_err(value_error)?;
        Ok(run)
    }

    /// Copy of the run with the key stored in the result file `path`, unless the key was given
    /// explicitly.
    fn with_stored_key(&self, path: PathBuf) -> PyResult<PyRun> {
        let mut plan = self.plan.clone();
        let stored = if self.is_key_given {
            None
        } else {
            open_stored(&path)?.and_then(|stored| stored.head().key.clone())
        };
        if let Some(key) = stored {
            plan = plan.with_key(key.parse().map_err(value_error)?);
        }
        Ok(PyRun {
            plan,
            python: self.python.clone(),
            is_key_given: true,
        })
    }

    /// Number of games planned in the run.
    #[getter]
    fn games(&self) -> u64 {
        self.plan.games()
    }

    /// Key of the run if it has external agents; otherwise `None`.
    #[getter]
    fn key(&self) -> Option<String> {
        self.plan.key().map(|key| key.to_string())
    }

    /// The number of games per block.
    #[getter]
    fn block_games(&self) -> u64 {
        self.plan.layout().block_games()
    }

    /// Spec of the run's openings in canonical form; `None` if games begin at the start position.
    #[getter]
    fn openings(&self) -> Option<&str> {
        Some(self.plan.openings()?.spec())
    }

    /// Pickles the run, so that other processes can play it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rebuild = py.import("ludorum._native")?.getattr("rebuild_run")?;
        let schedule = self.plan.schedule();
        let arguments = (
            self.plan.variant().spec(),
            self.plan.agents(),
            self.plan.games_per_group(),
            self.plan.seed().0,
            self.key(),
            option_name(&schedule.pairing)?,
            option_name(&schedule.seatings)?,
            self.python.factories(py),
            // With the content, as other machines may not have the file.
            self.plan
                .openings()
                .map(|openings| (openings.spec(), openings.suite_text())),
        );
        (rebuild, arguments).into_pyobject(py)
    }

    /// Number of games in a shard of the run, such as `1/4` for the first of four.
    fn shard_games(&self, shard: &str) -> PyResult<u64> {
        Ok(shard
            .parse::<RunShard>()
            .map_err(value_error)?
            .games(&self.plan))
    }

    /// Plays the missing games of the run and returns the results as JSON, and the records if
    /// requested. `done` contains results of games already played; `on_results` is called with new
    /// results as JSON.
    #[pyo3(signature = (*, threads, shard, done, records, on_results, raises))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn play(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        shard: &str,
        done: &str,
        records: bool,
        on_results: Option<Py<PyAny>>,
        raises: bool,
    ) -> PyResult<(String, Vec<String>)> {
        let options = run_options(threads, shard, records)?;
        let results: Vec<GameResult> = from_json(done)?;
        let (results, texts) = self.play_games(py, options, results, on_results, raises)?;
        Ok((to_json(&results)?, texts))
    }

    /// Plays a shard of the run and returns its partial report as JSON, and the records if
    /// requested.
    #[pyo3(signature = (*, threads, shard, records, raises))]
    fn play_shard(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        shard: &str,
        records: bool,
        raises: bool,
    ) -> PyResult<(String, Vec<String>)> {
        let options = run_options(threads, shard, records)?;
        let (results, texts) = self.play_games(py, options, Vec::new(), None, raises)?;
        Ok((to_json(&RunReport::new(&self.plan, results))?, texts))
    }

    /// Report on these results of the run, without statistics, as JSON.
    fn partial_report(&self, results: &str) -> PyResult<String> {
        to_json(&RunReport::new(&self.plan, from_json(results)?))
    }

    /// Report on these results of the run, with statistics, as JSON.
    fn report(&self, py: Python<'_>, results: &str) -> PyResult<String> {
        let results: Vec<GameResult> = from_json(results)?;
        let report = py.detach(|| RunReport::new(&self.plan, results).with_statistics());
        to_json(&report)
    }
}

/// Name of an option (an enum value) as it is written in JSON.
fn option_name(option: &impl serde::Serialize) -> PyResult<String> {
    from_json(&to_json(option)?)
}

/// Recreates a run from its pickled fields.
#[pyfunction]
#[pyo3(signature = (game, agents, games, seed, key, pairing, seatings, python, openings=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the pickled fields of a run"
)]
pub(crate) fn rebuild_run(
    game: &str,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    key: Option<&str>,
    pairing: &str,
    seatings: &str,
    python: Vec<(String, Py<PyAny>)>,
    openings: Option<(String, Option<String>)>,
) -> PyResult<PyRun> {
    let game = PyGame::open(game)?;
    let root = (seed, key);
    let run = PyRun::scheduled(&game, agents, games, root, (pairing, seatings), python)?;
    let Some((spec, suite)) = openings else {
        return Ok(run);
    };
    let openings = OpeningSource::from_spec_and_suite(&spec, suite.as_deref(), &game.variant)
        .map_err(value_error)?;
    run.with_openings(|plan| plan.with_openings(openings))
}

/// Converts a report to rows, one per game and seat, as JSON.
#[pyfunction]
pub(crate) fn report_rows(report: &str) -> PyResult<String> {
    to_json(&export::rows(&from_json::<RunReport>(report)?))
}

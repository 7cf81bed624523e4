//! Matches and tournaments: plans of the arena, played in threads.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};

use ludorum_arena::{
    GameResult, Openings, Pairing, Plan, PlanError, Records, Report, RunOptions, Schedule,
    Seatings, Shard, export, run as play,
};
use ludorum_catalog::Variant;
use ludorum_core::{Seed, Stop};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::game::Game;
use crate::guest::{Failure, Thinking, Troupe};
use crate::interrupt::POLL;
use crate::kept::earlier;
use crate::{all_threads, refused};

/// A run that is planned: which games there are is fixed by what it is made of.
#[pyclass(module = "ludorum._native", frozen)]
pub(crate) struct Run {
    pub(crate) plan: Plan,
    /// Agents that are Python objects, by their specs.
    python: Vec<(String, Py<PyAny>)>,
    failure: Failure,
    thinking: Thinking,
    /// Whether the key was given, not drawn.
    is_key_given: bool,
}

impl Run {
    /// A run without agents that are Python objects.
    pub(crate) fn of(plan: Plan) -> Run {
        Run {
            plan,
            python: Vec::new(),
            failure: Failure::default(),
            thinking: Thinking::default(),
            is_key_given: true,
        }
    }

    /// A run without openings. `root` is its seed and its key, `schedule` the name of the pairing and that of
    /// the seatings.
    fn scheduled(
        py: Python<'_>,
        game: &Game,
        agents: Vec<String>,
        games: u64,
        root: (u64, Option<&str>),
        schedule: (&str, &str),
        python: Vec<(String, Py<PyAny>)>,
    ) -> PyResult<Run> {
        let (failure, thinking) = (Failure::default(), Thinking::default());
        let makers = python.iter();
        let makers = makers.map(|(spec, maker)| (spec.clone(), maker.clone_ref(py)));
        let troupe = Troupe {
            agents: makers.collect(),
            failure: failure.clone(),
            thinking: thinking.clone(),
        };
        let own = game.variant.clone();
        let invite = move |variant: &Variant, spec: &str| {
            let known = troupe.player(variant, spec);
            // Programs are for the variant the game was opened as, if it invites any.
            known.or_else(|| Some(own.player(spec)))
        };
        let variant = game.variant.clone().inviting(Arc::new(invite));
        let schedule = Schedule {
            pairing: pairing(schedule.0)?,
            seatings: seatings(schedule.1)?,
        };
        let (seed, key) = root;
        let plan = Plan::scheduled(variant, &agents, schedule, Seed(seed), games);
        let plan = plan.map_err(refused)?;
        let plan = match key {
            Some(key) => plan.with_key(key.parse().map_err(refused)?),
            None => plan,
        };
        Ok(Run {
            plan,
            python,
            failure,
            thinking,
            is_key_given: key.is_some(),
        })
    }

    /// The same run with the openings that `open` gives it.
    fn opened(self, open: impl FnOnce(Plan) -> Result<Plan, PlanError>) -> PyResult<Run> {
        let plan = open(self.plan).map_err(refused)?;
        Ok(Run { plan, ..self })
    }
}

fn pairing(name: &str) -> PyResult<Pairing> {
    match name {
        "match" => Ok(Pairing::Match),
        "round-robin" => Ok(Pairing::RoundRobin),
        "field" => Ok(Pairing::Field),
        _ => Err(refused(format!(
            "pairing is match, round-robin or field, not {name}"
        ))),
    }
}

fn seatings(name: &str) -> PyResult<Seatings> {
    match name {
        "rotations" => Ok(Seatings::Rotations),
        "all" => Ok(Seatings::All),
        "distinct" => Ok(Seatings::Distinct),
        _ => Err(refused(format!(
            "seatings is rotations, all or distinct, not {name}"
        ))),
    }
}

pub(crate) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(refused)
}

pub(crate) fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(refused)
}

#[pymethods]
impl Run {
    /// Plans a run. `python` are agents that are Python objects, by the specs that name them in
    /// `agents`.
    #[new]
    #[pyo3(signature = (game, agents, *, games, seed, key=None, pairing, seatings, python, openings=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        agents: Vec<String>,
        games: u64,
        seed: u64,
        key: Option<&str>,
        pairing: &str,
        seatings: &str,
        python: Vec<(String, Py<PyAny>)>,
        openings: Option<&str>,
    ) -> PyResult<Run> {
        let run = Run::scheduled(
            py,
            game,
            agents,
            games,
            (seed, key),
            (pairing, seatings),
            python,
        )?;
        let run = run.opened(|plan| plan.opened_by(openings))?;
        // A search for an opening may take its time.
        py.detach(|| run.plan.check_openings()).map_err(refused)?;
        Ok(run)
    }

    /// The same run with the key of what was kept of it in a file, unless it was given one.
    fn as_kept(&self, py: Python<'_>, path: PathBuf) -> PyResult<Run> {
        let mut plan = self.plan.clone();
        let known = match self.is_key_given {
            true => None,
            false => earlier(&path)?.and_then(|stored| stored.head().key.clone()),
        };
        if let Some(key) = known {
            plan = plan.with_key(key.parse().map_err(refused)?);
        }
        let python = self.python.iter();
        let python = python.map(|(spec, maker)| (spec.clone(), maker.clone_ref(py)));
        Ok(Run {
            plan,
            python: python.collect(),
            failure: self.failure.clone(),
            thinking: self.thinking.clone(),
            is_key_given: true,
        })
    }

    /// The number of games planned.
    #[getter]
    fn games(&self) -> u64 {
        self.plan.games()
    }

    /// The key of a run with agents from outside, none of any other.
    #[getter]
    fn key(&self) -> Option<String> {
        self.plan.key().map(|key| key.to_string())
    }

    /// The number of games of a block.
    #[getter]
    fn block_games(&self) -> u64 {
        self.plan.layout().block_games()
    }

    /// The openings with which games begin, in full.
    #[getter]
    fn openings(&self) -> Option<&str> {
        Some(self.plan.openings()?.spec())
    }

    /// For other processes: what makes the same run there.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let made = py.import("ludorum._native")?.getattr("planned")?;
        let schedule = self.plan.schedule();
        let python = self.python.iter();
        let python = python.map(|(spec, maker)| (spec, maker.clone_ref(py)));
        let parts = (
            self.plan.variant().spec(),
            self.plan.agents(),
            self.plan.games_each(),
            self.plan.seed().0,
            self.key(),
            name(&schedule.pairing)?,
            name(&schedule.seatings)?,
            python.collect::<Vec<_>>(),
            // Other machines need not have the file.
            self.plan
                .openings()
                .map(|openings| (openings.spec(), openings.suite_text())),
        );
        (made, parts).into_pyobject(py)
    }

    /// The games of one shard, `1/4` being the first of four.
    fn shard_games(&self, shard: &str) -> PyResult<u64> {
        Ok(shard.parse::<Shard>().map_err(refused)?.games(&self.plan))
    }

    /// Plays what is missing and returns the results as JSON, one for each game, and records if they
    /// are wanted. `done` are results of games that need not be played again; `told` is called with
    /// JSON of results as games end.
    #[pyo3(signature = (*, threads, shard, done, records, told, raises))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
    fn play(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        shard: &str,
        done: &str,
        records: bool,
        told: Option<Py<PyAny>>,
        raises: bool,
    ) -> PyResult<(String, Vec<String>)> {
        let shard: Shard = shard.parse().map_err(refused)?;
        let mut results: Vec<GameResult> = from_json(done)?;
        let options = RunOptions {
            shard,
            done: results.iter().map(|result| result.game).collect(),
            threads: all_threads(threads),
            records: match records {
                true => Records::Kept,
                false => Records::None,
            },
        };
        let stop = Stop::new();
        let mut interrupt = None;
        let (played, texts) = py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, ended) = channel();
                let (plan, stop) = (&self.plan, &stop);
                let work = scope.spawn(move || {
                    play(plan, &options, stop, |batch| {
                        for played in batch {
                            let record = played.record.as_ref().map(|record| record.to_text());
                            // Nobody listens any more only after the run was stopped.
                            drop(sender.send((played.result.clone(), record)));
                        }
                        Ok::<(), std::convert::Infallible>(())
                    })
                });
                let mut texts = Vec::new();
                loop {
                    let mut fresh = Vec::new();
                    let more = ended.recv_timeout(POLL);
                    let is_over = matches!(more, Err(RecvTimeoutError::Disconnected));
                    for (result, record) in more.into_iter().chain(ended.try_iter()) {
                        texts.extend(record.map(|record| (result.game, record)));
                        fresh.push(result);
                    }
                    let heard = Python::attach(|py| {
                        if let Some(told) = told.as_ref().filter(|_| !fresh.is_empty()) {
                            told.call1(py, (to_json(&fresh)?,))?;
                        }
                        py.check_signals()
                    });
                    results.append(&mut fresh);
                    if let Err(error) = heard {
                        interrupt.get_or_insert(error);
                        stop.raise();
                    }
                    if raises && self.failure.is_there() {
                        stop.raise();
                    }
                    if stop.is_raised() {
                        let hushed = Python::attach(|py| self.thinking.interrupt(py));
                        interrupt = interrupt.take().or(hushed.err());
                    }
                    if is_over {
                        break;
                    }
                }
                texts.sort();
                let played = match work.join() {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(never)) => match never {},
                    Err(_) => Err(refused("the run broke off")),
                };
                (played, texts)
            })
        });
        let failure = self.failure.take().filter(|_| raises);
        let unopened = self.plan.openings_failure().map(refused);
        if let Some(error) = interrupt.or(failure).or(unopened) {
            return Err(error);
        }
        played?;
        results.sort_by_key(|result| result.game);
        let texts = texts.into_iter().map(|(_, text)| text).collect();
        Ok((to_json(&results)?, texts))
    }

    /// The part of a report that is the run and these results, as JSON.
    fn part(&self, results: &str) -> PyResult<String> {
        to_json(&Report::new(&self.plan, from_json(results)?))
    }

    /// The report on these results, with statistics, as JSON.
    fn report(&self, py: Python<'_>, results: &str) -> PyResult<String> {
        let results: Vec<GameResult> = from_json(results)?;
        let report = py.detach(|| Report::new(&self.plan, results).with_statistics());
        to_json(&report)
    }
}

/// What an option is called.
fn name(option: &impl serde::Serialize) -> PyResult<String> {
    from_json(&to_json(option)?)
}

/// A run as another process had it.
#[pyfunction]
#[pyo3(signature = (game, agents, games, seed, key, pairing, seatings, python, openings=None))]
#[expect(clippy::too_many_arguments, reason = "they are what a run is made of")]
pub(crate) fn planned(
    py: Python<'_>,
    game: &str,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    key: Option<&str>,
    pairing: &str,
    seatings: &str,
    python: Vec<(String, Py<PyAny>)>,
    openings: Option<(String, Option<String>)>,
) -> PyResult<Run> {
    let game = Game::open(game)?;
    let root = (seed, key);
    let run = Run::scheduled(py, &game, agents, games, root, (pairing, seatings), python)?;
    let Some((spec, suite)) = openings else {
        return Ok(run);
    };
    let openings = Openings::sent(&spec, suite.as_deref(), &game.variant).map_err(refused)?;
    run.opened(|plan| plan.with_openings(openings))
}

/// Every seat of every game of a report, as JSON.
#[pyfunction]
pub(crate) fn report_rows(report: &str) -> PyResult<String> {
    to_json(&export::rows(&from_json::<Report>(report)?))
}

//! Matches and tournaments: plans of the arena, played in threads.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ludorum_arena::{
    GameResult, Pairing, Plan, Report, Schedule, Seatings, Shard, export, run as play,
};
use ludorum_catalog::Variant;
use ludorum_core::{Seed, Stop};
use pyo3::prelude::*;

use crate::game::Game;
use crate::guest::{Failure, Troupe};
use crate::{all_threads, refused};

/// How often a run looks whether it is to be interrupted.
const POLL: Duration = Duration::from_millis(100);

/// A run that is planned: which games there are is fixed by what it is made of.
#[pyclass(module = "ludorum._native", frozen)]
pub(crate) struct Run {
    plan: Plan,
    failure: Failure,
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
        _ => Err(refused(format!("seatings is rotations or all, not {name}"))),
    }
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(refused)
}

fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(refused)
}

#[pymethods]
impl Run {
    /// Plans a run. `python` are agents that are Python objects, by the specs that name them in
    /// `agents`.
    #[new]
    #[pyo3(signature = (game, agents, *, games, seed, pairing, seatings, python))]
    fn new(
        game: &Game,
        agents: Vec<String>,
        games: u64,
        seed: u64,
        pairing: &str,
        seatings: &str,
        python: Vec<(String, Py<PyAny>)>,
    ) -> PyResult<Run> {
        let failure = Failure::default();
        let troupe = Troupe {
            agents: python,
            failure: failure.clone(),
        };
        let own = game.variant.clone();
        let invite = move |variant: &Variant, spec: &str| {
            let known = troupe.player(variant, spec);
            // Programs are for the variant the game was opened as, if it invites any.
            known.or_else(|| Some(own.player(spec)))
        };
        let variant = game.variant.clone().inviting(Arc::new(invite));
        let schedule = Schedule {
            pairing: self::pairing(pairing)?,
            seatings: self::seatings(seatings)?,
        };
        let plan = Plan::scheduled(variant, &agents, schedule, Seed(seed), games);
        let plan = plan.map_err(refused)?;
        Ok(Run { plan, failure })
    }

    /// The number of games planned.
    #[getter]
    fn games(&self) -> u64 {
        self.plan.games()
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
        let done: Vec<GameResult> = from_json(done)?;
        let stop = Stop::new();
        let (results, texts) = py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, ended) = channel();
                let (plan, stop) = (&self.plan, &stop);
                let work = scope.spawn(move || {
                    play(plan, shard, done, all_threads(threads), stop, |batch| {
                        for played in batch {
                            let record = records.then(|| played.record.to_text());
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
                    if let Err(error) = heard {
                        self.failure.put(error);
                        stop.raise();
                    }
                    if raises && self.failure.is_there() {
                        stop.raise();
                    }
                    if is_over {
                        break;
                    }
                }
                texts.sort();
                let results = match work.join() {
                    Ok(Ok(results)) => Ok(results),
                    Ok(Err(never)) => match never {},
                    Err(_) => Err(refused("the run broke off")),
                };
                (results, texts)
            })
        });
        if let Some(error) = self.failure.take().filter(|_| raises || stop.is_raised()) {
            return Err(error);
        }
        let texts = texts.into_iter().map(|(_, text)| text).collect();
        Ok((to_json(&results?)?, texts))
    }

    /// The report on these results, with statistics, as JSON.
    fn report(&self, py: Python<'_>, results: &str) -> PyResult<String> {
        let results: Vec<GameResult> = from_json(results)?;
        let report = py.detach(|| Report::new(&self.plan, results).with_statistics());
        to_json(&report)
    }
}

/// Every seat of every game of a report, as JSON.
#[pyfunction]
pub(crate) fn report_rows(report: &str) -> PyResult<String> {
    to_json(&export::rows(&from_json::<Report>(report)?))
}

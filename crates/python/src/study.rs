//! Experiments and tuning whose runs Python plays, such as on a cluster.

use std::path::{Path, PathBuf};

use ludorum_arena::experiment::{Compared, Effort, Experiment, Findings, find, read_experiment};
use ludorum_arena::tune::{Dimension, History, Method, Tuning};
use ludorum_arena::{
    Claim, GameResult, Openings, Plan, PlanError, Report, Venue, document, write_whole,
};
use ludorum_core::{Seed, Stop};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::Game;
use crate::guest::Failure;
use crate::refused;
use crate::runs::{Run, from_json};

/// Where Python says that games are played: a function from a run to its report as JSON.
struct Elsewhere {
    play: Py<PyAny>,
    failure: Failure,
}

impl Elsewhere {
    fn ask(&self, plan: &Plan) -> PyResult<Vec<GameResult>> {
        let report = Python::attach(|py| {
            let report = self.play.call1(py, (Run::of(plan.clone()),))?;
            report.extract::<String>(py)
        })?;
        from_json::<Report>(&report)?.resume(plan).map_err(refused)
    }

    /// The error of the arena for one of Python, which is kept for whoever began.
    fn failed(&self, error: PyErr) -> PlanError {
        let why = error.to_string();
        self.failure.put(error);
        PlanError::Unanswerable(why)
    }
}

impl Venue for Elsewhere {
    fn play(&self, plan: &Plan, _: &Stop) -> Result<Vec<GameResult>, PlanError> {
        self.ask(plan).map_err(|error| self.failed(error))
    }
}

/// Where what was found so far goes, and who is told how much it is.
struct Notebook {
    path: Option<PathBuf>,
    told: Py<PyAny>,
}

impl Notebook {
    fn keep(&self, found: &impl Serialize, count: usize) -> PyResult<()> {
        if let Some(path) = &self.path {
            let written = write_whole(path, &document(found));
            written
                .map_err(|error| refused(format!("cannot write {}: {error}", path.display())))?;
        }
        Python::attach(|py| self.told.call1(py, (count,)).map(|_| ()))
    }
}

fn text_of(found: &impl Serialize) -> PyResult<String> {
    String::from_utf8(document(found)).map_err(refused)
}

/// The experiments of the program by their names.
#[pyfunction]
pub(crate) fn experiments() -> Vec<String> {
    let all = ludorum_arena::experiment::experiments().into_iter();
    all.map(|experiment| experiment.id).collect()
}

/// Answers the questions of an experiment, given by its name or as text, and returns the findings as
/// JSON. `play` plays a run; what was found before is taken from `path`, and kept there after every
/// question, about which `told` is told.
#[pyfunction]
#[pyo3(signature = (experiment, *, games, quick, seed, path, play, told))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn find_answers(
    py: Python<'_>,
    experiment: &str,
    games: Option<u64>,
    quick: bool,
    seed: u64,
    path: Option<PathBuf>,
    play: Py<PyAny>,
    told: Py<PyAny>,
) -> PyResult<String> {
    let experiment = experiment_of(experiment)?;
    let effort = match (games, quick) {
        (Some(games), _) => Effort::Games(games),
        (None, true) => Effort::Quick,
        (None, false) => Effort::Full,
    };
    let fresh = Findings::none(&experiment, Seed(seed));
    let _claim = claimed(path.as_deref())?;
    let before: Option<Findings> = path.as_deref().map(kept).transpose()?.flatten();
    if let (Some(before), Some(path)) = (&before, &path) {
        let refuse = |error| refused(format!("{}: {error}", path.display()));
        before.roots().map_err(refuse)?;
    }
    let before = before.filter(|kept| kept.seed == fresh.seed && kept.program == fresh.program);
    let failure = Failure::default();
    let venue = Elsewhere {
        play,
        failure: failure.clone(),
    };
    let notebook = Notebook { path, told };
    let found = py.detach(|| {
        let open = |spec: &str| Game::variant_of(spec).map_err(PlanError::from);
        let keep = |found: &Findings| {
            let kept = notebook.keep(found, found.findings.len());
            kept.map_err(|error| venue.failed(error))
        };
        let before = before.unwrap_or(fresh);
        find(
            &experiment,
            open,
            effort,
            &venue,
            before,
            &Stop::new(),
            keep,
        )
    });
    if let Some(error) = failure.take() {
        return Err(error);
    }
    text_of(&found.map_err(refused)?)
}

/// An experiment of the program by its name, or one from text.
fn experiment_of(text: &str) -> PyResult<Experiment> {
    let mut known = ludorum_arena::experiment::experiments().into_iter();
    match known.find(|known| known.id == text) {
        Some(known) => Ok(known),
        None => {
            let own = read_experiment(text).map_err(refused)?;
            own.check(Game::variant_of).map_err(refused)?;
            Ok(own)
        }
    }
}

/// Compares findings, as JSON, with what was published, and returns what
/// `ludorum experiment report --json` says about them.
#[pyfunction]
pub(crate) fn compare_answers(experiment: &str, findings: &str) -> PyResult<String> {
    let experiment = experiment_of(experiment)?;
    let findings: Findings = from_json(findings)?;
    text_of(&Compared::of(&experiment, Some(&findings)).only_found())
}

/// Makes sure that nobody else writes the file.
fn claimed(path: Option<&Path>) -> PyResult<Option<Claim>> {
    path.map(Claim::on).transpose().map_err(refused)
}

/// What was found before.
fn kept<T: DeserializeOwned>(path: &Path) -> PyResult<Option<T>> {
    match std::fs::read_to_string(path) {
        Ok(text) => from_json(&text).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(refused(format!("cannot read {}: {error}", path.display()))),
    }
}

/// Tunes parameters of an agent, and returns all trials as JSON. `play` plays a run; all trials so
/// far are kept in `path` after every one, about which `told` is told.
#[pyfunction]
#[pyo3(signature = (
    game, agent, params, *, method, games, trials, steps, against, seed, key=None, path, play, told, openings=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of Python")]
pub(crate) fn tune(
    py: Python<'_>,
    game: &Game,
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
    told: Py<PyAny>,
    openings: Option<&str>,
) -> PyResult<String> {
    if steps < 2 || trials == 0 || params.is_empty() {
        return Err(refused(
            "tuning takes a parameter, at least 2 steps and at least 1 trial",
        ));
    }
    let method = match method {
        "grid" => Method::Grid { steps },
        "spsa" => Method::Spsa {
            iterations: trials as u64,
        },
        "cma-es" => Method::CmaEs { trials },
        _ => {
            return Err(refused(format!(
                "method is grid, spsa or cma-es, not {method}"
            )));
        }
    };
    let dimensions = params.iter().map(|param| param.parse::<Dimension>());
    let openings = openings.map(|text| Openings::parse(text, &game.variant));
    let tuning = Tuning {
        openings: openings.transpose().map_err(refused)?,
        variant: game.variant.clone(),
        opponents: match against.is_empty() {
            true => vec![agent.clone()],
            false => against,
        },
        agent,
        dimensions: dimensions.collect::<Result<_, _>>().map_err(refused)?,
        games,
        seed: Seed(seed),
        key: key.map(str::parse).transpose().map_err(refused)?,
    };
    let _claim = claimed(path.as_deref())?;
    let before = path.as_deref().map(kept).transpose()?.flatten();
    let failure = Failure::default();
    let venue = Elsewhere {
        play,
        failure: failure.clone(),
    };
    let notebook = Notebook { path, told };
    let history = py.detach(|| {
        let stop = Stop::new();
        let keep = |history: &History| {
            if let Err(error) = notebook.keep(history, history.trials.len()) {
                venue.failed(error);
                stop.raise();
            }
        };
        ludorum_arena::tune::tune(&tuning, method, before, &venue, &stop, keep)
    });
    if let Some(error) = failure.take() {
        return Err(error);
    }
    let history = history.map_err(refused)?;
    notebook.keep(&history, history.trials.len())?;
    text_of(&history)
}

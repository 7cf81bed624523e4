//! Tuning methods: algorithms that choose the parameter values of the next trial.

use std::cell::RefCell;
use std::fmt;

use cmaes::{CMAESOptions, DVector};
use ludorum_catalog::{SeedKey, SeedKeyError};
use ludorum_core::{Seed, StopFlag};

use super::parameter_range::ParameterRange;
use super::trial::{TuningHistory, TuningPlan, TuningTrial};
use crate::resume::{
    RunMismatch, check_same, check_same_content, check_same_openings, content_files,
    has_external_agents,
};
use crate::{Executor, PlanError};

/// Tuning algorithm, which chooses the parameter values of the next trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningMethod {
    /// Grid search: all combinations of `steps` values of each parameter.
    Grid {
        /// Number of values to try for each parameter.
        steps: usize,
    },
    /// SPSA, simultaneous perturbation (Spall 1992): agents with two neighbouring sets of parameter
    /// values play each other, and the values move towards the winner's.
    Spsa {
        /// Number of iterations, each with one match between two sets of parameter values.
        iterations: u64,
    },
    /// CMA-ES, covariance matrix adaptation (Hansen 2001).
    CmaEs {
        /// Maximum number of trials, each of which plays games with one set of parameter values.
        trials: usize,
    },
}

impl fmt::Display for TuningMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuningMethod::Grid { steps } => write!(f, "grid of {steps} values each"),
            TuningMethod::Spsa { iterations } => write!(f, "SPSA, {iterations} iterations"),
            TuningMethod::CmaEs { trials } => write!(f, "CMA-ES, {trials} trials"),
        }
    }
}

/// Tunes an agent's parameters until the method ends or `stop` is raised. Calls `on_trial` with the
/// history after each trial. Trials of the earlier history `before` are reused, not played again.
///
/// # Errors
/// If the agent rejects parameter values, or `before` is the history of another tuning.
pub fn tune(
    tuning: &TuningPlan,
    method: TuningMethod,
    before: Option<TuningHistory>,
    executor: &dyn Executor,
    stop: &StopFlag,
    on_trial: impl FnMut(&TuningHistory),
) -> Result<TuningHistory, PlanError> {
    let agents = [&tuning.agent].into_iter().chain(&tuning.opponents);
    let key = match (tuning.key, before.as_ref().and_then(TuningHistory::key)) {
        (Some(key), _) => key,
        (None, Some(known)) => known?,
        (None, None) => SeedKey::random(),
    };
    let tuning = &TuningPlan {
        key: Some(key),
        ..tuning.clone()
    };
    let history = TuningHistory {
        game: tuning.variant.spec().to_owned(),
        agent: tuning.agent.clone(),
        method: method.to_string(),
        opponents: tuning.opponents.clone(),
        parameters: tuning.dimensions.iter().map(|d| d.name.clone()).collect(),
        ranges: tuning
            .dimensions
            .iter()
            .map(ParameterRange::to_string)
            .collect(),
        games: tuning.games,
        seed: tuning.seed.0.to_string(),
        openings: tuning
            .openings
            .as_ref()
            .map(|openings| openings.spec().to_owned()),
        key: has_external_agents(&tuning.variant, agents.clone())?.then(|| key.to_string()),
        content: content_files(&tuning.variant, agents)?,
        trials: Vec::new(),
        best: None,
    };
    let (mut known, mut known_best) = (Vec::new(), None);
    if let Some(before) = before {
        before.check_is_of(&history)?;
        (known, known_best) = (before.trials, before.best);
    }
    let mut search = TuningRun {
        tuning,
        executor,
        stop,
        known,
        history,
        on_trial,
    };
    let best = match method {
        TuningMethod::Grid { steps } => search.grid(steps)?,
        TuningMethod::Spsa { iterations } => search.spsa(iterations)?,
        TuningMethod::CmaEs { trials } => search.cma_es(trials)?,
    };
    if let (Some(parts), false) = (best, stop.is_raised()) {
        // Played on new setups, because the best score of many trials is biased upwards.
        let seed = tuning.seed.child("best", 0);
        let values = tuning.values(&parts);
        search.history.best = match known_best.filter(|known| known.values == values) {
            Some(known) => Some(known),
            None => tuning.run_trial(&parts, &tuning.opponents, seed, executor, stop)?,
        };
    }
    Ok(search.history)
}

impl TuningHistory {
    /// Secret key for the seeds of games; `None` if there are no external agents.
    fn key(&self) -> Option<Result<SeedKey, PlanError>> {
        let key = self.key.as_ref()?.parse();
        Some(key.map_err(|error: SeedKeyError| {
            PlanError::OtherHistory(format!("the history is damaged: {error}"))
        }))
    }

    /// Checks that this history and `now` have the same tuning settings and content files.
    fn check_is_of(&self, now: &TuningHistory) -> Result<(), PlanError> {
        self.check_same_tuning(now).map_err(|difference| {
            PlanError::OtherHistory(format!("the history is of another tuning: {difference}"))
        })?;
        check_same_content(&self.content, &now.content)
            .map_err(|content| PlanError::OtherHistory(format!("the history was {content}")))
    }

    fn check_same_tuning(&self, now: &TuningHistory) -> Result<(), RunMismatch> {
        let same_list = |what, before: &[String], now: &[String]| {
            check_same(what, &before.join(" "), &now.join(" "))
        };
        let key = |history: &TuningHistory| history.key.clone().unwrap_or_default();
        check_same("game", &self.game, &now.game)?;
        check_same("agent", &self.agent, &now.agent)?;
        check_same("method", &self.method, &now.method)?;
        same_list("field", &self.opponents, &now.opponents)?;
        same_list("parameters", &self.parameters, &now.parameters)?;
        // Old histories have no ranges.
        if !self.ranges.is_empty() {
            same_list("ranges", &self.ranges, &now.ranges)?;
        }
        check_same("games", &self.games.to_string(), &now.games.to_string())?;
        check_same("seed", &self.seed, &now.seed)?;
        check_same_openings(self.openings.as_deref(), now.openings.as_deref())?;
        check_same("key", &key(self), &key(now))
    }
}

struct TuningRun<'a, F> {
    tuning: &'a TuningPlan,
    executor: &'a dyn Executor,
    stop: &'a StopFlag,
    /// Trials of the resumed history, in order. Reused as long as the method chooses the same
    /// parameter values.
    known: Vec<TuningTrial>,
    history: TuningHistory,
    on_trial: F,
}

impl<F: FnMut(&TuningHistory)> TuningRun<'_, F> {
    /// Runs a trial, adds it to the history and returns its score (mean win share); `None` if
    /// `stop` was raised.
    fn run_trial(
        &mut self,
        parts: &[f64],
        opponents: &[String],
        seed: Seed,
    ) -> Result<Option<f64>, PlanError> {
        let known = self.known.get(self.history.trials.len());
        let values = self.tuning.values(parts);
        let trial = match known.filter(|known| known.values == values) {
            Some(known) => Some(known.clone()),
            None => self
                .tuning
                .run_trial(parts, opponents, seed, self.executor, self.stop)?,
        };
        Ok(trial.map(|trial: TuningTrial| {
            let score = trial.score;
            self.history.trials.push(trial);
            (self.on_trial)(&self.history);
            score
        }))
    }

    fn grid(&mut self, steps: usize) -> Result<Option<Vec<f64>>, PlanError> {
        let mut points: Vec<Vec<f64>> = vec![Vec::new()];
        for dimension in &self.tuning.dimensions {
            let parts = dimension.steps(steps);
            points = points
                .iter()
                .flat_map(|point| {
                    parts.iter().map(|&part| {
                        let mut longer = point.clone();
                        longer.push(part);
                        longer
                    })
                })
                .collect();
        }
        let mut best: Option<(f64, Vec<f64>)> = None;
        for point in points {
            let opponents = &self.tuning.opponents;
            let Some(score) = self.run_trial(&point, opponents, self.tuning.seed)? else {
                return Ok(None);
            };
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, point));
            }
        }
        Ok(best.map(|(_, point)| point))
    }

    fn spsa(&mut self, iterations: u64) -> Result<Option<Vec<f64>>, PlanError> {
        // Standard exponents of SPSA. The first step is a tenth of the range, the first
        // perturbation a fifth.
        let stable = 0.1 * iterations as f64;
        let mut parts = vec![0.5; self.tuning.dimensions.len()];
        for iteration in 0..iterations {
            let mut rng = self.tuning.seed.child("direction", iteration).rng();
            let reach = 0.2 / (iteration as f64 + 1.0).powf(0.101);
            let rate =
                0.1 * (stable + 1.0).powf(0.602) / (iteration as f64 + 1.0 + stable).powf(0.602);
            let direction: Vec<f64> = parts
                .iter()
                .map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 })
                .collect();
            let moved = |by: f64| -> Vec<f64> {
                let moves = parts.iter().zip(&direction);
                moves
                    .map(|(part, way)| (part + by * way).clamp(0.0, 1.0))
                    .collect()
            };
            let (ahead, behind) = (moved(reach), moved(-reach));
            let rival = self.tuning.spec(&self.tuning.values(&behind));
            let seed = self.tuning.seed.child("iteration", iteration);
            let Some(score) = self.run_trial(&ahead, &[rival], seed)? else {
                return Ok(None);
            };
            let even = 1.0 / self.tuning.variant.seats() as f64;
            for (part, way) in parts.iter_mut().zip(&direction) {
                *part = (*part + rate * (score - even) / even * way).clamp(0.0, 1.0);
            }
        }
        Ok(Some(parts))
    }

    fn cma_es(&mut self, trials: usize) -> Result<Option<Vec<f64>>, PlanError> {
        let dimensions = self.tuning.dimensions.len();
        let (seed, stop) = (self.tuning.seed, self.stop);
        let failed: RefCell<Option<PlanError>> = RefCell::new(None);
        let objective = |parts: &DVector<f64>| {
            if stop.is_raised() || failed.borrow().is_some() {
                return 0.0;
            }
            let opponents = &self.tuning.opponents;
            // Outside the range, the score is that of the nearest end minus the distance to it.
            let outside: f64 = parts
                .iter()
                .map(|part| (part - part.clamp(0.0, 1.0)).abs())
                .sum();
            match self.run_trial(parts.as_slice(), opponents, seed) {
                Ok(score) => outside - score.unwrap_or(0.0),
                Err(error) => {
                    *failed.borrow_mut() = Some(error);
                    0.0
                }
            }
        };
        let options =
            CMAESOptions::new(vec![0.5; dimensions], 0.25).seed(seed.child("cma-es", 0).0);
        let Ok(mut optimizer) = options.build(objective) else {
            return Ok(None);
        };
        while optimizer.function_evals() < trials && !stop.is_raised() && failed.borrow().is_none()
        {
            if optimizer.next().is_some() {
                break;
            }
        }
        let mean: Vec<f64> = optimizer.mean().iter().copied().collect();
        drop(optimizer);
        match failed.into_inner() {
            Some(error) => Err(error),
            None => Ok(Some(mean)),
        }
    }
}

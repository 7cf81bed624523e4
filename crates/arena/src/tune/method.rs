//! How the next values to try are chosen.

use std::cell::RefCell;
use std::fmt;

use cmaes::{CMAESOptions, DVector};
use ludorum_catalog::{Key, KeyError};
use ludorum_core::{Seed, Stop};

use super::dimension::Dimension;
use super::trial::{History, Trial, Tuning};
use crate::resume::{content_with, has_guests, same, same_content, same_openings};
use crate::{PlanError, Venue};

/// How values are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All combinations of so many values of each parameter.
    Grid {
        /// Values of each parameter.
        steps: usize,
    },
    /// Simultaneous perturbation (Spall 1992): two neighbours play each other, and the values move
    /// towards the winner.
    Spsa {
        /// Pairs of neighbours.
        iterations: u64,
    },
    /// Covariance matrix adaptation (Hansen 2001): a population that moves and stretches.
    CmaEs {
        /// The most trials.
        trials: usize,
    },
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Grid { steps } => write!(f, "grid of {steps} values each"),
            Method::Spsa { iterations } => write!(f, "SPSA, {iterations} iterations"),
            Method::CmaEs { trials } => write!(f, "CMA-ES, {trials} trials"),
        }
    }
}

/// Tries values until the method is done or `stop` is raised. `on_trial` is told of all trials so
/// far after each. What `before` has tried already is not tried again: a method always asks for the
/// same values in the same order, as long as they score the same.
///
/// # Errors
/// When an agent cannot have such values, or `before` is of something else.
pub fn tune(
    tuning: &Tuning,
    method: Method,
    before: Option<History>,
    venue: &dyn Venue,
    stop: &Stop,
    on_trial: impl FnMut(&History),
) -> Result<History, PlanError> {
    let agents = [&tuning.agent].into_iter().chain(&tuning.opponents);
    let key = match (tuning.key, before.as_ref().and_then(History::key)) {
        (Some(key), _) => key,
        (None, Some(known)) => known?,
        (None, None) => Key::random(),
    };
    let tuning = &Tuning {
        key: Some(key),
        ..tuning.clone()
    };
    let history = History {
        game: tuning.variant.spec().to_owned(),
        agent: tuning.agent.clone(),
        method: method.to_string(),
        opponents: tuning.opponents.clone(),
        parameters: tuning.dimensions.iter().map(|d| d.name.clone()).collect(),
        ranges: tuning.dimensions.iter().map(Dimension::to_string).collect(),
        games: tuning.games,
        seed: tuning.seed.0.to_string(),
        openings: tuning
            .openings
            .as_ref()
            .map(|openings| openings.spec().to_owned()),
        key: has_guests(&tuning.variant, agents.clone())?.then(|| key.to_string()),
        content: content_with(&tuning.variant, agents)?,
        trials: Vec::new(),
        best: None,
    };
    let (mut known, mut known_best) = (Vec::new(), None);
    if let Some(before) = before {
        before.check_is_of(&history)?;
        (known, known_best) = (before.trials, before.best);
    }
    let mut search = Search {
        tuning,
        venue,
        stop,
        known,
        history,
        on_trial,
    };
    let best = match method {
        Method::Grid { steps } => search.grid(steps)?,
        Method::Spsa { iterations } => search.spsa(iterations)?,
        Method::CmaEs { trials } => search.cma_es(trials)?,
    };
    if let (Some(parts), false) = (best, stop.is_raised()) {
        // On setups of its own: whoever was best of many was also lucky.
        let seed = tuning.seed.child("best", 0);
        let values = tuning.values(&parts);
        search.history.best = match known_best.filter(|known| known.values == values) {
            Some(known) => Some(known),
            None => tuning.try_out(&parts, &tuning.opponents, seed, venue, stop)?,
        };
    }
    Ok(search.history)
}

impl History {
    /// The key of its games, if there were external agents.
    fn key(&self) -> Option<Result<Key, PlanError>> {
        let key = self.key.as_ref()?.parse();
        Some(key.map_err(|error: KeyError| {
            PlanError::OtherHistory(format!("the history is damaged: {error}"))
        }))
    }

    /// Refuses a history of something else than the tuning that is to be played.
    fn check_is_of(&self, now: &History) -> Result<(), PlanError> {
        let text = |list: &[String]| list.join(" ");
        let games = |history: &History| history.games.to_string();
        same("game", &self.game, &now.game)
            .and_then(|()| same("agent", &self.agent, &now.agent))
            .and_then(|()| same("method", &self.method, &now.method))
            .and_then(|()| same("field", &text(&self.opponents), &text(&now.opponents)))
            .and_then(|()| {
                let (before, now) = (text(&self.parameters), text(&now.parameters));
                same("parameters", &before, &now)
            })
            .and_then(|()| match self.ranges.is_empty() {
                // Nobody wrote down in which ranges; other values are tried anew.
                true => Ok(()),
                false => same("ranges", &text(&self.ranges), &text(&now.ranges)),
            })
            .and_then(|()| same("games", &games(self), &games(now)))
            .and_then(|()| same("seed", &self.seed, &now.seed))
            .and_then(|()| same_openings(self.openings.as_deref(), now.openings.as_deref()))
            .and_then(|()| {
                let key = |history: &History| history.key.clone().unwrap_or_default();
                same("key", &key(self), &key(now))
            })
            .map_err(|difference| {
                PlanError::OtherHistory(format!("the history is of another tuning: {difference}"))
            })?;
        same_content(&self.content, &now.content)
            .map_err(|content| PlanError::OtherHistory(format!("the history was {content}")))
    }
}

struct Search<'a, F> {
    tuning: &'a Tuning,
    venue: &'a dyn Venue,
    stop: &'a Stop,
    /// What was tried before, in order.
    known: Vec<Trial>,
    history: History,
    on_trial: F,
}

impl<F: FnMut(&History)> Search<'_, F> {
    /// Tries values and keeps what came of it.
    fn try_out(
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
                .try_out(parts, opponents, seed, self.venue, self.stop)?,
        };
        Ok(trial.map(|trial: Trial| {
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
            let Some(score) = self.try_out(&point, opponents, self.tuning.seed)? else {
                return Ok(None);
            };
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, point));
            }
        }
        Ok(best.map(|(_, point)| point))
    }

    fn spsa(&mut self, iterations: u64) -> Result<Option<Vec<f64>>, PlanError> {
        // The usual exponents; the first steps are a tenth of the range, the neighbours a fifth.
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
            let Some(score) = self.try_out(&ahead, &[rival], seed)? else {
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
            // Outside of the range it is as good as at its end, and worse the further it is.
            let outside: f64 = parts
                .iter()
                .map(|part| (part - part.clamp(0.0, 1.0)).abs())
                .sum();
            match self.try_out(parts.as_slice(), opponents, seed) {
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

//! Plan, trials and history of a tuning.

use ludorum_catalog::{SeedKey, Variant};
use ludorum_core::{Seed, StopFlag};
use serde::{Deserialize, Serialize};

use super::parameter_range::{ParameterRange, with_parameters};
use crate::schedule::{Pairing, Schedule, SeatingScheme};
use crate::stats::{mean_95, wilson};
use crate::{BlockLayout, Executor, GameTally, OpeningSource, PlanError, RunPlan};

/// Plan of a tuning: agent, parameters, opponents and games.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// The variant.
    pub variant: Variant,
    /// Spec of the agent.
    pub agent: String,
    /// Parameters to tune.
    pub dimensions: Vec<ParameterRange>,
    /// Specs of the opponents.
    pub opponents: Vec<String>,
    /// Games of a trial against each opponent.
    pub games: u64,
    /// Seed.
    pub seed: Seed,
    /// Openings of the games.
    pub openings: Option<OpeningSource>,
    /// Key of games with external agents; if `None`, that of the resumed history or a random one.
    pub key: Option<SeedKey>,
}

/// Trial of a tuning: a set of values and its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningTrial {
    /// Spec of the agent with these values.
    pub spec: String,
    /// Values, in the order of the parameters.
    pub values: Vec<f64>,
    /// Mean share of the win.
    pub score: f64,
    /// 95 % interval of the score, from blocks.
    pub interval: Option<(f64, f64)>,
    /// Number of games.
    pub games: u64,
}

/// History of a tuning: its settings and all trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningHistory {
    /// Spec of the game.
    pub game: String,
    /// Spec of the agent.
    pub agent: String,
    /// Tuning method.
    pub method: String,
    /// Specs of the opponents.
    pub opponents: Vec<String>,
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Parameters with their ranges; empty in old histories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<String>,
    /// Games of a trial against each opponent.
    #[serde(default)]
    pub games: u64,
    /// Seed, as text.
    pub seed: String,
    /// Full spec of the openings; `None` if games begin at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Key of a tuning with external agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Files of the game and the agents besides the program, by name and hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// All trials, in order.
    pub trials: Vec<TuningTrial>,
    /// Final values, in a trial of their own; `None` until the method ends.
    pub best: Option<TuningTrial>,
}

impl TuningPlan {
    /// Values at these fractions of the ranges.
    pub(super) fn values(&self, parts: &[f64]) -> Vec<f64> {
        let pairs = self.dimensions.iter().zip(parts);
        pairs
            .map(|(dimension, &part)| dimension.value(part))
            .collect()
    }

    /// Spec of the agent with these values.
    pub(super) fn spec(&self, values: &[f64]) -> String {
        let names = self
            .dimensions
            .iter()
            .map(|dimension| dimension.name.as_str());
        let pairs: Vec<(&str, f64)> = names.zip(values.iter().copied()).collect();
        with_parameters(&self.agent, &pairs)
    }

    /// Plays the games of a trial; `None` if `stop` was raised. Trials with the same seed share
    /// their setups, so that luck does not decide between them.
    pub(super) fn run_trial(
        &self,
        parts: &[f64],
        opponents: &[String],
        seed: Seed,
        executor: &dyn Executor,
        stop: &StopFlag,
    ) -> Result<Option<TuningTrial>, PlanError> {
        let values = self.values(parts);
        let spec = self.spec(&values);
        let mut agents = vec![spec.clone()];
        agents.extend(opponents.iter().cloned());
        let schedule = Schedule {
            pairing: Pairing::Field,
            seatings: SeatingScheme::Rotations,
        };
        let mut plan =
            RunPlan::scheduled(self.variant.clone(), &agents, schedule, seed, self.games)?;
        if let Some(key) = self.key {
            plan = plan.with_key(key);
        }
        if let Some(openings) = &self.openings {
            plan = plan.with_openings(openings.clone())?;
        }
        let games = executor.play(&plan, stop)?;
        if stop.is_raised() {
            return Ok(None);
        }
        let scores = block_scores(plan.layout(), &games);
        let (score, half) = mean_95(scores.iter().copied());
        let mut tally = GameTally::new(plan.agents(), Some(plan.layout().clone()));
        games.iter().for_each(|game| tally.add(game));
        // A repeated block adds no information.
        let (half, different) = match tally.distinct() {
            Some(distinct) => {
                let repeated = distinct.all_blocks as f64 / distinct.blocks.max(1) as f64;
                (half * repeated.sqrt(), distinct.games)
            }
            None => (half, games.len() as u64),
        };
        Ok(Some(TuningTrial {
            spec: plan.agents()[0].clone(),
            values,
            score,
            interval: interval(score, half, different),
            games: games.len() as u64,
        }))
    }
}

/// Interval of a score from blocks. If all blocks ended alike, it is Wilson's interval for the
/// distinct games.
fn interval(score: f64, half: f64, games: u64) -> Option<(f64, f64)> {
    if half == 0.0 {
        return Some(wilson(score * games as f64, games));
    }
    half.is_finite()
        .then_some(((score - half).max(0.0), (score + half).min(1.0)))
}

/// Mean share of the first agent in each block.
fn block_scores(layout: &BlockLayout, games: &[crate::GameResult]) -> Vec<f64> {
    let size = usize::try_from(layout.block_games()).unwrap_or(usize::MAX);
    let score = |block: &[crate::GameResult]| {
        let own = block.iter().flat_map(|game| &game.seats);
        let own: Vec<f64> = own
            .filter(|seat| seat.agent == 0)
            .map(|seat| seat.share)
            .collect();
        own.iter().sum::<f64>() / own.len().max(1) as f64
    };
    games.chunks(size.max(1)).map(score).collect()
}

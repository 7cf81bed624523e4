//! Plan, trials and history of a parameter tuning.

use ludorum_catalog::{SeedKey, Variant};
use ludorum_core::{Seed, StopFlag};
use serde::{Deserialize, Serialize};

use super::parameter_range::{ParameterRange, with_parameters};
use crate::schedule::{Pairing, RunSchedule, SeatingScheme};
use crate::stats::{mean_95, wilson};
use crate::{BlockLayout, Executor, GameTally, OpeningSource, PlanError, RunPlan};

/// Plan of a parameter tuning: agent, parameter ranges, opponents and number of games.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// Game to play, with its parameters.
    pub variant: Variant,
    /// Spec of the agent to tune.
    pub agent: String,
    /// Parameters to tune, with their ranges.
    pub dimensions: Vec<ParameterRange>,
    /// Specs of the opponents.
    pub opponents: Vec<String>,
    /// Number of games that each trial plays against each opponent.
    pub games: u64,
    /// Seed from which all games are derived.
    pub seed: Seed,
    /// Source of the openings; `None` if games begin at the start position.
    pub openings: Option<OpeningSource>,
    /// Secret key for the seeds of games with external agents; `None` to use the key of the resumed
    /// history, or a random key.
    pub key: Option<SeedKey>,
}

/// Trial of a parameter tuning: parameter values and the score that the agent reached with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningTrial {
    /// Spec of the agent with the trial's parameter values.
    pub spec: String,
    /// Parameter values, in the order of `TuningHistory::parameters`.
    pub values: Vec<f64>,
    /// Mean share of the win of the tuned agent in the trial's games, from 0 to 1.
    pub score: f64,
    /// 95 % interval of the score, with blocks of games as samples; `None` with too few blocks.
    pub interval: Option<(f64, f64)>,
    /// Number of games played in the trial.
    pub games: u64,
}

/// History of a parameter tuning: its settings and all trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningHistory {
    /// Spec of the game.
    pub game: String,
    /// Spec of the tuned agent before tuning.
    pub agent: String,
    /// Tuning method with its settings, as text.
    pub method: String,
    /// Specs of the opponents of the tuned agent.
    pub opponents: Vec<String>,
    /// Names of the tuned parameters.
    pub parameters: Vec<String>,
    /// Ranges of the tuned parameters, such as `c=0.1..3.0`; empty in old histories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<String>,
    /// Number of games that each trial plays against each opponent.
    #[serde(default)]
    pub games: u64,
    /// Seed from which all games are derived, as decimal text.
    pub seed: String,
    /// Full spec of the openings; `None` if games begin at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Secret key for the seeds of games with external agents; `None` if there are no such agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Names and hashes of the content files of game and agents, such as boards and plug-ins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// All trials played so far, in the order in which they were played.
    pub trials: Vec<TuningTrial>,
    /// Additional trial of the final parameter values; `None` until the tuning method ends.
    pub best: Option<TuningTrial>,
}

impl TuningPlan {
    /// Parameter values at the given fractions of the parameter ranges.
    pub(super) fn values(&self, parts: &[f64]) -> Vec<f64> {
        let pairs = self.dimensions.iter().zip(parts);
        pairs
            .map(|(dimension, &part)| dimension.value(part))
            .collect()
    }

    /// Spec of the tuned agent with the given parameter values.
    pub(super) fn spec(&self, values: &[f64]) -> String {
        let names = self
            .dimensions
            .iter()
            .map(|dimension| dimension.name.as_str());
        let pairs: Vec<(&str, f64)> = names.zip(values.iter().copied()).collect();
        with_parameters(&self.agent, &pairs)
    }

    /// Plays the games of a trial; `None` if `stop` was raised. Trials with the same seed use the
    /// same setups, which reduces the variance of their differences.
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
        let schedule = RunSchedule {
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
        // Repeated blocks add no information, so the interval is as wide as without them.
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

/// Interval `score ± half`, limited to 0 and 1; `None` if `half` is infinite. If `half` is 0 (equal
/// block scores), Wilson's interval for `games` games.
fn interval(score: f64, half: f64, games: u64) -> Option<(f64, f64)> {
    if half == 0.0 {
        return Some(wilson(score * games as f64, games));
    }
    half.is_finite()
        .then_some(((score - half).max(0.0), (score + half).min(1.0)))
}

/// Mean win share of the plan's first agent in each block of games.
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

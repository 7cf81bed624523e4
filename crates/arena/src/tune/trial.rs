//! One set of values tried, and all of them.

use ludorum_catalog::{Key, Variant};
use ludorum_core::{Seed, Stop};
use serde::{Deserialize, Serialize};

use super::dimension::{Dimension, with_parameters};
use crate::schedule::{Pairing, Schedule, Seatings};
use crate::stats::{mean_95, wilson};
use crate::{Layout, Openings, Plan, PlanError, Tally, Venue};

/// What is to be tuned, and how it is tried.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The variant that is played.
    pub variant: Variant,
    /// The agent.
    pub agent: String,
    /// Its parameters.
    pub dimensions: Vec<Dimension>,
    /// Whom it plays.
    pub opponents: Vec<String>,
    /// The games of a trial against each opponent.
    pub games: u64,
    /// The seed.
    pub seed: Seed,
    /// What the games of a trial begin with.
    pub openings: Option<Openings>,
    /// The key of games with external agents; if left out, that of the history which is resumed, or a
    /// random one.
    pub key: Option<Key>,
}

/// One set of values and what it scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The spec of the agent with these values.
    pub spec: String,
    /// The values, in the order of the parameters.
    pub values: Vec<f64>,
    /// Its mean share of the win.
    pub score: f64,
    /// The 95 % interval of the score, from blocks.
    pub interval: Option<(f64, f64)>,
    /// The number of games.
    pub games: u64,
}

/// Everything that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The game.
    pub game: String,
    /// The agent.
    pub agent: String,
    /// How values were chosen.
    pub method: String,
    /// Whom it played.
    pub opponents: Vec<String>,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The parameters with their ranges; histories written before these were kept have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<String>,
    /// The games of a trial against each opponent.
    #[serde(default)]
    pub games: u64,
    /// The seed, as text.
    pub seed: String,
    /// The openings with which games begin, in full; none if they begin at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The key of a tuning with external agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The files the game and the agents are made of besides the program, by name and hash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// All trials, in order.
    pub trials: Vec<Trial>,
    /// What the method ended with, tried once more; none while it goes on.
    pub best: Option<Trial>,
}

impl Tuning {
    /// The values at these parts of the ways.
    pub(super) fn values(&self, parts: &[f64]) -> Vec<f64> {
        let pairs = self.dimensions.iter().zip(parts);
        pairs
            .map(|(dimension, &part)| dimension.value(part))
            .collect()
    }

    /// The spec of the agent with these values.
    pub(super) fn spec(&self, values: &[f64]) -> String {
        let names = self
            .dimensions
            .iter()
            .map(|dimension| dimension.name.as_str());
        let pairs: Vec<(&str, f64)> = names.zip(values.iter().copied()).collect();
        with_parameters(&self.agent, &pairs)
    }

    /// Plays the games of a trial; none if `stop` was raised. Trials with one seed start from the
    /// same setups, so that luck does not choose between them.
    pub(super) fn try_out(
        &self,
        parts: &[f64],
        opponents: &[String],
        seed: Seed,
        venue: &dyn Venue,
        stop: &Stop,
    ) -> Result<Option<Trial>, PlanError> {
        let values = self.values(parts);
        let spec = self.spec(&values);
        let mut agents = vec![spec.clone()];
        agents.extend(opponents.iter().cloned());
        let schedule = Schedule {
            pairing: Pairing::Field,
            seatings: Seatings::Rotations,
        };
        let mut plan = Plan::scheduled(self.variant.clone(), &agents, schedule, seed, self.games)?;
        if let Some(key) = self.key {
            plan = plan.with_key(key);
        }
        if let Some(openings) = &self.openings {
            plan = plan.with_openings(openings.clone())?;
        }
        let games = venue.play(&plan, stop)?;
        if stop.is_raised() {
            return Ok(None);
        }
        let scores = block_scores(plan.layout(), &games);
        let (score, half) = mean_95(scores.iter().copied());
        let mut tally = Tally::new(plan.agents(), Some(plan.layout().clone()));
        games.iter().for_each(|game| tally.add(game));
        // A block that is repeated is no more evidence than one.
        let (half, different) = match tally.distinct() {
            Some(distinct) => {
                let repeated = distinct.all_blocks as f64 / distinct.blocks.max(1) as f64;
                (half * repeated.sqrt(), distinct.games)
            }
            None => (half, games.len() as u64),
        };
        Ok(Some(Trial {
            spec: plan.agents()[0].clone(),
            values,
            score,
            interval: interval(score, half, different),
            games: games.len() as u64,
        }))
    }
}

/// The interval of a score from blocks; if all blocks ended alike, that of as many games as were
/// different.
fn interval(score: f64, half: f64, games: u64) -> Option<(f64, f64)> {
    if half == 0.0 {
        return Some(wilson(score * games as f64, games));
    }
    half.is_finite()
        .then_some(((score - half).max(0.0), (score + half).min(1.0)))
}

/// The mean share of the first agent in each block.
fn block_scores(layout: &Layout, games: &[crate::GameResult]) -> Vec<f64> {
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

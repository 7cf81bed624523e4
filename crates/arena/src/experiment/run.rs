//! Runs an experiment: plays the games and measures the numbers of its plan.

use ludorum_catalog::{SeedKey, Variant};
use ludorum_core::{Seed, StopFlag};
use serde::{Deserialize, Serialize};

use super::plan::{Experiment, ExperimentQuestion};
use super::question_runner::ExperimentRunner;
use crate::openings::OpeningSource;
use crate::resume::{check_same_content, check_same_openings, content_files, has_external_agents};
use crate::stats::ratio_95;
use crate::{Executor, PlanError};

/// Selects the number of games to play for each question of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleSizeChoice {
    /// Uses the number of games that the plan gives for full runs.
    Full,
    /// Uses the smaller number of games that the plan gives for quick runs.
    Quick,
    /// Uses the same given number of games for every question.
    Games(u64),
}

/// Measured number that answers one question of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredNumber {
    /// Name of the question's row in the published table.
    pub row: String,
    /// Name of the question's column in the published table.
    pub column: String,
    /// Number of games played to measure the value.
    pub games: u64,
    /// Sample size of the value, such as the number of games in which the agent moved first.
    pub cases: u64,
    /// Measured value; rates are from 0 to 1.
    pub value: f64,
    /// 95 % confidence interval of the value; `None` for exact values and too small samples.
    pub interval: Option<(f64, f64)>,
    /// Value on the x axis of the plot; `None` to use the number in the column name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// Names and hashes of the content files (boards, plug-ins, agents) that the games used. Empty
    /// in old results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Version of the game's rules; 1 in old results.
    #[serde(default = "first_rules_version")]
    pub rules: u32,
    /// Full spec of the openings; `None` if games began at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Command line that plays the same games again.
    pub command: String,
}

/// Results of an experiment: the numbers measured so far, with the seed of their games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentResults {
    /// Id of the experiment.
    pub id: String,
    /// Name and version of the Ludorum program that measured the first number.
    pub program: String,
    /// Seed of all games, as decimal text.
    pub seed: String,
    /// Secret key for the seeds of games with external agents; `None` if there are no such agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Measured numbers, in the order of measurement.
    pub findings: Vec<MeasuredNumber>,
}

impl ExperimentResults {
    /// Creates the results of an experiment before its first measurement.
    pub fn new(experiment: &Experiment, seed: Seed) -> ExperimentResults {
        ExperimentResults {
            id: experiment.id.clone(),
            program: ludorum_record::RecordHeader::this_program(),
            seed: seed.0.to_string(),
            key: None,
            findings: Vec::new(),
        }
    }

    /// Seed and secret key of the games. Creates a random key if none is stored.
    ///
    /// # Errors
    /// If the stored seed or key is malformed.
    pub fn seed_and_key(&self) -> Result<(Seed, SeedKey), PlanError> {
        let damaged = |what: &str, text: &str| {
            PlanError::OtherHistory(format!(
                "it is damaged: '{text}' is not a {what}; restore it from a copy, or remove it and \
                 play its games again"
            ))
        };
        let seed = self.seed.parse().map(Seed);
        let seed = seed.map_err(|_| damaged("seed", &self.seed))?;
        let key = match &self.key {
            Some(text) => text.parse().map_err(|_| damaged("key", text))?,
            None => SeedKey::random(),
        };
        Ok((seed, key))
    }

    /// Measured number that answers a question; `None` if it has not been measured.
    pub fn for_question(&self, question: &ExperimentQuestion) -> Option<&MeasuredNumber> {
        let is_it =
            |found: &&MeasuredNumber| found.row == question.row && found.column == question.column;
        self.findings.iter().find(is_it)
    }
}

fn first_rules_version() -> u32 {
    1
}

impl MeasuredNumber {
    /// Checks that the number was measured with the current version of the game's rules.
    fn check_rules(&self, variant: &Variant) -> Result<(), PlanError> {
        let (before, now) = (self.rules, variant.rules_version());
        if before == now {
            return Ok(());
        }
        Err(PlanError::OtherHistory(format!(
            "the earlier result of {} / {} was played by version {before} of the rules of {}, this \
             program has version {now}; use another folder",
            self.row,
            self.column,
            variant.name(),
        )))
    }

    /// Checks that the number was measured with the openings that are requested now.
    fn check_openings(&self, asked: Option<&str>, variant: &Variant) -> Result<(), PlanError> {
        let asked = asked
            .map(|text| OpeningSource::parse(text, variant))
            .transpose()?;
        let asked = asked.as_ref().map(OpeningSource::spec);
        check_same_openings(self.openings.as_deref(), asked).map_err(|difference| {
            PlanError::OtherHistory(format!(
                "the earlier result of {} / {} is from other openings: {difference}; store the new \
                 results in another folder",
                self.row, self.column
            ))
        })
    }

    /// Checks that the number was measured with the content files that are installed now.
    fn check_content(&self, here: &[String]) -> Result<(), PlanError> {
        check_same_content(&self.content, here).map_err(|content| {
            let place = format!("{} / {}", self.row, self.column);
            PlanError::OtherHistory(format!(
                "the earlier result of {place} was {content} in another folder"
            ))
        })
    }
}

#[cfg(test)]
impl MeasuredNumber {
    /// Creates a measured number for tests, as if measured in `games` games.
    pub(super) fn toy(
        (row, column): (&str, &str),
        value: f64,
        interval: (f64, f64),
        games: u64,
    ) -> MeasuredNumber {
        MeasuredNumber {
            row: row.to_owned(),
            column: column.to_owned(),
            games,
            cases: games,
            value,
            interval: Some(interval),
            at: None,
            content: Vec::new(),
            rules: 1,
            openings: None,
            command: String::new(),
        }
    }
}

/// Value of one question as measured, before it is stored as a `MeasuredNumber`.
#[derive(Clone, Debug)]
pub(super) struct UnsavedMeasurement {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) games: u64,
    pub(super) cases: u64,
    pub(super) at: Option<f64>,
    pub(super) openings: Option<String>,
    pub(super) command: String,
}

impl UnsavedMeasurement {
    /// Divides the value by that of `base`; the value becomes NaN if `base` is `None`.
    fn divide_by(&mut self, base: Option<&MeasuredNumber>) {
        let below = base.map_or(f64::NAN, |base| base.value);
        let intervals = self.interval.zip(base.and_then(|base| base.interval));
        self.interval =
            intervals.and_then(|(own, other)| ratio_95((self.value, own), (below, other)));
        self.value /= below;
    }
}

/// Runs an experiment: measures the numbers missing in the earlier results `before`, one by one.
///
/// Calls `on_finding` with all results after each measurement. Ends early if `on_finding` returns
/// an error or `stop` is raised.
///
/// # Errors
/// If a question cannot be measured, or `on_finding` fails.
pub fn run_experiment<E: From<PlanError>>(
    experiment: &Experiment,
    open: impl Fn(&str) -> Result<Variant, E>,
    effort: SampleSizeChoice,
    executor: &dyn Executor,
    before: ExperimentResults,
    stop: &StopFlag,
    mut on_finding: impl FnMut(&ExperimentResults) -> Result<(), E>,
) -> Result<ExperimentResults, E> {
    let (seed, key) = before.seed_and_key()?;
    let mut runner = ExperimentRunner::new(experiment.seatings, seed, key, executor, stop);
    let mut found = before;
    for question in &experiment.questions {
        if let Some(known) = found.for_question(question) {
            let variant = open(experiment.game_of(question))?;
            known.check_rules(&variant)?;
            known.check_openings(experiment.openings_of(question), &variant)?;
            // Old results have no hashes.
            if !known.content.is_empty() {
                let here = content_files(&variant, &question.agents).map_err(PlanError::from)?;
                known.check_content(&here)?;
            }
        }
    }
    // Divisors of relative numbers are measured first.
    let (first, later): (Vec<_>, Vec<_>) = experiment
        .questions
        .iter()
        .partition(|question| question.relative_to.is_none());
    for question in first.into_iter().chain(later) {
        let games = games_of(experiment, question, effort);
        if games == 0 {
            continue;
        }
        if found
            .for_question(question)
            .is_some_and(|known| known.games >= games)
        {
            continue;
        }
        let variant = open(experiment.game_of(question))?;
        let content = content_files(&variant, &question.agents).map_err(PlanError::from)?;
        let rules = variant.rules_version();
        if has_external_agents(&variant, &question.agents).map_err(PlanError::from)? {
            found.key = Some(key.to_string());
        }
        let measure = experiment.measure_of(question);
        let measurement = runner.measure(
            variant,
            measure,
            question,
            experiment.openings_of(question),
            games,
        );
        let measurement = measurement
            .map_err(|error| PlanError::Unanswerable(format!("{}: {error}", question.place())))?;
        let Some(mut measurement) = measurement else {
            return Ok(found);
        };
        if let Some(row) = &question.relative_to {
            let base = |f: &&MeasuredNumber| f.row == *row && f.column == question.column;
            let base = found.findings.iter().find(base);
            measurement.divide_by(base);
        }
        found
            .findings
            .retain(|old| old.row != question.row || old.column != question.column);
        found.findings.push(MeasuredNumber {
            row: question.row.clone(),
            column: question.column.clone(),
            games: measurement.games,
            cases: measurement.cases,
            value: measurement.value,
            interval: measurement.interval,
            at: measurement.at,
            content,
            rules,
            openings: measurement.openings,
            command: measurement.command,
        });
        on_finding(&found)?;
    }
    Ok(found)
}

fn games_of(
    experiment: &Experiment,
    question: &ExperimentQuestion,
    effort: SampleSizeChoice,
) -> u64 {
    match effort {
        SampleSizeChoice::Full => question.games.unwrap_or(experiment.games),
        SampleSizeChoice::Quick => question.quick.unwrap_or(experiment.quick),
        SampleSizeChoice::Games(games) => games,
    }
}

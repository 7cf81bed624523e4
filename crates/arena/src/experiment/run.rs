//! Runs an experiment: plays its games and measures its numbers.

use ludorum_catalog::{SeedKey, Variant};
use ludorum_core::{Seed, StopFlag};
use serde::{Deserialize, Serialize};

use super::plan::{Experiment, ExperimentQuestion};
use super::question_runner::QuestionRunner;
use crate::openings::OpeningSource;
use crate::resume::{check_same_content, check_same_openings, content_files, has_external_agents};
use crate::stats::ratio_95;
use crate::{Executor, PlanError};

/// Number of games for each number of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleSize {
    /// As in the plan.
    Full,
    /// The quick run of the plan.
    Quick,
    /// This many for every number.
    Games(u64),
}

/// Measured number of one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredNumber {
    /// Row of the question.
    pub row: String,
    /// Column of the question.
    pub column: String,
    /// Number of games played.
    pub games: u64,
    /// Number of cases, for instance the games in which the agent moved first.
    pub cases: u64,
    /// Value; rates are from 0 to 1.
    pub value: f64,
    /// 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// Value on the column axis, if it is not that of the column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// Files of the game and the agents besides the program, by name and hash. Missing in old
    /// results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Version of the rules; 1 in old results.
    #[serde(default = "first_rules_version")]
    pub rules: u32,
    /// Full spec of the openings; `None` if games began at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Command line that plays the same games.
    pub command: String,
}

/// Results of an experiment: the numbers measured so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentResults {
    /// Id of the experiment.
    pub id: String,
    /// Program with its version.
    pub program: String,
    /// Seed of all games, as text.
    pub seed: String,
    /// Key of the runs with external agents, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Measured numbers.
    pub findings: Vec<MeasuredNumber>,
}

impl ExperimentResults {
    /// Empty results.
    pub fn new(experiment: &Experiment, seed: Seed) -> ExperimentResults {
        ExperimentResults {
            id: experiment.id.clone(),
            program: ludorum_record::RecordHeader::this_program(),
            seed: seed.0.to_string(),
            key: None,
            findings: Vec::new(),
        }
    }

    /// Seed and key of the games; the key is new if there were no external agents yet.
    ///
    /// # Errors
    /// If one of them is invalid.
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

    /// Measured number of a question.
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
    /// Checks that the version of the rules has not changed.
    fn check_rules(&self, variant: &Variant) -> Result<(), PlanError> {
        let (before, now) = (self.rules, variant.rules_version());
        if before == now {
            return Ok(());
        }
        Err(PlanError::OtherHistory(format!(
            "{} / {}, found before, was played by version {before} of the rules of {}, this program \
             has version {now}; use another folder",
            self.row,
            self.column,
            variant.name(),
        )))
    }

    /// Checks that the openings have not changed.
    fn check_openings(&self, asked: Option<&str>, variant: &Variant) -> Result<(), PlanError> {
        let asked = asked
            .map(|text| OpeningSource::parse(text, variant))
            .transpose()?;
        let asked = asked.as_ref().map(OpeningSource::spec);
        check_same_openings(self.openings.as_deref(), asked).map_err(|difference| {
            PlanError::OtherHistory(format!(
                "{} / {} was found before from other openings: {difference}; keep what is found now in \
                 another folder",
                self.row, self.column
            ))
        })
    }

    /// Checks that the files have not changed.
    fn check_content(&self, here: &[String]) -> Result<(), PlanError> {
        check_same_content(&self.content, here).map_err(|content| {
            let place = format!("{} / {}", self.row, self.column);
            PlanError::OtherHistory(format!(
                "{place}, found before, was {content} in another folder"
            ))
        })
    }
}

#[cfg(test)]
impl MeasuredNumber {
    /// Number measured in `games` games, for tests.
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

/// Measurement of one question.
#[derive(Clone, Debug)]
pub(super) struct Measurement {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) games: u64,
    pub(super) cases: u64,
    pub(super) at: Option<f64>,
    pub(super) openings: Option<String>,
    pub(super) command: String,
}

impl Measurement {
    /// Divides by another measured number; NaN if it is missing.
    fn divide_by(&mut self, base: Option<&MeasuredNumber>) {
        let below = base.map_or(f64::NAN, |base| base.value);
        let intervals = self.interval.zip(base.and_then(|base| base.interval));
        self.interval =
            intervals.and_then(|(own, other)| ratio_95((self.value, own), (below, other)));
        self.value /= below;
    }
}

/// Runs an experiment: measures the numbers that `before` lacks, one after the other.
///
/// `on_finding` gets all results after each measurement. If it returns an error, or `stop` is
/// raised, the experiment stops.
///
/// # Errors
/// If a run is impossible, or the error of `on_finding`.
pub fn run_experiment<E: From<PlanError>>(
    experiment: &Experiment,
    open: impl Fn(&str) -> Result<Variant, E>,
    effort: SampleSize,
    executor: &dyn Executor,
    before: ExperimentResults,
    stop: &StopFlag,
    mut on_finding: impl FnMut(&ExperimentResults) -> Result<(), E>,
) -> Result<ExperimentResults, E> {
    let (seed, key) = before.seed_and_key()?;
    let mut runner = QuestionRunner::new(experiment.seatings, seed, key, executor, stop);
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
    // Numbers that others are relative to come first.
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

fn games_of(experiment: &Experiment, question: &ExperimentQuestion, effort: SampleSize) -> u64 {
    match effort {
        SampleSize::Full => question.games.unwrap_or(experiment.games),
        SampleSize::Quick => question.quick.unwrap_or(experiment.quick),
        SampleSize::Games(games) => games,
    }
}

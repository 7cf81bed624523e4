//! Plays the games an experiment asks for and measures them.

use ludorum_catalog::{Key, Variant};
use ludorum_core::{Seed, Stop};
use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::plan::{Experiment, Question};
use crate::openings::Openings;
use crate::resume::{content_with, has_guests, same_content, same_openings};
use crate::stats::ratio_95;
use crate::{PlanError, Venue};

/// How many games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As many as the plan says.
    Full,
    /// A few, to see that everything works.
    Quick,
    /// So many for every number.
    Games(u64),
}

/// What was found for one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The row of the question.
    pub row: String,
    /// Its column.
    pub column: String,
    /// The number of games it rests on.
    pub games: u64,
    /// The number of cases it is measured in: those games in which the agent moved first, for
    /// instance.
    pub cases: u64,
    /// The number: rates from 0 to 1.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<(f64, f64)>,
    /// Where it lies on the axis of the columns, if not where the column says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// The files its game and its agents are made of besides the program, by name and hash; of numbers
    /// found before these were kept there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// The version of the rules it was played by. Before these were kept all games had version 1.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// The openings with which its games began, in full; none if they began at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The command that plays the same games.
    pub command: String,
}

/// What was found for an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// The experiment.
    pub id: String,
    /// The program that played.
    pub program: String,
    /// The seed of all games, as text.
    pub seed: String,
    /// The key of the runs with external agents, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// One entry for each question answered so far.
    pub findings: Vec<Finding>,
}

impl Findings {
    /// Nothing found yet.
    pub fn none(experiment: &Experiment, seed: Seed) -> Findings {
        Findings {
            id: experiment.id.clone(),
            program: ludorum_record::Header::this_program(),
            seed: seed.0.to_string(),
            key: None,
            findings: Vec::new(),
        }
    }

    /// The seed and the key of the games, a new key if there were no external agents yet.
    ///
    /// # Errors
    /// When one of them is damaged.
    pub fn roots(&self) -> Result<(Seed, Key), PlanError> {
        let damaged = |what: &str, text: &str| {
            PlanError::OtherHistory(format!(
                "it is damaged: '{text}' is no {what}; put it back from a copy, or remove it and \
                 play its games again"
            ))
        };
        let seed = self.seed.parse().map(Seed);
        let seed = seed.map_err(|_| damaged("seed", &self.seed))?;
        let key = match &self.key {
            Some(text) => text.parse().map_err(|_| damaged("key", text))?,
            None => Key::random(),
        };
        Ok((seed, key))
    }

    /// What was found for a question.
    pub fn of(&self, question: &Question) -> Option<&Finding> {
        let is_it = |found: &&Finding| found.row == question.row && found.column == question.column;
        self.findings.iter().find(is_it)
    }
}

fn first_rules() -> u32 {
    1
}

impl Finding {
    /// Refuses to put numbers of other rules beside this one.
    fn check_rules(&self, variant: &Variant) -> Result<(), PlanError> {
        let (before, now) = (self.rules, variant.rules_version());
        if before == now {
            return Ok(());
        }
        Err(PlanError::OtherHistory(format!(
            "{} / {}, found before, was played by version {before} of the rules of {}, this program \
             has version {now}; begin in another folder",
            self.row,
            self.column,
            variant.name(),
        )))
    }

    /// Refuses to put numbers of games that began with other openings beside this one.
    fn check_openings(&self, asked: Option<&str>, variant: &Variant) -> Result<(), PlanError> {
        let asked = asked
            .map(|text| Openings::parse(text, variant))
            .transpose()?;
        let asked = asked.as_ref().map(Openings::spec);
        same_openings(self.openings.as_deref(), asked).map_err(|difference| {
            PlanError::OtherHistory(format!(
                "{} / {} was found before from other openings: {difference}; keep what is found now in \
                 another folder",
                self.row, self.column
            ))
        })
    }

    /// Refuses to put numbers found with other files beside this one.
    fn check_content(&self, here: &[String]) -> Result<(), PlanError> {
        same_content(&self.content, here).map_err(|content| {
            let place = format!("{} / {}", self.row, self.column);
            PlanError::OtherHistory(format!(
                "{place}, found before, was {content} in another folder"
            ))
        })
    }
}

/// What one question was answered with.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
    pub(super) games: u64,
    pub(super) cases: u64,
    pub(super) at: Option<f64>,
    pub(super) openings: Option<String>,
    pub(super) command: String,
}

impl Answer {
    /// The same in units of another finding; no number if that was not found.
    fn divide_by(&mut self, base: Option<&Finding>) {
        let below = base.map_or(f64::NAN, |base| base.value);
        let intervals = self.interval.zip(base.and_then(|base| base.interval));
        self.interval =
            intervals.and_then(|(own, other)| ratio_95((self.value, own), (below, other)));
        self.value /= below;
    }
}

/// Answers the questions of an experiment that `before` does not, one after the other.
///
/// `on_finding` is told of all answers so far after each; when it answers with an error, or `stop`
/// is raised, no more questions are asked.
///
/// # Errors
/// When there can be no such run, or what `on_finding` answered.
pub fn find<E: From<PlanError>>(
    experiment: &Experiment,
    open: impl Fn(&str) -> Result<Variant, E>,
    effort: Effort,
    venue: &dyn Venue,
    before: Findings,
    stop: &Stop,
    mut on_finding: impl FnMut(&Findings) -> Result<(), E>,
) -> Result<Findings, E> {
    let (seed, key) = before.roots()?;
    let mut bench = Bench::new(experiment.seatings, seed, key, venue, stop);
    let mut found = before;
    for question in &experiment.questions {
        if let Some(known) = found.of(question) {
            let variant = open(experiment.game_of(question))?;
            known.check_rules(&variant)?;
            known.check_openings(experiment.openings_of(question), &variant)?;
            // Numbers found before hashes were kept stay what they were.
            if !known.content.is_empty() {
                let here = content_with(&variant, &question.agents).map_err(PlanError::from)?;
                known.check_content(&here)?;
            }
        }
    }
    // What others are relative to is asked first.
    let (first, later): (Vec<_>, Vec<_>) = experiment
        .questions
        .iter()
        .partition(|question| question.relative_to.is_none());
    for question in first.into_iter().chain(later) {
        let games = games_of(experiment, question, effort);
        if games == 0 {
            continue;
        }
        if found.of(question).is_some_and(|known| known.games >= games) {
            continue;
        }
        let variant = open(experiment.game_of(question))?;
        let content = content_with(&variant, &question.agents).map_err(PlanError::from)?;
        let rules = variant.rules_version();
        if has_guests(&variant, &question.agents).map_err(PlanError::from)? {
            found.key = Some(key.to_string());
        }
        let measure = experiment.measure_of(question);
        let answer = bench.answer(
            variant,
            measure,
            question,
            experiment.openings_of(question),
            games,
        );
        let answer = answer
            .map_err(|error| PlanError::Unanswerable(format!("{}: {error}", question.place())))?;
        let Some(mut answer) = answer else {
            return Ok(found);
        };
        if let Some(row) = &question.relative_to {
            let base = |f: &&Finding| f.row == *row && f.column == question.column;
            let base = found.findings.iter().find(base);
            answer.divide_by(base);
        }
        found
            .findings
            .retain(|old| old.row != question.row || old.column != question.column);
        found.findings.push(Finding {
            row: question.row.clone(),
            column: question.column.clone(),
            games: answer.games,
            cases: answer.cases,
            value: answer.value,
            interval: answer.interval,
            at: answer.at,
            content,
            rules,
            openings: answer.openings,
            command: answer.command,
        });
        on_finding(&found)?;
    }
    Ok(found)
}

fn games_of(experiment: &Experiment, question: &Question, effort: Effort) -> u64 {
    match effort {
        Effort::Full => question.games.unwrap_or(experiment.games),
        Effort::Quick => question.quick.unwrap_or(experiment.quick),
        Effort::Games(games) => games,
    }
}

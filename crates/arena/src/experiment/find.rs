//! Plays the games an experiment asks for and measures them.

use std::collections::HashMap;

use ludorum_catalog::Variant;
use ludorum_core::{Seed, Stop};
use serde::{Deserialize, Serialize};

use super::plan::{Experiment, Measure, Question};
use crate::schedule::{Pairing, Schedule, Seatings};
use crate::stats::{mean_95, wilson};
use crate::{Complexity, GameResult, Plan, PlanError, Shard, run};

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
            findings: Vec::new(),
        }
    }

    /// What was found for a question.
    pub fn of(&self, question: &Question) -> Option<&Finding> {
        let is_it = |found: &&Finding| found.row == question.row && found.column == question.column;
        self.findings.iter().find(is_it)
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
    threads: usize,
    before: Findings,
    stop: &Stop,
    mut on_finding: impl FnMut(&Findings) -> Result<(), E>,
) -> Result<Findings, E> {
    let seed = Seed(before.seed.parse().unwrap_or(1));
    let mut played: HashMap<(String, Vec<String>, u64), Vec<GameResult>> = HashMap::new();
    let mut found = before;
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
        let mut agents = question.agents.clone();
        let variant = open(experiment.game_of(question))?;
        let seats = variant.seats();
        if agents.len() == 2 && seats == 2 {
            // Who plays whom is one run, whichever of the two is asked about.
            agents.sort();
        }
        let plan = Plan::scheduled(variant, &agents, schedule(&agents, seats), seed, games)?;
        let key = (plan.variant().spec().to_owned(), agents.clone(), games);
        let games = match played.get(&key) {
            Some(games) => games.clone(),
            None => {
                let nothing = |_: &[_]| Ok::<(), E>(());
                let games = run(&plan, Shard::WHOLE, Vec::new(), threads, stop, nothing)?;
                if stop.is_raised() {
                    return Ok(found);
                }
                played.insert(key, games.clone());
                games
            }
        };
        let asked = &question.agents[question.agent];
        let agent = match agents == question.agents {
            true => Some(question.agent),
            false => agents.iter().position(|agent| agent == asked),
        };
        let measure = experiment.measure_of(question);
        let (mut value, mut interval, cases) = measured(measure, agent.unwrap_or(0), &games);
        if let Some(row) = &question.relative_to {
            let base = |f: &&Finding| f.row == *row && f.column == question.column;
            let base = found
                .findings
                .iter()
                .find(base)
                .map_or(f64::NAN, |f| f.value);
            value /= base;
            interval = interval.map(|(low, high)| (low / base, high / base));
        }
        found
            .findings
            .retain(|old| old.row != question.row || old.column != question.column);
        found.findings.push(Finding {
            row: question.row.clone(),
            column: question.column.clone(),
            games: games.len() as u64,
            cases,
            value,
            interval,
            command: command(&plan),
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

/// Two agents play each other, however many seats there are; more are all at one table, or play
/// everybody.
fn schedule(agents: &[String], seats: usize) -> Schedule {
    Schedule {
        pairing: match agents.len() {
            2 => Pairing::Field,
            more if more > seats => Pairing::RoundRobin,
            _ => Pairing::Match,
        },
        seatings: Seatings::Rotations,
    }
}

fn command(plan: &Plan) -> String {
    let run = match plan.schedule().pairing {
        Pairing::Match => "match",
        Pairing::Field => "tournament --field",
        Pairing::RoundRobin => "tournament",
    };
    format!(
        "ludorum {run} {} {} --games {} --seed {}",
        plan.variant().spec(),
        plan.agents().join(" "),
        plan.games_each(),
        plan.seed().0
    )
}

/// A number taken from games for an agent, its 95 % interval, and the number of cases.
fn measured(
    measure: Measure,
    agent: usize,
    games: &[GameResult],
) -> (f64, Option<(f64, f64)>, u64) {
    let around = |(mean, half): (f64, f64), cases: usize| {
        let interval = half.is_finite().then_some((mean - half, mean + half));
        (mean, interval, cases as u64)
    };
    let shares = |wanted: &dyn Fn(usize, usize) -> bool| {
        let (mut share, mut seats) = (0.0, 0);
        for game in games {
            for (seat, result) in game.seats.iter().enumerate() {
                if wanted(seat, result.agent) {
                    share += result.share;
                    seats += 1;
                }
            }
        }
        (
            share / seats.max(1) as f64,
            Some(wilson(share, seats)),
            seats,
        )
    };
    let per_move = |of: fn(&crate::SeatResult) -> f64| {
        let seats = games.iter().flat_map(|game| &game.seats);
        let own = seats.filter(|seat| seat.agent == agent && seat.moves > 0);
        let each: Vec<f64> = own.map(|seat| of(seat) / seat.moves as f64).collect();
        around(mean_95(each.iter().copied()), each.len())
    };
    let complexity = Complexity::of(games);
    match measure {
        Measure::Won => shares(&|_, who| who == agent),
        Measure::WonFirst => shares(&|seat, who| seat == 0 && who == agent),
        Measure::WonLater => shares(&|seat, who| seat > 0 && who == agent),
        Measure::FirstSeat => shares(&|seat, _| seat == 0),
        Measure::Time => per_move(|seat| seat.time_ms),
        Measure::Nodes => per_move(|seat| seat.nodes as f64),
        Measure::Branching => around(complexity.branching, games.len()),
        Measure::Length => around(complexity.length, games.len()),
        Measure::LogTree => (complexity.log10_tree(), None, games.len() as u64),
    }
}

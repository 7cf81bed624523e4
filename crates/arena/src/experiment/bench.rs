//! Answers questions: games are played, positions searched, attacks counted. What two questions ask
//! of the same games is played once.

use std::collections::HashMap;
use std::time::Instant;

use ludorum_catalog::{Key, Variant, agent_rng};
use ludorum_core::{Budget, Node, Seed, Stop};

use super::find::Answer;
use super::measure::measured;
use super::plan::{Measure, Question};
use crate::schedule::{Pairing, Schedule, Seatings};
use crate::stats::{positive_mean_95, wilson};
use crate::{AgentCounts, GameResult, Plan, PlanError, Venue, play_game, play_measured};

/// Where questions of one experiment are answered, with what was played for them so far.
pub(super) struct Bench<'a> {
    seatings: Seatings,
    seed: Seed,
    /// The key of runs with external agents.
    key: Key,
    venue: &'a dyn Venue,
    stop: &'a Stop,
    played: HashMap<Games, Vec<GameResult>>,
    searched: HashMap<(String, String, String, u64), Vec<Search>>,
    /// What all measures of the game counted for each agent.
    counted: HashMap<(String, Vec<String>, u64), Vec<AgentCounts>>,
    /// How long each game took, in seconds.
    timed: HashMap<Games, Vec<f64>>,
}

/// The games of a run: the variant, the agents, the openings, and how many.
type Games = (String, Vec<String>, Option<String>, u64);

/// The games of a plan that was asked for so many.
fn games_of(plan: &Plan, games: u64) -> Games {
    let spec = plan.variant().spec().to_owned();
    (spec, plan.agents().to_vec(), spec_of(plan), games)
}

/// What the games of a plan begin with.
fn spec_of(plan: &Plan) -> Option<String> {
    Some(plan.openings()?.spec().to_owned())
}

/// What one search cost.
#[derive(Clone, Copy)]
struct Search {
    nodes: u64,
    evaluations: u64,
    time_ms: f64,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        seatings: Seatings,
        seed: Seed,
        key: Key,
        venue: &'a dyn Venue,
        stop: &'a Stop,
    ) -> Bench<'a> {
        Bench {
            seatings,
            seed,
            key,
            venue,
            stop,
            played: HashMap::new(),
            searched: HashMap::new(),
            counted: HashMap::new(),
            timed: HashMap::new(),
        }
    }

    /// The answer to a question; none if the work was stopped.
    pub(super) fn answer(
        &mut self,
        variant: Variant,
        measure: Measure,
        question: &Question,
        openings: Option<&str>,
        games: u64,
    ) -> Result<Option<Answer>, PlanError> {
        let answer = match (measure, &question.position) {
            (Measure::LogPositions, _) => positions(&variant, games)?,
            (Measure::Aggressivity | Measure::Held, _) => {
                self.count(variant, measure, question, games)?
            }
            (Measure::GameTime | Measure::GamesTime, _) => {
                self.time(variant, measure, question, openings, games)?
            }
            (_, Some(position)) => self.search(&variant, measure, question, position, games)?,
            (_, None) => self.play(variant, measure, question, openings, games)?,
        };
        Ok((!self.stop.is_raised()).then_some(answer))
    }

    fn play(
        &mut self,
        variant: Variant,
        measure: Measure,
        question: &Question,
        openings: Option<&str>,
        games: u64,
    ) -> Result<Answer, PlanError> {
        let mut agents = question.agents.clone();
        let seats = variant.seats();
        if agents.len() == 2 && seats == 2 {
            // Who plays whom is one run, whichever of the two is asked about.
            agents.sort();
        }
        let schedule = Schedule {
            pairing: pairing(&agents, seats),
            seatings: self.seatings,
        };
        let plan = Plan::scheduled(variant, &agents, schedule, self.seed, games)?;
        let plan = plan.with_key(self.key).opened_by(openings)?;
        let key = games_of(&plan, games);
        if !self.played.contains_key(&key) {
            let new = self.venue.play(&plan, self.stop)?;
            self.played.insert(key.clone(), new);
        }
        let games = &self.played[&key];
        let asked = &question.agents[question.agent];
        let agent = match agents == question.agents {
            true => Some(question.agent),
            false => agents.iter().position(|agent| agent == asked),
        };
        let is_alike: Vec<bool> = agents.iter().map(|agent| agent == asked).collect();
        let seat = question.seat.map(|seat| seat.saturating_sub(1));
        let (value, interval, cases) =
            measured(measure, agent.unwrap_or(0), &is_alike, seat, games);
        Ok(Answer {
            value,
            interval,
            games: games.len() as u64,
            cases,
            at: None,
            openings: spec_of(&plan),
            command: command(&plan),
        })
    }

    /// How long games take. They are played one after the other, so that none waits for another.
    fn time(
        &mut self,
        variant: Variant,
        measure: Measure,
        question: &Question,
        openings: Option<&str>,
        games: u64,
    ) -> Result<Answer, PlanError> {
        let schedule = Schedule {
            pairing: pairing(&question.agents, variant.seats()),
            seatings: self.seatings,
        };
        let plan = Plan::scheduled(variant, &question.agents, schedule, self.seed, games)?;
        let plan = plan.with_key(self.key).opened_by(openings)?;
        let key = games_of(&plan, games);
        let stop = self.stop;
        let times = self.timed.entry(key).or_insert_with(|| {
            let timed = |game| {
                let began = Instant::now();
                play_game(&plan, game, stop).map(|_| began.elapsed().as_secs_f64())
            };
            (0..plan.games()).map_while(timed).collect()
        });
        if let Some(error) = plan.openings_failure() {
            return Err(error.into());
        }
        let scale = match measure {
            Measure::GamesTime => 10_000.0 / 60.0,
            _ => 1.0,
        };
        let (value, interval) = positive_mean_95(times.iter().map(|time| scale * time));
        let cases = times.len() as u64;
        Ok(Answer {
            value,
            interval,
            games: times.len() as u64,
            cases,
            at: None,
            openings: spec_of(&plan),
            command: format!("{} --threads 1", command(&plan)),
        })
    }

    /// Lets the agent choose a move in a position, as often as there are to be games.
    fn search(
        &mut self,
        variant: &Variant,
        measure: Measure,
        question: &Question,
        position: &str,
        times: u64,
    ) -> Result<Answer, PlanError> {
        let agent = &question.agents[question.agent];
        let spec = variant.spec().to_owned();
        let key = (spec, position.to_owned(), agent.clone(), times);
        if !self.searched.contains_key(&key) {
            let new = self.searches(variant, agent, position, times)?;
            self.searched.insert(key.clone(), new);
        }
        let searches = &self.searched[&key];
        let cost = |search: &Search| match measure {
            Measure::Nodes => Ok(search.nodes as f64),
            Measure::Evaluations => Ok(search.evaluations as f64),
            Measure::Time => Ok(search.time_ms),
            _ => Err(PlanError::Unanswerable(format!(
                "in a position nodes, evaluations and time are measured, not {}",
                measure.name()
            ))),
        };
        let costs: Vec<f64> = searches.iter().map(cost).collect::<Result<_, _>>()?;
        let (value, interval) = positive_mean_95(costs.iter().copied());
        Ok(Answer {
            value,
            interval,
            games: times,
            cases: costs.len() as u64,
            at: None,
            openings: None,
            command: format!(
                "ludorum analyse {} --agent {agent} --position {position} --json",
                variant.spec()
            ),
        })
    }

    fn searches(
        &self,
        variant: &Variant,
        agent: &str,
        position: &str,
        times: u64,
    ) -> Result<Vec<Search>, PlanError> {
        let refuse = |why: String| PlanError::Unanswerable(format!("{position}: {why}"));
        let position = variant
            .position(position)
            .map_err(|error| refuse(error.to_string()))?;
        let Node::Decide(seat) = position.node() else {
            return Err(refuse("nobody has a move to choose there".to_owned()));
        };
        let mut searches = Vec::new();
        for time in 0..times {
            let mut player = variant.player(agent)?;
            let mut rng = agent_rng(self.seed.child("search", time), seat, 0);
            let began = Instant::now();
            let verdict = player.try_choose(&position, &Budget::UNLIMITED, self.stop, &mut rng);
            let time_ms = began.elapsed().as_secs_f64() * 1e3;
            let effort = verdict.map_err(|forfeit| refuse(forfeit.reason))?.effort;
            searches.push(Search {
                nodes: effort.nodes,
                evaluations: effort.evaluations,
                time_ms,
            });
        }
        Ok(searches)
    }

    /// What a measure of the game counted for an agent.
    fn count(
        &mut self,
        variant: Variant,
        measure: Measure,
        question: &Question,
        games: u64,
    ) -> Result<Answer, PlanError> {
        let wanted = match measure {
            Measure::Held => "held",
            _ => "aggressivity",
        };
        let known = variant.measures();
        let names: Vec<&str> = known.iter().map(|measure| measure.name).collect();
        let place = names.iter().position(|&name| name == wanted);
        let place = place.ok_or_else(|| {
            let game = variant.name();
            PlanError::Unanswerable(format!("{game} has no measure {wanted}"))
        })?;
        let plan = Plan::new(variant, &question.agents, self.seed, games)?;
        let key = (
            plan.variant().spec().to_owned(),
            plan.agents().to_vec(),
            games,
        );
        if !self.counted.contains_key(&key) {
            let threads = self.venue.threads();
            let new = play_measured(&plan, &names, threads, self.stop, |_| ())?;
            self.counted.insert(key.clone(), new);
        }
        let own = &self.counted[&key][question.agent];
        let classes = own.counts.get(place).map_or(&[][..], Vec::as_slice);
        let class = question.tenth.unwrap_or(0);
        let count = classes.get(class).copied().unwrap_or_default();
        Ok(Answer {
            value: count.share(),
            interval: Some(wilson(count.hits as f64, count.cases)),
            games,
            cases: count.cases,
            at: (classes.len() > 1).then(|| count.mean_expected()),
            openings: None,
            command: format!(
                "ludorum analyse attacks {} --games {games} --seed {}",
                question.agents.join(" "),
                self.seed.0
            ),
        })
    }
}

/// How many positions a game has, which nobody has to play for.
fn positions(variant: &Variant, games: u64) -> Result<Answer, PlanError> {
    let spec = variant.spec();
    let value = variant.log10_positions().ok_or_else(|| {
        PlanError::Unanswerable(format!("how many positions {spec} has is not known"))
    })?;
    Ok(Answer {
        value,
        interval: None,
        games,
        cases: 0,
        at: None,
        openings: None,
        command: format!("ludorum analyse complexity {spec}"),
    })
}

/// Two agents play each other, however many seats there are; more are all at one table, or play
/// everybody.
fn pairing(agents: &[String], seats: usize) -> Pairing {
    match agents.len() {
        2 => Pairing::Field,
        more if more > seats => Pairing::RoundRobin,
        _ => Pairing::Match,
    }
}

fn command(plan: &Plan) -> String {
    let run = match plan.schedule().pairing {
        Pairing::Match => "match",
        Pairing::Field => "tournament --field",
        Pairing::RoundRobin => "tournament",
    };
    let seatings = plan.schedule().seatings.option();
    let openings = spec_of(plan).map_or(String::new(), |spec| format!(" --openings {spec}"));
    let key = plan.key().map(|key| format!(" --key {key}"));
    format!(
        "ludorum {run} {} {}{seatings}{openings} --games {} --seed {}{}",
        plan.variant().spec(),
        plan.agents().join(" "),
        plan.games_each(),
        plan.seed().0,
        key.unwrap_or_default()
    )
}

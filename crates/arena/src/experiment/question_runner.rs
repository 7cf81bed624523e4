//! Measures the numbers of an experiment by playing games, searching positions and counting
//! attacks. Questions about the same games share one run.

use std::collections::HashMap;
use std::time::Instant;

use ludorum_catalog::{SeedKey, Variant, agent_rng};
use ludorum_core::{Budget, NodeKind, Seed, StopFlag};

use super::measure::measure_games;
use super::plan::{ExperimentQuestion, Metric};
use super::run::UnsavedMeasurement;
use crate::schedule::{Pairing, RunSchedule, SeatingScheme};
use crate::stats::{positive_mean_95, wilson};
use crate::{
    AgentStatisticCounts, Executor, GameResult, PlanError, RunPlan, play_game, play_measured,
};

/// Measures the numbers of one experiment. Caches played games, because questions may share them.
pub(super) struct ExperimentRunner<'a> {
    seatings: SeatingScheme,
    seed: Seed,
    /// Secret key for the seeds of games with external agents.
    key: SeedKey,
    executor: &'a dyn Executor,
    stop: &'a StopFlag,
    played: HashMap<PlayedGamesKey, Vec<GameResult>>,
    searched: HashMap<(String, String, String, u64), Vec<SearchCost>>,
    /// Cache of event counts of each agent, by game spec, agent specs and number of games.
    counted: HashMap<(String, Vec<String>, u64), Vec<AgentStatisticCounts>>,
    /// Cache of the durations of single games, in seconds.
    timed: HashMap<PlayedGamesKey, Vec<f64>>,
}

/// Cache key of played games: spec of the game, specs of the agents, spec of the openings, number
/// of games.
type PlayedGamesKey = (String, Vec<String>, Option<String>, u64);

/// Cache key for the games of a plan; `games` is the requested number of games.
fn cache_key(plan: &RunPlan, games: u64) -> PlayedGamesKey {
    let spec = plan.variant().spec().to_owned();
    (spec, plan.agents().to_vec(), openings_spec(plan), games)
}

/// Full spec of the openings of a plan; `None` if the plan has no openings.
fn openings_spec(plan: &RunPlan) -> Option<String> {
    Some(plan.openings()?.spec().to_owned())
}

/// Nodes, evaluations and time of one search.
#[derive(Clone, Copy)]
struct SearchCost {
    nodes: u64,
    evaluations: u64,
    time_ms: f64,
}

impl<'a> ExperimentRunner<'a> {
    pub(super) fn new(
        seatings: SeatingScheme,
        seed: Seed,
        key: SeedKey,
        executor: &'a dyn Executor,
        stop: &'a StopFlag,
    ) -> ExperimentRunner<'a> {
        ExperimentRunner {
            seatings,
            seed,
            key,
            executor,
            stop,
            played: HashMap::new(),
            searched: HashMap::new(),
            counted: HashMap::new(),
            timed: HashMap::new(),
        }
    }

    /// Measures the number that a question asks for; `None` if the stop flag was raised.
    pub(super) fn measure(
        &mut self,
        variant: Variant,
        measure: Metric,
        question: &ExperimentQuestion,
        openings: Option<&str>,
        games: u64,
    ) -> Result<Option<UnsavedMeasurement>, PlanError> {
        let measurement = match (measure, &question.position) {
            (Metric::LogPositions, _) => count_positions(&variant, games)?,
            (Metric::Aggressivity | Metric::Held, _) => {
                self.count_measure(variant, measure, question, games)?
            }
            (Metric::GameTime | Metric::GamesTime, _) => {
                self.time_games(variant, measure, question, openings, games)?
            }
            (_, Some(position)) => {
                self.search_position(&variant, measure, question, position, games)?
            }
            (_, None) => self.play_games(variant, measure, question, openings, games)?,
        };
        Ok((!self.stop.is_raised()).then_some(measurement))
    }

    fn play_games(
        &mut self,
        variant: Variant,
        measure: Metric,
        question: &ExperimentQuestion,
        openings: Option<&str>,
        games: u64,
    ) -> Result<UnsavedMeasurement, PlanError> {
        let mut agents = question.agents.clone();
        let seats = variant.seats();
        if agents.len() == 2 && seats == 2 {
            // Sorted, so that questions about either agent of a pair share one run.
            agents.sort();
        }
        let schedule = RunSchedule {
            pairing: pairing(&agents, seats),
            seatings: self.seatings,
        };
        let plan = RunPlan::scheduled(variant, &agents, schedule, self.seed, games)?;
        let plan = plan.with_key(self.key).with_openings_spec(openings)?;
        let key = cache_key(&plan, games);
        if !self.played.contains_key(&key) {
            let new = self.executor.play(&plan, self.stop)?;
            self.played.insert(key.clone(), new);
        }
        let games = &self.played[&key];
        let asked = &question.agents[question.agent];
        let agent = if agents == question.agents {
            Some(question.agent)
        } else {
            agents.iter().position(|agent| agent == asked)
        };
        let is_alike: Vec<bool> = agents.iter().map(|agent| agent == asked).collect();
        let seat = question.seat.map(|seat| seat.saturating_sub(1));
        let (value, interval, cases) =
            measure_games(measure, agent.unwrap_or(0), &is_alike, seat, games);
        Ok(UnsavedMeasurement {
            value,
            interval,
            games: games.len() as u64,
            cases,
            at: None,
            openings: openings_spec(&plan),
            command: command(&plan),
        })
    }

    /// Plays games one after another on one thread and measures the duration of each.
    fn time_games(
        &mut self,
        variant: Variant,
        measure: Metric,
        question: &ExperimentQuestion,
        openings: Option<&str>,
        games: u64,
    ) -> Result<UnsavedMeasurement, PlanError> {
        let schedule = RunSchedule {
            pairing: pairing(&question.agents, variant.seats()),
            seatings: self.seatings,
        };
        let plan = RunPlan::scheduled(variant, &question.agents, schedule, self.seed, games)?;
        let plan = plan.with_key(self.key).with_openings_spec(openings)?;
        let key = cache_key(&plan, games);
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
            Metric::GamesTime => 10_000.0 / 60.0,
            _ => 1.0,
        };
        let (value, interval) = positive_mean_95(times.iter().map(|time| scale * time));
        let cases = times.len() as u64;
        Ok(UnsavedMeasurement {
            value,
            interval,
            games: times.len() as u64,
            cases,
            at: None,
            openings: openings_spec(&plan),
            command: format!("{} --threads 1", command(&plan)),
        })
    }

    /// Measures the nodes, evaluations and time of `times` searches of one position.
    fn search_position(
        &mut self,
        variant: &Variant,
        measure: Metric,
        question: &ExperimentQuestion,
        position: &str,
        times: u64,
    ) -> Result<UnsavedMeasurement, PlanError> {
        let agent = &question.agents[question.agent];
        let spec = variant.spec().to_owned();
        let key = (spec, position.to_owned(), agent.clone(), times);
        if !self.searched.contains_key(&key) {
            let new = self.run_searches(variant, agent, position, times)?;
            self.searched.insert(key.clone(), new);
        }
        let searches = &self.searched[&key];
        let cost = |search: &SearchCost| match measure {
            Metric::Nodes => Ok(search.nodes as f64),
            Metric::Evaluations => Ok(search.evaluations as f64),
            Metric::Time => Ok(search.time_ms),
            _ => Err(PlanError::Unanswerable(format!(
                "a search of one position measures nodes, evaluations and time, not {}",
                measure.name()
            ))),
        };
        let costs: Vec<f64> = searches.iter().map(cost).collect::<Result<_, _>>()?;
        let (value, interval) = positive_mean_95(costs.iter().copied());
        Ok(UnsavedMeasurement {
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

    fn run_searches(
        &self,
        variant: &Variant,
        agent: &str,
        position: &str,
        times: u64,
    ) -> Result<Vec<SearchCost>, PlanError> {
        let refuse = |why: String| PlanError::Unanswerable(format!("{position}: {why}"));
        let position = variant
            .position(position)
            .map_err(|error| refuse(error.to_string()))?;
        let NodeKind::Decide(seat) = position.node() else {
            return Err(refuse("no player is to move in this position".to_owned()));
        };
        let mut searches = Vec::new();
        for time in 0..times {
            let mut player = variant.player(agent)?;
            let mut rng = agent_rng(self.seed.child("search", time), seat, 0);
            let began = Instant::now();
            let verdict = player.try_choose(&position, &Budget::UNLIMITED, self.stop, &mut rng);
            let time_ms = began.elapsed().as_secs_f64() * 1e3;
            let effort = verdict.map_err(|forfeit| refuse(forfeit.reason))?.effort;
            searches.push(SearchCost {
                nodes: effort.nodes,
                evaluations: effort.evaluations,
                time_ms,
            });
        }
        Ok(searches)
    }

    /// Measures a rate of game-specific events, such as the share of possible attacks made.
    fn count_measure(
        &mut self,
        variant: Variant,
        measure: Metric,
        question: &ExperimentQuestion,
        games: u64,
    ) -> Result<UnsavedMeasurement, PlanError> {
        let wanted = match measure {
            Metric::Held => "held",
            _ => "aggressivity",
        };
        let known = variant.measures();
        let names: Vec<&str> = known.iter().map(|measure| measure.name).collect();
        let place = names.iter().position(|&name| name == wanted);
        let place = place.ok_or_else(|| {
            let game = variant.name();
            PlanError::Unanswerable(format!("{game} has no measure {wanted}"))
        })?;
        let plan = RunPlan::new(variant, &question.agents, self.seed, games)?;
        let key = (
            plan.variant().spec().to_owned(),
            plan.agents().to_vec(),
            games,
        );
        if !self.counted.contains_key(&key) {
            let threads = self.executor.threads();
            let new = play_measured(&plan, &names, threads, self.stop, |_| ())?;
            self.counted.insert(key.clone(), new);
        }
        let own = &self.counted[&key][question.agent];
        let classes = own.counts.get(place).map_or(&[][..], Vec::as_slice);
        let class = question.tenth.unwrap_or(0);
        let count = classes.get(class).copied().unwrap_or_default();
        Ok(UnsavedMeasurement {
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

/// Computes the decimal logarithm of a game's number of positions, without playing games.
fn count_positions(variant: &Variant, games: u64) -> Result<UnsavedMeasurement, PlanError> {
    let spec = variant.spec();
    let value = variant.log10_positions().ok_or_else(|| {
        PlanError::Unanswerable(format!("the number of positions of {spec} is unknown"))
    })?;
    Ok(UnsavedMeasurement {
        value,
        interval: None,
        games,
        cases: 0,
        at: None,
        openings: None,
        command: format!("ludorum analyse complexity {spec}"),
    })
}

/// Chooses the pairing by the number of agents: for two agents, one against copies of the other;
/// for one per seat, a match; for more, a round robin.
fn pairing(agents: &[String], seats: usize) -> Pairing {
    match agents.len() {
        2 => Pairing::Field,
        more if more > seats => Pairing::RoundRobin,
        _ => Pairing::Match,
    }
}

fn command(plan: &RunPlan) -> String {
    let run = match plan.schedule().pairing {
        Pairing::Match => "match",
        Pairing::Field => "tournament --field",
        Pairing::RoundRobin => "tournament",
    };
    let seatings = plan.schedule().seatings.cli_flag();
    let openings = openings_spec(plan).map_or(String::new(), |spec| format!(" --openings {spec}"));
    let key = plan.key().map(|key| format!(" --key {key}"));
    format!(
        "ludorum {run} {} {}{seatings}{openings} --games {} --seed {}{}",
        plan.variant().spec(),
        plan.agents().join(" "),
        plan.games_per_group(),
        plan.seed().0,
        key.unwrap_or_default()
    )
}

//! What a match says about its agents, as data that can be kept and resumed from.

use serde::{Deserialize, Serialize};

use crate::Plan;
use crate::game::GameResult;
use crate::schedule::Schedule;
use crate::sequel::Sequel;
use crate::statistics::Statistics;
use crate::stats::wilson;

/// A match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The program that played, with its version.
    pub program: String,
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Who plays whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// The seed of the match, as text.
    pub seed: String,
    /// The number of games planned.
    pub planned: u64,
    /// The number of games played.
    pub played: u64,
    /// One entry for each agent, in the order given.
    pub agents: Vec<AgentReport>,
    /// What follows from the games, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The sequential test that decides when to stop, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequel: Option<Sequel>,
    /// Every game played, in order.
    pub games: Vec<GameResult>,
}

/// What a match says about one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentReport {
    /// The spec of the agent.
    pub spec: String,
    /// The number of games it played; a game counts for every seat it had in it.
    pub games: u64,
    /// Games in which it alone came first.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// All other games.
    pub losses: u64,
    /// The mean share of the win: with two seats, wins and half the draws.
    pub win_rate: f64,
    /// The 95 % interval of the win rate.
    pub win_rate_95: (f64, f64),
    /// Games it played from the first seat.
    pub games_first: u64,
    /// Wins from the first seat.
    pub wins_first: u64,
    /// Games it played from a later seat.
    pub games_later: u64,
    /// Wins from a later seat.
    pub wins_later: u64,
    /// The average number of its moves in a game.
    pub moves_per_game: f64,
    /// The average number of nodes it visited for a move.
    pub nodes_per_move: f64,
    /// The average time it thought about a move, in milliseconds.
    pub time_per_move_ms: f64,
}

impl Report {
    /// Sums up the games of a plan played so far.
    pub fn new(plan: &Plan, games: Vec<GameResult>) -> Report {
        let agents = plan.agents().iter().enumerate();
        Report {
            program: ludorum_record::Header::this_program(),
            game: plan.variant().spec().to_owned(),
            rules: plan.variant().rules_version(),
            schedule: plan.schedule(),
            seed: plan.seed().0.to_string(),
            planned: plan.games(),
            played: games.len() as u64,
            agents: agents
                .map(|(agent, spec)| AgentReport::new(spec, agent, &games))
                .collect(),
            statistics: None,
            sequel: None,
            games,
        }
    }

    /// The same with statistics.
    pub fn with_statistics(mut self, plan: &Plan) -> Report {
        self.statistics = Some(Statistics::of(plan, &self.games));
        self
    }

    /// The specs of the agents, in the order given.
    pub fn specs(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    /// The average number of moves in a game, chance events included.
    pub fn plies_per_game(&self) -> f64 {
        let plies: u64 = self.games.iter().map(|game| game.plies).sum();
        ratio(plies as f64, self.played)
    }
}

impl AgentReport {
    fn new(spec: &str, agent: usize, games: &[GameResult]) -> AgentReport {
        let mut report = AgentReport {
            spec: spec.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            win_rate: 0.0,
            win_rate_95: (0.0, 1.0),
            games_first: 0,
            wins_first: 0,
            games_later: 0,
            wins_later: 0,
            moves_per_game: 0.0,
            nodes_per_move: 0.0,
            time_per_move_ms: 0.0,
        };
        // A report that is resumed from may claim any number of nodes.
        let (mut share, mut moves, mut nodes, mut time) = (0.0, 0, 0_u128, 0.0);
        for game in games {
            for (seat, result) in game.seats.iter().enumerate() {
                if result.agent != agent {
                    continue;
                }
                let won = result.share == 1.0;
                report.games += 1;
                match result.share {
                    1.0 => report.wins += 1,
                    0.0 => report.losses += 1,
                    _ => report.draws += 1,
                }
                if seat == 0 {
                    report.games_first += 1;
                    report.wins_first += u64::from(won);
                } else {
                    report.games_later += 1;
                    report.wins_later += u64::from(won);
                }
                share += result.share;
                moves += result.moves;
                nodes += u128::from(result.nodes);
                time += result.time_ms;
            }
        }
        report.win_rate = ratio(share, report.games);
        report.win_rate_95 = wilson(share, report.games);
        report.moves_per_game = ratio(moves as f64, report.games);
        report.nodes_per_move = ratio(nodes as f64, moves);
        report.time_per_move_ms = ratio(time, moves);
        report
    }
}

fn ratio(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

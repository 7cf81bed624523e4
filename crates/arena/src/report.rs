//! What a match says about its agents, as data that can be kept and resumed from.

use ludorum_core::Seed;
use serde::{Deserialize, Serialize};

use crate::Plan;
use crate::game::GameResult;
use crate::schedule::{Layout, Pairing, Schedule};
use crate::sequel::Sequel;
use crate::shard::Shard;
use crate::statistics::Statistics;
use crate::stats::{EloModel, Verdict, wilson};

/// A match so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The program that played, with its version.
    pub program: String,
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The files the game is made of besides the program, by name and hash, as in records. Reports
    /// written before these were kept have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Who plays whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// Which part of the run this is.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
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
    /// Its mean points at the end, in games that count points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_per_game: Option<f64>,
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
        let head = Report {
            program: ludorum_record::Header::this_program(),
            game: plan.variant().spec().to_owned(),
            rules: plan.variant().rules_version(),
            content: plan.variant().content(),
            schedule: plan.schedule(),
            shard: Shard::WHOLE,
            seed: plan.seed().0.to_string(),
            planned: plan.games(),
            played: 0,
            agents: plan
                .agents()
                .iter()
                .map(|spec| AgentReport::new(spec, 0, &[]))
                .collect(),
            statistics: None,
            sequel: None,
            games: Vec::new(),
        };
        head.with_games(games)
    }

    /// The same run with these games.
    pub fn with_games(self, games: Vec<GameResult>) -> Report {
        let agents = self.agents.iter().enumerate();
        Report {
            played: games.len() as u64,
            agents: agents
                .map(|(agent, report)| AgentReport::new(&report.spec, agent, &games))
                .collect(),
            statistics: None,
            games,
            ..self
        }
    }

    /// The same with statistics, as far as they can be had.
    pub fn with_statistics(mut self) -> Report {
        let seed = Seed(self.seed.parse().unwrap_or_default());
        self.statistics = self
            .layout()
            .map(|layout| Statistics::of(&layout, seed, &self.games));
        self
    }

    /// How its games lie; none if there are none yet or the report is of no run we know.
    pub fn layout(&self) -> Option<Layout> {
        let seats = self.games.first()?.seats.len();
        let is_of_layout = |layout: &Layout| {
            let fits = |game: &GameResult| {
                let seats = game.seats.iter().map(|seat| seat.agent);
                seats.eq(layout.seating(game.game).iter().copied())
            };
            self.games.iter().all(fits)
        };
        Layout::new(self.schedule, &self.specs(), seats)
            .ok()
            .filter(is_of_layout)
    }

    /// Whether games are missing, of a run that was not ended by its test.
    pub fn is_stopped(&self) -> bool {
        let is_decided = |sequel: &Sequel| sequel.evidence.verdict != Verdict::Open;
        let is_over = self.sequel.as_ref().is_some_and(is_decided);
        let own = self.layout().map_or(self.planned, |layout| {
            let each = layout.block_games();
            self.shard.blocks_of(self.planned / each) * each
        });
        self.played > 0 && self.played < own && !is_over
    }

    /// The command that plays such runs.
    pub fn kind(&self) -> &'static str {
        match (self.schedule.pairing, &self.sequel) {
            (_, Some(_)) => "sprt",
            (Pairing::Match, None) => "match",
            (Pairing::RoundRobin | Pairing::Field, None) => "tournament",
        }
    }

    /// The command that plays the same games.
    pub fn command(&self) -> String {
        let field = match (self.schedule.pairing, &self.sequel) {
            (Pairing::Field, None) => " --field",
            _ => "",
        };
        let (kind, agents) = (self.kind(), self.specs().join(" "));
        let mut command = format!("ludorum {kind}{field} {} {agents}", self.game);
        if let Some(layout) = self.layout() {
            let games = self.planned / layout.round_games() * layout.block_games();
            command.push_str(&format!(" --games {games}"));
        }
        command.push_str(self.schedule.seatings.option());
        if !self.shard.is_whole() {
            command.push_str(&format!(" --shard {}", self.shard));
        }
        if let Some(sequel) = &self.sequel {
            let test = &sequel.hypotheses;
            command.push_str(&format!(" --elo0 {} --elo1 {}", test.elo0, test.elo1));
            command.push_str(&format!(" --alpha {} --beta {}", test.alpha, test.beta));
            if test.model == EloModel::Normalized {
                command.push_str(" --model normalized");
            }
        }
        format!("{command} --seed {}", self.seed)
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
            points_per_game: None,
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
        let (mut points, mut counted) = (0.0, 0);
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
                if let Some(own) = result.points {
                    points += f64::from(own);
                    counted += 1;
                }
                moves += result.moves;
                nodes += u128::from(result.nodes);
                time += result.time_ms;
            }
        }
        report.win_rate = ratio(share, report.games);
        report.win_rate_95 = wilson(share, report.games);
        report.points_per_game = (counted > 0).then(|| ratio(points, counted));
        report.moves_per_game = ratio(moves as f64, report.games);
        report.nodes_per_move = ratio(nodes as f64, moves);
        report.time_per_move_ms = ratio(time, moves);
        report
    }
}

fn ratio(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

//! Report of a run: its head, sums, statistics and games. It can be stored and resumed.

use ludorum_core::Seed;
use serde::{Deserialize, Serialize};

use crate::RunPlan;
use crate::game::GameResult;
use crate::schedule::{BlockLayout, Pairing, Schedule};
use crate::shard::Shard;
use crate::sprt_state::SprtState;
use crate::statistics::RunStatistics;
use crate::stats::{EloModel, SprtDecision, wilson};
use crate::tally::{AgentTotals, DistinctCounts, ForfeitCount, GameRepetition, GameTally};

/// Report of a run so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// Program with its version.
    pub program: String,
    /// Spec of the game.
    pub game: String,
    /// Version of the rules.
    pub rules: u32,
    /// Files of the game besides the program, by name and hash, as in records. Missing in old
    /// reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Number of seats; 0 in old reports.
    #[serde(default)]
    pub seats: usize,
    /// Pairing and seatings.
    #[serde(default)]
    pub schedule: Schedule,
    /// Part of the run.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// Seed of the run, as text.
    pub seed: String,
    /// Full spec of the openings; `None` if games begin at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Key of a run with external agents: random, secret, and with the seed the root of all seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub played: u64,
    /// Moves in all games, chance events included; 0 in old reports.
    #[serde(default)]
    pub plies: u64,
    /// Number of distinct games, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<DistinctCounts>,
    /// Agents, in the order given.
    pub agents: Vec<AgentReport>,
    /// Forfeits by agent and reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitCount>,
    /// Statistics, if they were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<RunStatistics>,
    /// State of the sequential test, if there is one.
    #[serde(rename = "sequel", default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// Games played, in order; empty where they are not held in memory.
    pub games: Vec<GameResult>,
}

/// Results of one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentReport {
    /// Spec of the agent.
    pub spec: String,
    /// Games played, counted once for every seat.
    pub games: u64,
    /// Games it won alone.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// Games lost: all others.
    pub losses: u64,
    /// Mean share of the win: with two seats, wins plus half the draws.
    pub win_rate: f64,
    /// 95 % interval of the win rate, from the distinct games.
    pub win_rate_95: (f64, f64),
    /// Mean final points, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_per_game: Option<f64>,
    /// Games from the first seat.
    pub games_first: u64,
    /// Wins from the first seat.
    pub wins_first: u64,
    /// Games from a later seat.
    pub games_later: u64,
    /// Wins from a later seat.
    pub wins_later: u64,
    /// Mean number of its moves in a game.
    pub moves_per_game: f64,
    /// Mean number of nodes for a move.
    pub nodes_per_move: f64,
    /// Mean thinking time for a move, in milliseconds.
    pub time_per_move_ms: f64,
}

impl RunReport {
    /// Head of the run of a plan, without games.
    pub fn head(plan: &RunPlan) -> RunReport {
        let nothing = AgentTotals::default();
        let agents = plan.agents().iter();
        RunReport {
            program: ludorum_record::RecordHeader::this_program(),
            game: plan.variant().spec().to_owned(),
            rules: plan.variant().rules_version(),
            content: plan.variant().content(),
            seats: plan.variant().seats(),
            schedule: plan.schedule(),
            shard: Shard::WHOLE,
            seed: plan.seed().0.to_string(),
            openings: plan.openings().map(|openings| openings.spec().to_owned()),
            key: plan.key().map(|key| key.to_string()),
            planned: plan.games(),
            played: 0,
            plies: 0,
            distinct: None,
            agents: agents
                .map(|spec| AgentReport::new(spec, &nothing, 0))
                .collect(),
            forfeits: Vec::new(),
            statistics: None,
            sprt: None,
            games: Vec::new(),
        }
    }

    /// Report on these games of a plan.
    pub fn new(plan: &RunPlan, games: Vec<GameResult>) -> RunReport {
        RunReport::head(plan).with_games(games)
    }

    /// Report on the same run with these games.
    pub fn with_games(self, games: Vec<GameResult>) -> RunReport {
        let mut report = RunReport { games, ..self };
        let tally = report.tally();
        let games = std::mem::take(&mut report.games);
        RunReport {
            games,
            ..report.with_tally(&tally)
        }
    }

    /// Report on the same run with the sums of a tally, without games.
    pub fn with_tally(self, tally: &GameTally) -> RunReport {
        let agents = self.agents.iter().enumerate();
        RunReport {
            played: tally.played(),
            plies: tally.plies,
            distinct: tally.distinct(),
            agents: agents
                .map(|(agent, report)| {
                    let different = tally.distinct_games_of(agent);
                    AgentReport::new(&report.spec, &tally.agents[agent], different)
                })
                .collect(),
            forfeits: tally.forfeits(),
            statistics: None,
            games: Vec::new(),
            ..self
        }
    }

    /// Adds statistics of the games, if there are enough.
    pub fn with_statistics(self) -> RunReport {
        let tally = self.tally();
        self.with_statistics_of(&tally)
    }

    /// Adds statistics of a tally, if there are enough games.
    pub fn with_statistics_of(mut self, tally: &GameTally) -> RunReport {
        let seed = Seed(self.seed.parse().unwrap_or_default());
        self.statistics = match tally.played() {
            0 => None,
            _ => RunStatistics::of(tally, seed),
        };
        self
    }

    /// Sums up the games of this report.
    fn tally(&self) -> GameTally {
        let mut tally = GameTally::new(&self.specs(), self.layout());
        for game in &self.games {
            tally.add(game);
        }
        tally
    }

    /// Layout of the games; `None` if the report does not fit its schedule.
    pub fn layout(&self) -> Option<BlockLayout> {
        let first = self.games.first();
        let seats = first.map_or(self.seats, |game| game.seats.len());
        if seats == 0 {
            return None;
        }
        let is_of_layout = |layout: &BlockLayout| {
            let fits = |game: &GameResult| {
                let seats = game.seats.iter().map(|seat| seat.agent);
                seats.eq(layout.seating(game.game).iter().copied())
            };
            self.games.iter().all(fits)
        };
        BlockLayout::new(self.schedule, &self.specs(), seats)
            .ok()
            .filter(is_of_layout)
    }

    /// True if games are missing and no sequential test ended the run.
    pub fn is_interrupted(&self) -> bool {
        let is_decided = |sprt: &SprtState| sprt.evidence.decision != SprtDecision::Open;
        let is_over = self.sprt.as_ref().is_some_and(is_decided);
        let own = self.layout().map_or(self.planned, |layout| {
            let each = layout.block_games();
            self.shard.blocks_of(self.planned / each) * each
        });
        self.played > 0 && self.played < own && !is_over
    }

    /// Name of the command for such runs.
    pub fn kind(&self) -> &'static str {
        match (self.schedule.pairing, &self.sprt) {
            (_, Some(_)) => "sprt",
            (Pairing::Match, None) => "match",
            (Pairing::RoundRobin | Pairing::Field, None) => "tournament",
        }
    }

    /// Command line that plays the same games.
    pub fn command(&self) -> String {
        let field = match (self.schedule.pairing, &self.sprt) {
            (Pairing::Field, None) => " --field",
            _ => "",
        };
        let (kind, agents) = (self.kind(), self.specs().join(" "));
        let mut command = format!("ludorum {kind}{field} {} {agents}", self.game);
        if let Some(layout) = self.layout() {
            let games = self.planned / layout.round_games() * layout.block_games();
            command.push_str(&format!(" --games {games}"));
        }
        command.push_str(self.schedule.seatings.cli_flag());
        if !self.shard.is_whole() {
            command.push_str(&format!(" --shard {}", self.shard));
        }
        if let Some(openings) = &self.openings {
            command.push_str(&format!(" --openings {openings}"));
        }
        if let Some(sprt) = &self.sprt {
            let test = &sprt.hypotheses;
            command.push_str(&format!(" --elo0 {} --elo1 {}", test.elo0, test.elo1));
            command.push_str(&format!(" --alpha {} --beta {}", test.alpha, test.beta));
            if test.model == EloModel::Normalized {
                command.push_str(" --model normalized");
            }
        }
        command.push_str(&format!(" --seed {}", self.seed));
        if let Some(key) = &self.key {
            command.push_str(&format!(" --key {key}"));
        }
        command
    }

    /// Warning if games were repeated so often that more of them add little.
    pub fn repetition(&self) -> Option<GameRepetition> {
        let groups = self.layout().map_or(1, |layout| layout.groups());
        self.distinct?.repetition(self.played, groups)
    }

    /// Advice about repeated games, if there are too many.
    pub fn repetition_advice(&self) -> Option<String> {
        let (games, played) = (self.distinct?.games, self.played);
        let why = match self.repetition()? {
            GameRepetition::Always => {
                "these agents play the same game from the same start every time"
            }
            GameRepetition::Often => "these agents often play the same game from the same start",
        };
        let noun = if games == 1 { "game" } else { "games" };
        let advice = match self.openings {
            None => "use --openings random:plies=4",
            Some(_) => "use openings with more plies, or more of them",
        };
        Some(format!(
            "{games} different {noun} out of {played}: {why}, and a repeated game is no more \
             evidence; {advice}"
        ))
    }

    /// Specs of the agents, in the order given.
    pub fn specs(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    /// Moves in all games, chance events included. Old reports have them by game only.
    pub fn total_plies(&self) -> u64 {
        match self.plies {
            0 => self.games.iter().map(|game| game.plies).sum(),
            plies => plies,
        }
    }

    /// Mean number of moves in a game, chance events included.
    pub fn plies_per_game(&self) -> f64 {
        ratio(self.total_plies() as f64, self.played)
    }
}

impl AgentReport {
    /// Results of an agent with `different` distinct games.
    fn new(spec: &str, sums: &AgentTotals, different: u64) -> AgentReport {
        let shares = sums.shares();
        let lost = sums.sharing[0];
        let of_different = ratio(shares * different as f64, sums.games);
        AgentReport {
            spec: spec.to_owned(),
            games: sums.games,
            wins: sums.wins(),
            draws: sums.games - sums.wins() - lost,
            losses: lost,
            win_rate: ratio(shares, sums.games),
            win_rate_95: wilson(of_different, different),
            points_per_game: (sums.games_with_points > 0)
                .then(|| ratio(sums.points as f64, sums.games_with_points)),
            games_first: sums.games_first,
            wins_first: sums.wins_first,
            games_later: sums.games - sums.games_first,
            wins_later: sums.wins_later,
            moves_per_game: ratio(sums.moves as f64, sums.games),
            nodes_per_move: ratio(sums.nodes as f64, sums.moves),
            time_per_move_ms: ratio(sums.nanoseconds as f64 / 1e6, sums.moves),
        }
    }
}

fn ratio(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

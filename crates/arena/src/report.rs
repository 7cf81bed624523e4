//! Report of a run: its settings, totals, statistics and games. Reports are stored as JSON and can
//! be resumed.

use ludorum_core::Seed;
use serde::{Deserialize, Serialize};

use crate::RunPlan;
use crate::game::GameResult;
use crate::schedule::{BlockLayout, Pairing, RunSchedule};
use crate::shard::RunShard;
use crate::sprt_state::SprtState;
use crate::statistics::RunStatistics;
use crate::stats::{EloModel, SprtDecision, wilson};
use crate::tally::{AgentTotals, DistinctGameCounts, DuplicateGameLevel, ForfeitCount, GameTally};

/// Report of a run, complete or interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// Name and version of the Ludorum program that played the games.
    pub program: String,
    /// Spec of the game.
    pub game: String,
    /// Version of the game's rules.
    pub rules: u32,
    /// Names and hashes of the content files (boards, plug-ins) of the game. Empty in old reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Number of seats of the game; 0 in old reports.
    #[serde(default)]
    pub seats: usize,
    /// Pairing of the agents, and order in which each group of agents takes the seats.
    #[serde(default)]
    pub schedule: RunSchedule,
    /// Part of the run that this report covers: the entire run unless it was split across machines.
    #[serde(default, skip_serializing_if = "RunShard::is_whole")]
    pub shard: RunShard,
    /// Seed of the run, as decimal text.
    pub seed: String,
    /// Full spec of the openings; `None` if games begin at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Secret random key that, together with the seed, determines the games of a run with external
    /// agents; `None` if there are no such agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Number of games that the run was planned to play.
    pub planned: u64,
    /// Number of games played so far.
    pub played: u64,
    /// Number of plies in all games, chance events included; 0 in old reports.
    #[serde(default)]
    pub plies: u64,
    /// Numbers of distinct games and blocks in the run; `None` if games have no hashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<DistinctGameCounts>,
    /// Results of each agent, in the order of the plan.
    pub agents: Vec<AgentRunResult>,
    /// Numbers of forfeits by agent and reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitCount>,
    /// Statistics with confidence intervals; `None` if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<RunStatistics>,
    /// State of the sequential probability ratio test; `None` if the run has no such test.
    #[serde(rename = "sequel", default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// Results of the run's games, sorted by index; empty in reports that hold only totals.
    pub games: Vec<GameResult>,
}

/// Results of one agent in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRunResult {
    /// Spec of the agent.
    pub spec: String,
    /// Number of games that the agent played; a game counts once for every seat the agent had.
    pub games: u64,
    /// Number of games that the agent won alone.
    pub wins: u64,
    /// Number of games in which the agent shared first place.
    pub draws: u64,
    /// Number of games in which the agent did not reach first place.
    pub losses: u64,
    /// Mean share of the win; with two seats, wins plus half the draws, divided by games.
    pub win_rate: f64,
    /// 95 % interval of the win rate, computed from the distinct games.
    pub win_rate_95: (f64, f64),
    /// Mean final points per game; `None` in games without points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_per_game: Option<f64>,
    /// Number of games that the agent played in the first seat.
    pub games_first: u64,
    /// Number of games that the agent won alone in the first seat.
    pub wins_first: u64,
    /// Number of games that the agent played in other seats than the first.
    pub games_later: u64,
    /// Number of games that the agent won alone in other seats than the first.
    pub wins_later: u64,
    /// Mean number of the agent's moves per game.
    pub moves_per_game: f64,
    /// Mean number of nodes searched per move.
    pub nodes_per_move: f64,
    /// Mean thinking time per move, in milliseconds.
    pub time_per_move_ms: f64,
}

impl RunReport {
    /// Creates the report of a plan before its first game.
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
            shard: RunShard::WHOLE,
            seed: plan.seed().0.to_string(),
            openings: plan.openings().map(|openings| openings.spec().to_owned()),
            key: plan.key().map(|key| key.to_string()),
            planned: plan.games(),
            played: 0,
            plies: 0,
            distinct: None,
            agents: agents
                .map(|spec| AgentRunResult::new(spec, &nothing, 0))
                .collect(),
            forfeits: Vec::new(),
            statistics: None,
            sprt: None,
            games: Vec::new(),
        }
    }

    /// Creates the report of a plan from the results of its games.
    pub fn new(plan: &RunPlan, games: Vec<GameResult>) -> RunReport {
        RunReport::head(plan).with_games(games)
    }

    /// Replaces the games of the report and recomputes its totals.
    pub fn with_games(self, games: Vec<GameResult>) -> RunReport {
        let mut report = RunReport { games, ..self };
        let tally = report.tally();
        let games = std::mem::take(&mut report.games);
        RunReport {
            games,
            ..report.with_tally(&tally)
        }
    }

    /// Replaces the totals of the report with those of a tally and removes the games.
    pub fn with_tally(self, tally: &GameTally) -> RunReport {
        let agents = self.agents.iter().enumerate();
        RunReport {
            played: tally.played(),
            plies: tally.plies,
            distinct: tally.distinct(),
            agents: agents
                .map(|(agent, report)| {
                    let different = tally.distinct_games_of(agent);
                    AgentRunResult::new(&report.spec, &tally.agents[agent], different)
                })
                .collect(),
            forfeits: tally.forfeits(),
            statistics: None,
            games: Vec::new(),
            ..self
        }
    }

    /// Adds statistics computed from the report's games. Adds none if there are no games or their
    /// layout in blocks is unknown.
    pub fn with_statistics(self) -> RunReport {
        let tally = self.tally();
        self.with_statistics_of(&tally)
    }

    /// Adds statistics computed from a tally. Adds none if there are no games or their layout in
    /// blocks is unknown.
    pub fn with_statistics_of(mut self, tally: &GameTally) -> RunReport {
        let seed = Seed(self.seed.parse().unwrap_or_default());
        self.statistics = match tally.played() {
            0 => None,
            _ => RunStatistics::of(tally, seed),
        };
        self
    }

    /// Sums up the games of the report.
    fn tally(&self) -> GameTally {
        let mut tally = GameTally::new(&self.specs(), self.layout());
        for game in &self.games {
            tally.add(game);
        }
        tally
    }

    /// Layout of the games in blocks and rounds; `None` if agents, seats or games contradict the
    /// schedule.
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

    /// True if planned games are missing, unless a sequential test has stopped the run.
    pub fn is_interrupted(&self) -> bool {
        let is_decided = |sprt: &SprtState| sprt.evidence.decision != SprtDecision::Open;
        let is_over = self.sprt.as_ref().is_some_and(is_decided);
        let own = self.layout().map_or(self.planned, |layout| {
            let each = layout.block_games();
            self.shard.blocks_of(self.planned / each) * each
        });
        self.played > 0 && self.played < own && !is_over
    }

    /// Name of the subcommand that plays runs like this one: `match`, `tournament` or `sprt`.
    pub fn kind(&self) -> &'static str {
        match (self.schedule.pairing, &self.sprt) {
            (_, Some(_)) => "sprt",
            (Pairing::Match, None) => "match",
            (Pairing::RoundRobin | Pairing::Field, None) => "tournament",
        }
    }

    /// Command line that plays the same games again.
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

    /// Degree of repetition among the run's games; `None` if it is low or unknown.
    pub fn repetition(&self) -> Option<DuplicateGameLevel> {
        let groups = self.layout().map_or(1, |layout| layout.groups());
        self.distinct?.repetition(self.played, groups)
    }

    /// Warning with advice for the user if too many games are repetitions; else `None`.
    pub fn repetition_advice(&self) -> Option<String> {
        let (games, played) = (self.distinct?.games, self.played);
        let why = match self.repetition()? {
            DuplicateGameLevel::Always => {
                "these agents play the same game from the same start every time"
            }
            DuplicateGameLevel::Often => {
                "these agents often play the same game from the same start"
            }
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

    /// Specs of the agents, in the order of the plan.
    pub fn specs(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    /// Number of plies in all games, chance events included. In old reports, summed from the games.
    pub fn total_plies(&self) -> u64 {
        match self.plies {
            0 => self.games.iter().map(|game| game.plies).sum(),
            plies => plies,
        }
    }

    /// Mean number of plies per game, chance events included.
    pub fn plies_per_game(&self) -> f64 {
        ratio(self.total_plies() as f64, self.played)
    }
}

impl AgentRunResult {
    /// Builds an agent's results from its totals; `different` is its number of distinct games.
    fn new(spec: &str, sums: &AgentTotals, different: u64) -> AgentRunResult {
        let shares = sums.shares();
        let lost = sums.sharing[0];
        let of_different = ratio(shares * different as f64, sums.games);
        AgentRunResult {
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

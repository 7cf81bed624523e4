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
use crate::tally::{AgentSums, Distinct, ForfeitCount, Repetition, Tally};

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
    /// The number of seats. Reports written before it was kept have 0.
    #[serde(default)]
    pub seats: usize,
    /// Who plays whom.
    #[serde(default)]
    pub schedule: Schedule,
    /// Which part of the run this is.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// The seed of the match, as text.
    pub seed: String,
    /// The openings with which games begin, in full; none if they begin at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The key of a run with external agents, from which its seeds are derived besides: it was drawn at
    /// random, and is not told to agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The number of games planned.
    pub planned: u64,
    /// The number of games played.
    pub played: u64,
    /// The number of moves in all games, chance events included. Reports written before it was kept
    /// have 0.
    #[serde(default)]
    pub plies: u64,
    /// How many of the games were different; none if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<Distinct>,
    /// One entry for each agent, in the order given.
    pub agents: Vec<AgentReport>,
    /// Who gave games up, how many, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitCount>,
    /// What follows from the games, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// The sequential test that decides when to stop, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequel: Option<Sequel>,
    /// Every game played, in order; none where they are not held in memory.
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
    /// The 95 % interval of the win rate, from as many games as were different.
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
    /// The run of a plan without games.
    pub fn head(plan: &Plan) -> Report {
        let nothing = AgentSums::default();
        let agents = plan.agents().iter();
        Report {
            program: ludorum_record::Header::this_program(),
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
            sequel: None,
            games: Vec::new(),
        }
    }

    /// Sums up the games of a plan played so far.
    pub fn new(plan: &Plan, games: Vec<GameResult>) -> Report {
        Report::head(plan).with_games(games)
    }

    /// The same run with these games.
    pub fn with_games(self, games: Vec<GameResult>) -> Report {
        let mut report = Report { games, ..self };
        let tally = report.tally();
        let games = std::mem::take(&mut report.games);
        Report {
            games,
            ..report.with_tally(&tally)
        }
    }

    /// The same run with games that are not held in memory.
    pub fn with_tally(self, tally: &Tally) -> Report {
        let agents = self.agents.iter().enumerate();
        Report {
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

    /// The same with statistics, as far as they can be had.
    pub fn with_statistics(self) -> Report {
        let tally = self.tally();
        self.with_statistics_of(&tally)
    }

    /// The same with the statistics of these games, as far as they can be had.
    pub fn with_statistics_of(mut self, tally: &Tally) -> Report {
        let seed = Seed(self.seed.parse().unwrap_or_default());
        self.statistics = match tally.played() {
            0 => None,
            _ => Statistics::of(tally, seed),
        };
        self
    }

    /// The games it holds, summed up.
    fn tally(&self) -> Tally {
        let mut tally = Tally::new(&self.specs(), self.layout());
        for game in &self.games {
            tally.add(game);
        }
        tally
    }

    /// How its games lie; none if that is not known, or the report is of no run we know.
    pub fn layout(&self) -> Option<Layout> {
        let first = self.games.first();
        let seats = first.map_or(self.seats, |game| game.seats.len());
        if seats == 0 {
            return None;
        }
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
        if let Some(openings) = &self.openings {
            command.push_str(&format!(" --openings {openings}"));
        }
        if let Some(sequel) = &self.sequel {
            let test = &sequel.hypotheses;
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

    /// Whether games were repeated so often that more of them are of little use.
    pub fn repetition(&self) -> Option<Repetition> {
        let groups = self.layout().map_or(1, |layout| layout.groups());
        self.distinct?.repetition(self.played, groups)
    }

    /// What to tell people about repeated games, if they are of little use.
    pub fn repetition_advice(&self) -> Option<String> {
        let (games, played) = (self.distinct?.games, self.played);
        let why = match self.repetition()? {
            Repetition::Always => "these agents play the same game from the same start every time",
            Repetition::Often => "these agents often play the same game from the same start",
        };
        let noun = if games == 1 { "game" } else { "games" };
        let advice = match self.openings {
            None => "use --openings random:plies=4",
            Some(_) => "use openings with more plies, or more of them",
        };
        Some(format!(
            "{games} different {noun} out of {played}: {why}, and a game that is repeated is no more \
             evidence; {advice}"
        ))
    }

    /// The specs of the agents, in the order given.
    pub fn specs(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    /// The number of moves in all games, chance events included. Older reports have it by game only.
    pub fn plies_in_all(&self) -> u64 {
        match self.plies {
            0 => self.games.iter().map(|game| game.plies).sum(),
            plies => plies,
        }
    }

    /// The average number of moves in a game, chance events included.
    pub fn plies_per_game(&self) -> f64 {
        ratio(self.plies_in_all() as f64, self.played)
    }
}

impl AgentReport {
    /// The games of an agent, of which so many were different.
    fn new(spec: &str, sums: &AgentSums, different: u64) -> AgentReport {
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

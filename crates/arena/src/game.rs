//! Plays a single game between agents.

use std::time::{Duration, Instant};

use ludorum_catalog::{
    AnyProbe, Forfeit, MoveRequestOptions, Player, Position, SeatedAgent, Variant, agent_stream,
    chance_rng,
};
use ludorum_core::{CarriedState, NodeKind, Outcome, PerSeat, PluginFailure, Seat, Seed, StopFlag};
use ludorum_record::{GameRecord, RecordHeader, RecordedPly, TakeBackSummary};
use serde::{Deserialize, Serialize};

use crate::openings::{Opening, OpeningsError};
use crate::{PlayedGame, RunPlan};

/// Result of one game of a run, as stored in reports and journals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Index of the game in its run, from 0.
    pub game: u64,
    /// Seed of setup and chance events. Stored as text, because many JSON readers lack 64-bit
    /// integers.
    pub seed: String,
    /// Seed of the agents' random numbers, as text.
    pub streams: String,
    /// Number of plies, chance events included.
    pub plies: u64,
    /// Hash of setup, moves and chance events; `None` in results of older program versions.
    #[serde(default, with = "hex", skip_serializing_if = "Option::is_none")]
    pub hash: Option<u64>,
    /// Result of each seat, in seat order.
    pub seats: Vec<SeatResult>,
    /// Forfeit that ended the game early; `None` if the game was played to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<ForfeitResult>,
}

/// Forfeit that ended a game: the forfeiting seat is ranked last, all others share first place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitResult {
    /// Number of the seat that forfeited, from 1.
    pub seat: usize,
    /// Reason for the forfeit, such as a crash or a timeout.
    pub reason: String,
}

/// Result of one seat in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// Index of the seat's agent in the run's list of agents, from 0.
    pub agent: usize,
    /// Final rank of the seat; 1 is best. Tied seats have equal ranks.
    pub rank: u8,
    /// Share of the win: 1 for a sole winner, 1/n for each of n tied winners, 0 for the others.
    pub share: f64,
    /// Final points; `None` in games without points, after a forfeit and in old reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Number of moves that the seat made.
    pub moves: u64,
    /// Number of legal moves, summed over the seat's decisions.
    pub choices: u64,
    /// Number of nodes searched by the seat's agent in this game.
    pub nodes: u64,
    /// Number of positions evaluated by the seat's agent in this game.
    #[serde(default)]
    pub evaluations: u64,
    /// Total thinking time of the seat's agent in this game, in milliseconds.
    pub time_ms: f64,
}

/// Switch for recording the moves of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordMode {
    /// Moves are not recorded; playing a game returns only its result.
    #[default]
    Off,
    /// Moves are recorded; playing a game returns its result and a record of every move.
    On,
}

/// Plays the games of a plan one by one. Reuses players and positions between games.
#[derive(Debug)]
pub struct GameRunner<'a> {
    plan: &'a RunPlan,
    records: RecordMode,
    /// Names of the game-specific statistics to count.
    measures: &'a [&'a str],
    /// Idle stateless players of each agent, reused in later games: creating a player may take
    /// longer than a short game.
    reusable: Vec<Vec<Player>>,
    /// Position of the previous game and its setup seed; reused if possible, because building a
    /// board is slow.
    position: Option<(Position, Seed)>,
}

impl<'a> GameRunner<'a> {
    /// Creates a runner for a plan. `measures` names the game-specific statistics to count.
    pub fn new(plan: &'a RunPlan, records: RecordMode, measures: &'a [&'a str]) -> GameRunner<'a> {
        GameRunner {
            plan,
            records,
            measures,
            reusable: plan.agents().iter().map(|_| Vec::new()).collect(),
            position: None,
        }
    }

    /// Plays the game with this index in the plan; `None` if `stop` was raised before the game
    /// ended.
    ///
    /// # Panics
    /// If the plan has no game with this index, or the game lacks one of the measures.
    pub fn play(&mut self, game: u64, stop: &StopFlag) -> Option<PlayedGame> {
        let plan = self.plan;
        assert!(game < plan.games(), "the match has {} games", plan.games());
        let seating = plan.layout().seating(game);
        let (seed, streams) = (plan.setup_seed(game), plan.streams_seed(game));
        let opening = plan.opening(game, stop);
        let opening = opening.map_err(|error| plan.abort(error, stop)).ok()?;
        if opening.is_none() && plan.openings().is_some() {
            // Stopped during the search for an opening.
            return None;
        }
        let mut players = Vec::with_capacity(seating.len());
        for &agent in seating {
            let new = || plan.variant().player(&plan.agents()[agent]);
            let reusable = self.reusable[agent].pop();
            players
                .push(reusable.unwrap_or_else(|| new().expect("the plan has checked its specs")));
        }
        let probe = |name: &&str| plan.variant().probe(name).expect("a measure of the game");
        let mut probes: Vec<Box<dyn AnyProbe>> = self.measures.iter().map(probe).collect();
        let position = match self.position.take() {
            // Games of a block share their setup; building a board takes as long as a quick game.
            Some((mut position, same)) if same == seed => {
                position.rewind();
                position
            }
            Some((mut position, _)) => {
                position.restart(seed);
                position
            }
            None => plan.variant().start(seed),
        };
        let mut ongoing = GameInProgress::new(position, players, seed, streams, self.records);
        if let Some(opening) = opening {
            let opened = ongoing.play_opening(&opening);
            opened.map_err(|error| plan.abort(error, stop)).ok()?;
        }
        let forfeit = ongoing.play(stop, &mut |position| {
            for probe in &mut probes {
                probe.observe(position);
            }
        })?;
        let result = ongoing.result(game, seating, forfeit);
        let seats = || Seat::all(seating.len());
        let counts = probes
            .iter()
            .map(|probe| seats().map(|seat| probe.counts(seat)).collect());
        let counts = counts.collect();
        let record = ongoing.plies.take().map(|plies| {
            let specs = seating.iter().map(|&agent| plan.agents()[agent].clone());
            ongoing.record(plan.variant(), specs.collect(), plies)
        });
        if result.forfeit.is_none() {
            for (&agent, seated) in seating.iter().zip(ongoing.agents) {
                let player = seated.into_player();
                if player.carried_state() == CarriedState::Nothing {
                    self.reusable[agent].push(player);
                }
            }
        }
        self.position = Some((ongoing.position, seed));
        Some(PlayedGame {
            result,
            record,
            counts,
        })
    }
}

/// Plays one game of a plan and records its moves; `None` if `stop` was raised before the game
/// ended.
///
/// # Panics
/// If the plan has no game with this index.
pub fn play_game(plan: &RunPlan, game: u64, stop: &StopFlag) -> Option<(GameResult, GameRecord)> {
    let played = GameRunner::new(plan, RecordMode::On, &[]).play(game, stop)?;
    Some((played.result, played.record?))
}

/// Plays one game between the given players, without a plan. `observe` is called with the start
/// position and after every ply. `None` if `stop` was raised before the game ended.
///
/// # Panics
/// If the number of players is not the number of seats.
pub fn play_players(
    variant: &Variant,
    players: Vec<Player>,
    (seed, streams): (Seed, Seed),
    stop: &StopFlag,
    observe: &mut dyn FnMut(&Position),
) -> Option<GameResult> {
    assert_eq!(players.len(), variant.seats(), "a player for every seat");
    let seating: Vec<usize> = (0..players.len()).collect();
    let position = variant.start(seed);
    let mut ongoing = GameInProgress::new(position, players, seed, streams, RecordMode::Off);
    let forfeit = ongoing.play(stop, observe)?;
    Some(ongoing.result(0, &seating, forfeit))
}

/// Game in progress between seated agents, with each seat's moves, nodes and time so far.
struct GameInProgress {
    position: Position,
    agents: Vec<SeatedAgent>,
    seed: Seed,
    streams: Seed,
    /// Plies played so far; `None` if the game is not recorded.
    plies: Option<Vec<RecordedPly>>,
    /// Length of the opening in plies.
    opening: usize,
    usage: PerSeat<SeatEffort>,
}

#[derive(Clone, Copy, Default)]
struct SeatEffort {
    moves: u64,
    choices: u64,
    nodes: u64,
    evaluations: u64,
    time: Duration,
}

impl GameInProgress {
    fn new(
        position: Position,
        players: Vec<Player>,
        seed: Seed,
        streams: Seed,
        records: RecordMode,
    ) -> GameInProgress {
        let sit = |(seat, player): (Seat, Player)| {
            SeatedAgent::new(player, seat, agent_stream(streams, seat), 0)
        };
        GameInProgress {
            usage: PerSeat::filled(players.len(), SeatEffort::default()),
            position,
            agents: Seat::all(players.len()).zip(players).map(sit).collect(),
            seed,
            streams,
            plies: (records == RecordMode::On).then(Vec::new),
            opening: 0,
        }
    }

    /// Plays the opening moves. Agents observe them, but they count for no seat's moves or time.
    fn play_opening(&mut self, opening: &Opening) -> Result<(), OpeningsError> {
        let (agents, plies) = (&mut self.agents, &mut self.plies);
        opening.play(&mut self.position, self.seed, |seat, position| {
            if let Some(plies) = plies {
                plies.push(RecordedPly::plain(seat, String::new()));
            }
            for agent in &mut *agents {
                agent.observe(position);
            }
        })?;
        if let Some(plies) = &mut self.plies {
            // Suites may use alternative notations of moves; records use the canonical one.
            for (ply, text) in plies.iter_mut().zip(self.position.history()) {
                ply.text = text;
            }
        }
        self.opening = self.position.plies();
        Ok(())
    }

    /// Plays to the end of the game. Returns the forfeit, `Some(None)` if there was none, and
    /// `None` if `stop` was raised.
    fn play(
        &mut self,
        stop: &StopFlag,
        observe: &mut dyn FnMut(&Position),
    ) -> Option<Option<(Seat, Forfeit)>> {
        observe(&self.position);
        loop {
            let given_up = match self.position.node() {
                NodeKind::Over => return Some(None),
                NodeKind::Chance => {
                    self.play_chance_event();
                    None
                }
                NodeKind::Decide(seat) => self.play_move(seat, stop).err(),
            };
            if stop.is_raised() {
                return None;
            }
            if given_up.is_some() {
                return Some(given_up);
            }
            for agent in &mut self.agents {
                agent.observe(&self.position);
            }
            observe(&self.position);
        }
    }

    /// Draws and plays the next chance event.
    fn play_chance_event(&mut self) {
        let mut rng = chance_rng(self.seed, self.position.plies());
        match &mut self.plies {
            Some(plies) => plies.push(RecordedPly::plain(
                None,
                self.position.play_chance(&mut rng),
            )),
            None => self.position.play_random(&mut rng),
        }
    }

    /// Requests a move from the seat's agent and plays it. Returns an error if the agent forfeits.
    fn play_move(&mut self, seat: Seat, stop: &StopFlag) -> Result<(), (Seat, Forfeit)> {
        let agent = &mut self.agents[seat.index()];
        let began = Instant::now();
        let verdict = agent
            .choose(&self.position, &MoveRequestOptions::without_limits(stop))
            .map_err(|forfeit| (seat, forfeit))?;
        if let Some(PluginFailure { cause, message }) = self.position.halted() {
            let reason = format!("the game cannot continue: plug-in {cause}: {message}");
            return Err((seat, Forfeit { reason }));
        }
        let time = began.elapsed();
        let usage = &mut self.usage[seat];
        usage.moves += 1;
        usage.choices += self.position.move_count() as u64;
        usage.nodes += verdict.effort.nodes;
        usage.evaluations += verdict.effort.evaluations;
        usage.time += time;
        if let Some(plies) = &mut self.plies {
            plies.push(RecordedPly {
                value: verdict.value.map(|value| value[seat]),
                nodes: verdict.effort.nodes,
                time: Some(time),
                ..RecordedPly::plain(Some(seat), self.position.move_text(verdict.best))
            });
        }
        self.position.play(verdict.best);
        Ok(())
    }

    fn result(&self, game: u64, seating: &[usize], forfeit: Option<(Seat, Forfeit)>) -> GameResult {
        let outcome = match &forfeit {
            None => self.position.outcome().expect("a finished game has one"),
            // A forfeited game has no result by the rules; the forfeiting seat is ranked last.
            Some((quitter, _)) => {
                let ranks = PerSeat::from_fn(seating.len(), |seat| u8::from(seat == *quitter));
                Outcome::from_ranks(ranks)
            }
        };
        let scores = match forfeit {
            None => self.position.scores(),
            Some(_) => None,
        };
        let seats = Seat::all(seating.len())
            .map(|seat| SeatResult {
                agent: seating[seat.index()],
                rank: outcome.ranks()[seat] + 1,
                share: outcome.share(seat),
                points: scores.map(|points| points[seat]),
                moves: self.usage[seat].moves,
                choices: self.usage[seat].choices,
                nodes: self.usage[seat].nodes,
                evaluations: self.usage[seat].evaluations,
                time_ms: self.usage[seat].time.as_secs_f64() * 1e3,
            })
            .collect();
        GameResult {
            game,
            seed: self.seed.0.to_string(),
            streams: self.streams.0.to_string(),
            plies: self.position.plies() as u64,
            hash: Some(self.position.line_hash()),
            seats,
            forfeit: forfeit.map(|(seat, forfeit)| ForfeitResult {
                seat: seat.index() + 1,
                reason: forfeit.reason,
            }),
        }
    }

    /// Builds the record of the game from its plies.
    fn record(&self, variant: &Variant, specs: Vec<String>, plies: Vec<RecordedPly>) -> GameRecord {
        GameRecord {
            header: RecordHeader {
                game: variant.spec().to_owned(),
                rules: variant.rules_version(),
                program: RecordHeader::this_program(),
                seed: self.seed,
                streams: self.streams,
                take_backs: TakeBackSummary::default(),
                content: variant.content(),
                opening: self.opening,
                seats: specs,
            },
            plies,
            dropouts: Vec::new(),
            ranks: self.position.outcome().map(|outcome| outcome.ranks()),
        }
    }
}

/// Serializes a 64-bit hash as hexadecimal text, because many JSON readers lack 64-bit integers.
mod hex {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        match hash {
            Some(hash) => to.collect_str(&format_args!("{hash:016x}")),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        let text: Option<String> = Option::deserialize(from)?;
        let number = |text: String| u64::from_str_radix(&text, 16).map_err(D::Error::custom);
        text.map(number).transpose()
    }
}

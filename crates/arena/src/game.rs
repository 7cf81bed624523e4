//! One game between agents.

use std::time::{Duration, Instant};

use ludorum_catalog::{
    Asking, Forfeit, GameProbe, Player, Position, SeatedAgent, SpecError, Variant, agent_stream,
    chance_rng,
};
use ludorum_core::{Carried, Mishap, Node, Outcome, PerSeat, Seat, Seed, Stop};
use ludorum_record::{Header, Ply, Record, TakeBacks};
use serde::{Deserialize, Serialize};

use crate::openings::{Opening, OpeningsError};
use crate::{Plan, Played};

/// How one game of a match went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in its match, counted from 0.
    pub game: u64,
    /// The seed of the setup and of chance. Text, because not every reader of JSON has whole
    /// numbers of 64 bits.
    pub seed: String,
    /// The seed of the agents' own randomness.
    pub streams: String,
    /// The number of moves, chance events included.
    pub plies: u64,
    /// A number that tells the game from others by its setup, its moves and the events of chance.
    /// Games kept by older versions have none.
    #[serde(default, with = "hex", skip_serializing_if = "Option::is_none")]
    pub hash: Option<u64>,
    /// What happened at each seat, in seat order.
    pub seats: Vec<SeatResult>,
    /// Who gave the game up, if it was not played to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<ForfeitResult>,
}

/// Why a game was not played to its end: the seat comes last, all others share the first place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitResult {
    /// The seat that gave up, counted from 1.
    pub seat: usize,
    /// Why, in words.
    pub reason: String,
}

/// How one game went for one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatResult {
    /// The number of the agent in the match, counted from 0.
    pub agent: usize,
    /// The rank, 1 being the best; equal ranks are tied.
    pub rank: u8,
    /// The share of the win: 1 for a sole winner, a half for each of two tied, 0 for others.
    pub share: f64,
    /// The points at the end, in games that count points; none if the game was given up. Reports
    /// written before these were kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// The number of its moves.
    pub moves: u64,
    /// The legal moves it had to choose from, all its moves together.
    pub choices: u64,
    /// The nodes it visited.
    pub nodes: u64,
    /// The positions it evaluated.
    #[serde(default)]
    pub evaluations: u64,
    /// The time it thought, in milliseconds.
    pub time_ms: f64,
}

/// Whether games are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Records {
    /// Only results are wanted.
    #[default]
    None,
    /// Every move is written down.
    Kept,
}

/// Plays games of a plan one after the other.
#[derive(Debug)]
pub struct GamePlayer<'a> {
    plan: &'a Plan,
    records: Records,
    /// The measures that are taken.
    measures: &'a [&'a str],
    /// Players of each agent that carry nothing from one move to the next, and so nothing from one game
    /// to the next: making them again would take longer than a quick game.
    idle: Vec<Vec<Player>>,
    /// The position of the last game, and the seed of its setup.
    position: Option<(Position, Seed)>,
}

impl<'a> GamePlayer<'a> {
    /// Plays games of this plan and takes these measures in them.
    pub fn new(plan: &'a Plan, records: Records, measures: &'a [&'a str]) -> GamePlayer<'a> {
        GamePlayer {
            plan,
            records,
            measures,
            idle: plan.agents().iter().map(|_| Vec::new()).collect(),
            position: None,
        }
    }

    /// Plays a game; none if `stop` was raised before it ended.
    ///
    /// # Panics
    /// If the plan has no such game, or the game no such measure.
    pub fn play(&mut self, game: u64, stop: &Stop) -> Option<Played> {
        let plan = self.plan;
        assert!(game < plan.games(), "the match has {} games", plan.games());
        let seating = plan.layout().seating(game);
        let (seed, streams) = (plan.setup_seed(game), plan.streams_seed(game));
        let opening = plan.opening(game, stop);
        let opening = opening.map_err(|error| plan.fail(error, stop)).ok()?;
        if opening.is_none() && plan.openings().is_some() {
            // Stopped while it was being looked for.
            return None;
        }
        let mut players = Vec::with_capacity(seating.len());
        for &agent in seating {
            let new = || plan.variant().player(&plan.agents()[agent]);
            let idle = self.idle[agent].pop();
            players.push(idle.unwrap_or_else(|| new().expect("the plan has checked its specs")));
        }
        let probe = |name: &&str| plan.variant().probe(name).expect("a measure of the game");
        let mut probes: Vec<GameProbe> = self.measures.iter().map(probe).collect();
        let position = match self.position.take() {
            // All games of a block have one setup, and a board takes as long as a quick game.
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
        let mut table = Table::new(position, players, seed, streams, self.records);
        if let Some(opening) = opening {
            let opened = table.open(&opening);
            opened.map_err(|error| plan.fail(error, stop)).ok()?;
        }
        let forfeit = table.play(stop, &mut |position| {
            for probe in &mut probes {
                probe.observe(position);
            }
        })?;
        let result = table.result(game, seating, forfeit);
        let seats = || Seat::all(seating.len());
        let counts = probes
            .iter()
            .map(|probe| seats().map(|seat| probe.counts(seat)).collect());
        let counts = counts.collect();
        let record = table.plies.take().map(|plies| {
            let specs = seating.iter().map(|&agent| plan.agents()[agent].clone());
            table.record(plan.variant(), specs.collect(), plies)
        });
        if result.forfeit.is_none() {
            for (&agent, seated) in seating.iter().zip(table.agents) {
                let player = seated.into_player();
                if player.carries() == Carried::Nothing {
                    self.idle[agent].push(player);
                }
            }
        }
        self.position = Some((table.position, seed));
        Some(Played {
            result,
            record,
            counts,
        })
    }
}

/// Plays one game of a plan, with its record; none if `stop` was raised before it ended.
///
/// # Panics
/// If the plan has no such game.
pub fn play_game(plan: &Plan, game: u64, stop: &Stop) -> Option<(GameResult, Record)> {
    let played = GamePlayer::new(plan, Records::Kept, &[]).play(game, stop)?;
    Some((played.result, played.record?))
}

/// Plays one game of no plan, as a match with these seeds would: `seed` is that of the setup and of
/// chance, `streams` that of the agents. None if `stop` was raised before it ended.
///
/// # Errors
/// When a spec is not right.
///
/// # Panics
/// If there are not as many agents as seats.
pub fn play_seats(
    variant: &Variant,
    agents: &[String],
    seed: Seed,
    streams: Seed,
    stop: &Stop,
) -> Result<Option<Record>, SpecError> {
    assert_eq!(agents.len(), variant.seats(), "an agent for every seat");
    let players = agents.iter().map(|agent| variant.player(agent));
    let players = players.collect::<Result<Vec<Player>, SpecError>>()?;
    let position = variant.start(seed);
    let mut table = Table::new(position, players, seed, streams, Records::Kept);
    let is_over = table.play(stop, &mut |_| ()).is_some();
    let plies = table.plies.take().unwrap_or_default();
    Ok(is_over.then(|| table.record(variant, agents.to_vec(), plies)))
}

/// Plays one game of no plan between players who may be on no roster. `observe` is shown the position at
/// the start, and the one after every move and every event of chance. None if `stop` was raised before
/// the game ended.
///
/// # Panics
/// If there are not as many players as seats.
pub fn play_players(
    variant: &Variant,
    players: Vec<Player>,
    (seed, streams): (Seed, Seed),
    stop: &Stop,
    observe: &mut dyn FnMut(&Position),
) -> Option<GameResult> {
    assert_eq!(players.len(), variant.seats(), "a player for every seat");
    let seating: Vec<usize> = (0..players.len()).collect();
    let position = variant.start(seed);
    let mut table = Table::new(position, players, seed, streams, Records::None);
    let forfeit = table.play(stop, observe)?;
    Some(table.result(0, &seating, forfeit))
}

/// A game in progress between agents.
struct Table {
    position: Position,
    agents: Vec<SeatedAgent>,
    seed: Seed,
    streams: Seed,
    /// The moves so far, if they are to be written down.
    plies: Option<Vec<Ply>>,
    /// How many moves were given as the opening.
    opening: usize,
    spent: PerSeat<Spent>,
}

#[derive(Clone, Copy, Default)]
struct Spent {
    moves: u64,
    choices: u64,
    nodes: u64,
    evaluations: u64,
    time: Duration,
}

impl Table {
    fn new(
        position: Position,
        players: Vec<Player>,
        seed: Seed,
        streams: Seed,
        records: Records,
    ) -> Table {
        let sit = |(seat, player): (Seat, Player)| {
            SeatedAgent::new(player, seat, agent_stream(streams, seat), 0)
        };
        Table {
            spent: PerSeat::filled(players.len(), Spent::default()),
            position,
            agents: Seat::all(players.len()).zip(players).map(sit).collect(),
            seed,
            streams,
            plies: (records == Records::Kept).then(Vec::new),
            opening: 0,
        }
    }

    /// Plays the opening. Agents are shown its moves like any others, but nobody chose them: they cost no
    /// time and count for no seat.
    fn open(&mut self, opening: &Opening) -> Result<(), OpeningsError> {
        let (agents, plies) = (&mut self.agents, &mut self.plies);
        opening.play(&mut self.position, self.seed, |seat, position| {
            if let Some(plies) = plies {
                plies.push(Ply::plain(seat, String::new()));
            }
            for agent in &mut *agents {
                agent.observe(position);
            }
        })?;
        if let Some(plies) = &mut self.plies {
            // A suite may write a move in another way than records do.
            for (ply, text) in plies.iter_mut().zip(self.position.history()) {
                ply.text = text;
            }
        }
        self.opening = self.position.plies();
        Ok(())
    }

    /// Plays to the end: who has given up, if somebody has. None if `stop` was raised before.
    fn play(
        &mut self,
        stop: &Stop,
        observe: &mut dyn FnMut(&Position),
    ) -> Option<Option<(Seat, Forfeit)>> {
        observe(&self.position);
        loop {
            let given_up = match self.position.node() {
                Node::Over => return Some(None),
                Node::Chance => {
                    self.roll();
                    None
                }
                Node::Decide(seat) => self.decide(seat, stop).err(),
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

    /// Draws the next event.
    fn roll(&mut self) {
        let mut rng = chance_rng(self.seed, self.position.plies());
        match &mut self.plies {
            Some(plies) => plies.push(Ply::plain(None, self.position.roll(&mut rng))),
            None => self.position.play_random(&mut rng),
        }
    }

    /// Makes the move of a seat, or says who will not make it and why.
    fn decide(&mut self, seat: Seat, stop: &Stop) -> Result<(), (Seat, Forfeit)> {
        let agent = &mut self.agents[seat.index()];
        let began = Instant::now();
        let verdict = agent
            .choose(&self.position, &Asking::without_limits(stop))
            .map_err(|forfeit| (seat, forfeit))?;
        if let Some(Mishap { cause, message }) = self.position.halted() {
            let reason = format!("the game cannot go on: plug-in {cause}: {message}");
            return Err((seat, Forfeit { reason }));
        }
        let time = began.elapsed();
        let spent = &mut self.spent[seat];
        spent.moves += 1;
        spent.choices += self.position.move_count() as u64;
        spent.nodes += verdict.effort.nodes;
        spent.evaluations += verdict.effort.evaluations;
        spent.time += time;
        if let Some(plies) = &mut self.plies {
            plies.push(Ply {
                value: verdict.value.map(|value| value[seat]),
                nodes: verdict.effort.nodes,
                time: Some(time),
                ..Ply::plain(Some(seat), self.position.move_text(verdict.best))
            });
        }
        self.position.play(verdict.best);
        Ok(())
    }

    fn result(&self, game: u64, seating: &[usize], forfeit: Option<(Seat, Forfeit)>) -> GameResult {
        let outcome = match &forfeit {
            None => self.position.outcome().expect("a finished game has one"),
            // Its record is that of a game without end: by the rules there is no result.
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
                moves: self.spent[seat].moves,
                choices: self.spent[seat].choices,
                nodes: self.spent[seat].nodes,
                evaluations: self.spent[seat].evaluations,
                time_ms: self.spent[seat].time.as_secs_f64() * 1e3,
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

    /// The record of the game with these moves.
    fn record(&self, variant: &Variant, specs: Vec<String>, plies: Vec<Ply>) -> Record {
        Record {
            header: Header {
                game: variant.spec().to_owned(),
                rules: variant.rules_version(),
                program: Header::this_program(),
                seed: self.seed,
                streams: self.streams,
                take_backs: TakeBacks::default(),
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

/// Hashes as text, because not every reader of JSON has whole numbers of 64 bits.
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

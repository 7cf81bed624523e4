//! One game between agents.

use std::time::{Duration, Instant};

use ludorum_catalog::{
    Asking, Forfeit, Position, SeatedAgent, SpecError, Variant, agent_stream, chance_rng,
};
use ludorum_core::{Node, Outcome, PerSeat, Seat, Seed, Stop};
use ludorum_record::{Header, Ply, Record};
use serde::{Deserialize, Serialize};

use crate::Plan;

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

/// Plays one game of a plan; none if `stop` was raised before it ended.
///
/// # Panics
/// If the plan has no such game.
pub fn play_game(plan: &Plan, game: u64, stop: &Stop) -> Option<(GameResult, Record)> {
    assert!(game < plan.games(), "the match has {} games", plan.games());
    let seating = plan.seating(game);
    let seed = plan.setup_seed(game);
    let streams = plan.streams_seed(game);
    let specs: Vec<&String> = seating.iter().map(|&agent| &plan.agents()[agent]).collect();
    let mut table = Table::new(plan.variant(), &specs, seed, streams);
    let forfeit = table.play(stop)?;
    Some(table.close(game, &seating, forfeit))
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
    for agent in agents {
        variant.player(agent)?;
    }
    let specs: Vec<&String> = agents.iter().collect();
    let mut table = Table::new(variant, &specs, seed, streams);
    let seating: Vec<usize> = (0..agents.len()).collect();
    let forfeit = table.play(stop);
    Ok(forfeit.map(|forfeit| table.close(0, &seating, forfeit).1))
}

/// A game in progress between agents.
struct Table {
    position: Position,
    agents: Vec<SeatedAgent>,
    record: Record,
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
    fn new(variant: &Variant, specs: &[&String], seed: Seed, streams: Seed) -> Table {
        let sit = |(seat, spec): (Seat, &&String)| {
            let player = variant.player(spec);
            let player = player.expect("the plan has checked its specs");
            SeatedAgent::new(player, seat, agent_stream(streams, seat), 0)
        };
        Table {
            position: variant.start(seed),
            agents: Seat::all(specs.len()).zip(specs).map(sit).collect(),
            record: Record {
                header: Header {
                    game: variant.spec().to_owned(),
                    rules: variant.rules_version(),
                    program: Header::this_program(),
                    seed,
                    streams,
                    content: variant.content(),
                    seats: specs.iter().map(|&spec| spec.clone()).collect(),
                },
                plies: Vec::new(),
                ranks: None,
            },
            spent: PerSeat::filled(variant.seats(), Spent::default()),
        }
    }

    /// Plays to the end: who has given up, if somebody has. None if `stop` was raised before.
    fn play(&mut self, stop: &Stop) -> Option<Option<(Seat, Forfeit)>> {
        while let Node::Decide(_) | Node::Chance = self.position.node() {
            let given_up = self.step(stop).err();
            if stop.is_raised() {
                return None;
            }
            if given_up.is_some() {
                return Some(given_up);
            }
        }
        Some(None)
    }

    /// Makes the next move, or says who will not make it and why.
    fn step(&mut self, stop: &Stop) -> Result<(), (Seat, Forfeit)> {
        let header = &self.record.header;
        let index = self.position.plies();
        let ply = match self.position.node() {
            Node::Over => return Ok(()),
            Node::Chance => {
                let mut rng = chance_rng(header.seed, index);
                Ply::plain(None, self.position.roll(&mut rng))
            }
            Node::Decide(seat) => {
                let agent = &mut self.agents[seat.index()];
                let began = Instant::now();
                let verdict = agent
                    .choose(&self.position, &Asking::without_limits(stop))
                    .map_err(|forfeit| (seat, forfeit))?;
                let time = began.elapsed();
                let spent = &mut self.spent[seat];
                spent.moves += 1;
                spent.choices += self.position.move_count() as u64;
                spent.nodes += verdict.effort.nodes;
                spent.evaluations += verdict.effort.evaluations;
                spent.time += time;
                let text = self.position.move_text(verdict.best);
                self.position.play(verdict.best);
                Ply {
                    value: verdict.value.map(|value| value[seat]),
                    nodes: verdict.effort.nodes,
                    time: Some(time),
                    ..Ply::plain(Some(seat), text)
                }
            }
        };
        self.record.plies.push(ply);
        for agent in &mut self.agents {
            agent.observe(&self.position);
        }
        Ok(())
    }

    fn close(
        mut self,
        game: u64,
        seating: &[usize],
        forfeit: Option<(Seat, Forfeit)>,
    ) -> (GameResult, Record) {
        let outcome = match &forfeit {
            None => self.position.outcome().expect("a finished game has one"),
            // Its record is that of a game without end: by the rules there is no result.
            Some((quitter, _)) => {
                let ranks = PerSeat::from_fn(seating.len(), |seat| u8::from(seat == *quitter));
                Outcome::from_ranks(ranks)
            }
        };
        self.record.ranks = self.position.outcome().map(|outcome| outcome.ranks());
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
        let result = GameResult {
            game,
            seed: self.record.header.seed.0.to_string(),
            streams: self.record.header.streams.0.to_string(),
            plies: self.record.plies.len() as u64,
            seats,
            forfeit: forfeit.map(|(seat, forfeit)| ForfeitResult {
                seat: seat.index() + 1,
                reason: forfeit.reason,
            }),
        };
        (result, self.record)
    }
}

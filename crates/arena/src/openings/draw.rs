//! The opening of each round, drawn from the seed of the run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludorum_catalog::{Asking, Position, SeatedAgent, Variant, agent_stream, chance_rng};
use ludorum_core::{Budget, Node, Rng, Seat, Seed, Stop};

use super::{Balance, Kind, Openings, OpeningsError};

/// So many openings are drawn for one that is wanted, then it is given up.
pub(super) const MOST_TRIES: u64 = 1000;

/// So many balanced openings are remembered: more than there are rounds under way at a time.
const REMEMBERED: usize = 2048;

/// The moves of the seats with which the games of a round begin. What chance does between them is drawn
/// from the seed of the round's setup, as in the rest of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    moves: Arc<[String]>,
    /// Where it comes from, for people.
    source: Arc<str>,
}

impl Opening {
    /// The moves as text.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays it from the start of a game, chance included, until a seat is to decide. `on_ply` is shown who
    /// moved and the position after every ply.
    ///
    /// # Errors
    /// When a move cannot be played, or the game is over after them.
    pub(crate) fn play(
        &self,
        position: &mut Position,
        setup: Seed,
        mut on_ply: impl FnMut(Option<Seat>, &Position),
    ) -> Result<(), OpeningsError> {
        let mut moves = self.moves.iter();
        loop {
            match position.node() {
                Node::Chance => {
                    let mut rng = chance_rng(setup, position.plies());
                    position.roll(&mut rng);
                    on_ply(None, position);
                }
                Node::Decide(seat) => {
                    let Some(text) = moves.next() else {
                        return Ok(());
                    };
                    let played = position.play_text(text);
                    played.map_err(|why| {
                        OpeningsError(format!("{}: {text} cannot be played: {why}", self.source))
                    })?;
                    on_ply(Some(seat), position);
                }
                Node::Over => {
                    return Err(OpeningsError(format!(
                        "{}: the game is over after '{}'; leave some of it to the agents",
                        self.source,
                        self.moves.join(" ")
                    )));
                }
            }
        }
    }
}

/// The openings of one run. Every round has its own, the same on every machine and for any number of
/// threads.
#[derive(Debug)]
pub(crate) struct Draws {
    openings: Openings,
    seed: Seed,
    /// The openings of a suite as numbers, in the order in which they are played.
    order: Vec<usize>,
    /// Balanced openings of the last rounds; one that is being drawn is locked.
    drawn: Mutex<BTreeMap<u64, Arc<Mutex<Option<Opening>>>>>,
    failure: Mutex<Option<OpeningsError>>,
}

impl Draws {
    /// The openings of the run with this seed.
    pub(crate) fn new(openings: Openings, seed: Seed) -> Draws {
        let mut order = Vec::new();
        if let Kind::Suite(suite) = &openings.kind {
            order = (0..suite.lines().len()).collect();
            seed.child("openings", 0).rng().shuffle(&mut order);
        }
        Draws {
            openings,
            seed,
            order,
            drawn: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    pub(crate) fn openings(&self) -> &Openings {
        &self.openings
    }

    /// How many different ones there are; none if they are drawn, as many as are wanted.
    pub(crate) fn count(&self) -> Option<u64> {
        match self.openings.kind {
            Kind::Suite(_) => Some(self.order.len() as u64),
            Kind::Random { .. } | Kind::Balanced(_) => None,
        }
    }

    /// Why there is no opening for some round, if that was found.
    pub(crate) fn failure(&self) -> Option<OpeningsError> {
        self.lock_failure().clone()
    }

    /// Remembers why the run cannot go on.
    pub(crate) fn fail(&self, error: OpeningsError) {
        self.lock_failure().get_or_insert(error);
    }

    fn lock_failure(&self) -> std::sync::MutexGuard<'_, Option<OpeningsError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The opening of a round whose setup has this seed; none if `stop` was raised before it was found.
    pub(crate) fn of_round(
        &self,
        round: u64,
        variant: &Variant,
        setup: Seed,
        stop: &Stop,
    ) -> Result<Option<Opening>, OpeningsError> {
        let seed = self.seed.child("opening", round);
        let source = || format!("round {}", round + 1).into();
        match &self.openings.kind {
            Kind::Suite(suite) => {
                let place = round % (self.order.len() as u64);
                let line = &suite.lines()[self.order[place as usize]];
                Ok(Some(Opening {
                    moves: Arc::clone(&line.moves),
                    source: format!("{}, line {}", suite.name(), line.number).into(),
                }))
            }
            Kind::Random { plies } => {
                let mut tries = (0..MOST_TRIES)
                    .map(|number| Draw::new(variant, setup, *plies, seed.child("try", number)));
                let found = tries.find_map(|draw| draw);
                let found = found.ok_or_else(|| too_many_plies(variant, *plies))?;
                Ok(Some(found.opening(source())))
            }
            Kind::Balanced(balance) => {
                let place = self.place(round);
                let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
                if place.is_none() {
                    let found = balance.draw(variant, setup, seed, stop)?;
                    *place = found.map(|draw| draw.opening(source()));
                }
                Ok(place.clone())
            }
        }
    }

    /// Plays the opening of a round, to see that it can be played.
    pub(crate) fn check(
        &self,
        round: u64,
        variant: &Variant,
        setup: Seed,
    ) -> Result<(), OpeningsError> {
        match self.of_round(round, variant, setup, &Stop::new())? {
            Some(opening) => opening.play(&mut variant.start(setup), setup, |_, _| ()),
            None => Ok(()),
        }
    }

    /// Where the opening of a round is kept, so that it is searched for once.
    fn place(&self, round: u64) -> Arc<Mutex<Option<Opening>>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(drawn.entry(round).or_default());
        if drawn.len() > REMEMBERED {
            drawn.pop_first();
        }
        place
    }
}

/// Random moves from the start of a game.
pub(super) struct Draw {
    pub(super) moves: Vec<String>,
    pub(super) position: Position,
}

impl Draw {
    /// So many random moves of seats; none if the game is over after them.
    pub(super) fn new(variant: &Variant, setup: Seed, plies: u32, seed: Seed) -> Option<Draw> {
        let mut rng = seed.rng();
        let mut draw = Draw {
            moves: Vec::new(),
            position: variant.start(setup),
        };
        for _ in 0..plies {
            draw.play(setup, &mut rng)?;
        }
        draw.roll(setup);
        matches!(draw.position.node(), Node::Decide(_)).then_some(draw)
    }

    fn play(&mut self, setup: Seed, rng: &mut Rng) -> Option<()> {
        self.roll(setup);
        let Node::Decide(_) = self.position.node() else {
            return None;
        };
        let index = rng.below(self.position.move_count());
        self.moves.push(self.position.move_text(index));
        self.position.play(index);
        Some(())
    }

    /// Lets chance act until a seat is to move.
    fn roll(&mut self, setup: Seed) {
        while let Node::Chance = self.position.node() {
            let mut rng = chance_rng(setup, self.position.plies());
            self.position.roll(&mut rng);
        }
    }

    fn opening(self, source: Arc<str>) -> Opening {
        Opening {
            moves: self.moves.into(),
            source,
        }
    }
}

impl Balance {
    /// Random moves after which the position is even; none if `stop` was raised.
    fn draw(
        &self,
        variant: &Variant,
        setup: Seed,
        seed: Seed,
        stop: &Stop,
    ) -> Result<Option<Draw>, OpeningsError> {
        let mut closest = f64::INFINITY;
        for number in 0..MOST_TRIES {
            let seed = seed.child("try", number);
            let Some(draw) = Draw::new(variant, setup, self.plies, seed) else {
                continue;
            };
            let off = self.distance(variant, &draw.position, seed, stop)?;
            if stop.is_raised() {
                return Ok(None);
            }
            if off <= self.within {
                return Ok(Some(draw));
            }
            closest = closest.min(off);
        }
        Err(self.not_found(variant, closest))
    }

    /// How far the agent values a position from an even result for the seat to move.
    pub(super) fn distance(
        &self,
        variant: &Variant,
        position: &Position,
        seed: Seed,
        stop: &Stop,
    ) -> Result<f64, OpeningsError> {
        let Node::Decide(seat) = position.node() else {
            return Ok(f64::INFINITY);
        };
        let refuse = |why: String| OpeningsError(format!("by={}: {why}", self.by));
        let stream = agent_stream(seed.child("agent", 0), seat);
        let mut agent = SeatedAgent::new(variant.player(&self.by)?, seat, stream, 0);
        let mut at = position.after(0);
        while at.follow(position) {
            agent.observe(&at);
        }
        let verdict = agent
            .choose(position, &Asking::without_limits(stop))
            .map_err(|forfeit| refuse(forfeit.reason))?;
        match verdict.value {
            Some(values) => Ok((values[seat] - even(variant)).abs()),
            // A search that was stopped need not have found one.
            None if stop.is_raised() => Ok(f64::INFINITY),
            None => Err(refuse(format!(
                "it chooses a move here without saying what the position is worth; {}",
                advice(variant, position)
            ))),
        }
    }

    pub(super) fn not_found(&self, variant: &Variant, closest: f64) -> OpeningsError {
        if closest == f64::INFINITY {
            return too_many_plies(variant, self.plies);
        }
        OpeningsError(format!(
            "{MOST_TRIES} times {} random moves, and {} values none of the positions within {} of an \
             even result; the closest is off by {closest:.3}: allow more with within=, or try other \
             plies",
            self.plies, self.by, self.within
        ))
    }
}

/// The utility of every seat when all are as likely to win.
fn even(variant: &Variant) -> f64 {
    2.0 / variant.seats() as f64 - 1.0
}

fn too_many_plies(variant: &Variant, plies: u32) -> OpeningsError {
    OpeningsError(format!(
        "{MOST_TRIES} times {plies} random moves, and {} was over after all of them; take fewer plies",
        variant.spec()
    ))
}

/// Which agents say what a position is worth.
fn advice(variant: &Variant, position: &Position) -> String {
    let budget = Budget {
        time: Some(Duration::from_millis(200)),
        iterations: Some(100),
        nodes: Some(1000),
        depth: Some(2),
    };
    let agents = variant.agents().into_iter().map(|agent| agent.name);
    let tells = |name: &&str| {
        let player = variant.player(name).ok();
        player.is_some_and(|mut player| {
            let mut rng = Seed(1).rng();
            let verdict = player.try_choose(position, &budget, &Stop::new(), &mut rng);
            verdict.is_ok_and(|verdict| verdict.value.is_some())
        })
    };
    let telling: Vec<&str> = agents.filter(tells).collect();
    match telling.is_empty() {
        true => "no agent does; try other plies".to_owned(),
        false => format!("those who do are {}", telling.join(", ")),
    }
}

//! Draws the opening of each round from the seed of the run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludorum_catalog::{ChoiceRequest, Position, SeatedAgent, Variant, agent_stream, chance_rng};
use ludorum_core::{Budget, NodeKind, Rng, Seat, Seed, StopFlag};

use super::{BalanceCriterion, OpeningKind, OpeningSource, OpeningsError};

/// Maximum number of tries to draw an opening.
pub(super) const MAX_TRIES: u64 = 1000;

/// Number of cached balanced openings: more than there are rounds in progress at a time.
const MAX_CACHED: usize = 2048;

/// Opening of a round: moves of the seats. Chance events between them are drawn from the seed of
/// the round's setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    moves: Arc<[String]>,
    /// Origin, for error messages.
    source: Arc<str>,
}

impl Opening {
    /// Moves as text.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays the opening from the start, with chance events, until a seat is to move. `on_ply` gets
    /// the mover and the position after every ply.
    ///
    /// # Errors
    /// If a move is illegal or ends the game.
    pub(crate) fn play(
        &self,
        position: &mut Position,
        setup: Seed,
        mut on_ply: impl FnMut(Option<Seat>, &Position),
    ) -> Result<(), OpeningsError> {
        let mut moves = self.moves.iter();
        loop {
            match position.node() {
                NodeKind::Chance => {
                    let mut rng = chance_rng(setup, position.plies());
                    position.play_chance(&mut rng);
                    on_ply(None, position);
                }
                NodeKind::Decide(seat) => {
                    let Some(text) = moves.next() else {
                        return Ok(());
                    };
                    let played = position.play_text(text);
                    played.map_err(|why| {
                        OpeningsError(format!("{}: {text} cannot be played: {why}", self.source))
                    })?;
                    on_ply(Some(seat), position);
                }
                NodeKind::Over => {
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

/// Openings of a run, one per round. They do not depend on the machine or the number of threads.
#[derive(Debug)]
pub(crate) struct RoundOpenings {
    openings: OpeningSource,
    seed: Seed,
    /// Indices of the suite's openings in playing order.
    order: Vec<usize>,
    /// Cache of balanced openings; one that is being drawn is locked.
    drawn: Mutex<BTreeMap<u64, Arc<Mutex<Option<Opening>>>>>,
    failure: Mutex<Option<OpeningsError>>,
}

impl RoundOpenings {
    /// Openings of the run with this seed.
    pub(crate) fn new(openings: OpeningSource, seed: Seed) -> RoundOpenings {
        let mut order = Vec::new();
        if let OpeningKind::Suite(suite) = &openings.kind {
            order = (0..suite.lines().len()).collect();
            seed.child("openings", 0).rng().shuffle(&mut order);
        }
        RoundOpenings {
            openings,
            seed,
            order,
            drawn: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    pub(crate) fn openings(&self) -> &OpeningSource {
        &self.openings
    }

    /// Number of different openings; `None` if they are drawn at random.
    pub(crate) fn count(&self) -> Option<u64> {
        match self.openings.kind {
            OpeningKind::Suite(_) => Some(self.order.len() as u64),
            OpeningKind::Random { .. } | OpeningKind::Balanced(_) => None,
        }
    }

    /// First error of drawing an opening, if any.
    pub(crate) fn failure(&self) -> Option<OpeningsError> {
        self.lock_failure().clone()
    }

    /// Stores the error that stops the run.
    pub(crate) fn set_failure(&self, error: OpeningsError) {
        self.lock_failure().get_or_insert(error);
    }

    fn lock_failure(&self) -> std::sync::MutexGuard<'_, Option<OpeningsError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opening of a round whose setup has this seed; `None` if `stop` was raised before one was
    /// found.
    pub(crate) fn for_round(
        &self,
        round: u64,
        variant: &Variant,
        setup: Seed,
        stop: &StopFlag,
    ) -> Result<Option<Opening>, OpeningsError> {
        let seed = self.seed.child("opening", round);
        let source = || format!("round {}", round + 1).into();
        match &self.openings.kind {
            OpeningKind::Suite(suite) => {
                let place = round % (self.order.len() as u64);
                let line = &suite.lines()[self.order[place as usize]];
                Ok(Some(Opening {
                    moves: Arc::clone(&line.moves),
                    source: format!("{}, line {}", suite.name(), line.number).into(),
                }))
            }
            OpeningKind::Random { plies } => {
                let mut tries = (0..MAX_TRIES).map(|number| {
                    RandomOpening::new(variant, setup, *plies, seed.child("try", number))
                });
                let found = tries.find_map(|draw| draw);
                let found = found.ok_or_else(|| too_many_plies(variant, *plies))?;
                Ok(Some(found.opening(source())))
            }
            OpeningKind::Balanced(balance) => {
                let place = self.cached_slot(round);
                let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
                if place.is_none() {
                    let found = balance.draw(variant, setup, seed, stop)?;
                    *place = found.map(|draw| draw.opening(source()));
                }
                Ok(place.clone())
            }
        }
    }

    /// Checks that the opening of a round can be played.
    pub(crate) fn check(
        &self,
        round: u64,
        variant: &Variant,
        setup: Seed,
    ) -> Result<(), OpeningsError> {
        match self.for_round(round, variant, setup, &StopFlag::new())? {
            Some(opening) => opening.play(&mut variant.start(setup), setup, |_, _| ()),
            None => Ok(()),
        }
    }

    /// Cache slot of a round's opening, so that it is searched only once.
    fn cached_slot(&self, round: u64) -> Arc<Mutex<Option<Opening>>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(drawn.entry(round).or_default());
        if drawn.len() > MAX_CACHED {
            drawn.pop_first();
        }
        place
    }
}

/// Random opening: moves and the position after them.
pub(super) struct RandomOpening {
    pub(super) moves: Vec<String>,
    pub(super) position: Position,
}

impl RandomOpening {
    /// Draws `plies` random moves; `None` if the game is over after them.
    pub(super) fn new(
        variant: &Variant,
        setup: Seed,
        plies: u32,
        seed: Seed,
    ) -> Option<RandomOpening> {
        let mut rng = seed.rng();
        let mut draw = RandomOpening {
            moves: Vec::new(),
            position: variant.start(setup),
        };
        for _ in 0..plies {
            draw.play(setup, &mut rng)?;
        }
        draw.roll(setup);
        matches!(draw.position.node(), NodeKind::Decide(_)).then_some(draw)
    }

    fn play(&mut self, setup: Seed, rng: &mut Rng) -> Option<()> {
        self.roll(setup);
        let NodeKind::Decide(_) = self.position.node() else {
            return None;
        };
        let index = rng.below(self.position.move_count());
        self.moves.push(self.position.move_text(index));
        self.position.play(index);
        Some(())
    }

    /// Plays chance events until a seat is to move.
    fn roll(&mut self, setup: Seed) {
        while let NodeKind::Chance = self.position.node() {
            let mut rng = chance_rng(setup, self.position.plies());
            self.position.play_chance(&mut rng);
        }
    }

    fn opening(self, source: Arc<str>) -> Opening {
        Opening {
            moves: self.moves.into(),
            source,
        }
    }
}

impl BalanceCriterion {
    /// Draws random moves until the position is even; `None` if `stop` was raised.
    fn draw(
        &self,
        variant: &Variant,
        setup: Seed,
        seed: Seed,
        stop: &StopFlag,
    ) -> Result<Option<RandomOpening>, OpeningsError> {
        let mut closest = f64::INFINITY;
        for number in 0..MAX_TRIES {
            let seed = seed.child("try", number);
            let Some(draw) = RandomOpening::new(variant, setup, self.plies, seed) else {
                continue;
            };
            let off = self.imbalance(variant, &draw.position, seed, stop)?;
            if stop.is_raised() {
                return Ok(None);
            }
            if off <= self.within {
                return Ok(Some(draw));
            }
            closest = closest.min(off);
        }
        Err(self.no_balanced_opening(variant, closest))
    }

    /// Distance of the agent's value of a position from an even result for the seat to move.
    pub(super) fn imbalance(
        &self,
        variant: &Variant,
        position: &Position,
        seed: Seed,
        stop: &StopFlag,
    ) -> Result<f64, OpeningsError> {
        let NodeKind::Decide(seat) = position.node() else {
            return Ok(f64::INFINITY);
        };
        let refuse = |why: String| OpeningsError(format!("by={}: {why}", self.by));
        let stream = agent_stream(seed.child("agent", 0), seat);
        let mut agent = SeatedAgent::new(variant.player(&self.by)?, seat, stream, 0);
        let mut at = position.after(0);
        while at.play_next_of(position) {
            agent.observe(&at);
        }
        let verdict = agent
            .choose(position, &ChoiceRequest::without_limits(stop))
            .map_err(|forfeit| refuse(forfeit.reason))?;
        match verdict.value {
            Some(values) => Ok((values[seat] - even_value(variant)).abs()),
            // A stopped search may have no value.
            None if stop.is_raised() => Ok(f64::INFINITY),
            None => Err(refuse(format!(
                "it chooses a move here without evaluating the position; {}",
                suggest_evaluators(variant, position)
            ))),
        }
    }

    pub(super) fn no_balanced_opening(&self, variant: &Variant, closest: f64) -> OpeningsError {
        if closest == f64::INFINITY {
            return too_many_plies(variant, self.plies);
        }
        OpeningsError(format!(
            "{MAX_TRIES} tries of {} random moves, and {} values none of the positions within {} of an \
             even result; the closest is off by {closest:.3}: allow more with within=, or try other \
             plies",
            self.plies, self.by, self.within
        ))
    }
}

/// Utility of every seat when all are equally likely to win.
fn even_value(variant: &Variant) -> f64 {
    2.0 / variant.seats() as f64 - 1.0
}

fn too_many_plies(variant: &Variant, plies: u32) -> OpeningsError {
    OpeningsError(format!(
        "{MAX_TRIES} tries of {plies} random moves, and {} was over after each; take fewer plies",
        variant.spec()
    ))
}

/// Lists the agents that evaluate this position.
fn suggest_evaluators(variant: &Variant, position: &Position) -> String {
    let budget = Budget {
        time: Some(Duration::from_millis(200)),
        iterations: Some(100),
        nodes: Some(1000),
        depth: Some(2),
    };
    let agents = variant.agents().into_iter().map(|agent| agent.name);
    let evaluates = |name: &&str| {
        let player = variant.player(name).ok();
        player.is_some_and(|mut player| {
            let mut rng = Seed(1).rng();
            let verdict = player.try_choose(position, &budget, &StopFlag::new(), &mut rng);
            verdict.is_ok_and(|verdict| verdict.value.is_some())
        })
    };
    let evaluating: Vec<&str> = agents.filter(evaluates).collect();
    if evaluating.is_empty() {
        "no agent does; try other plies".to_owned()
    } else {
        format!("agents that do are {}", evaluating.join(", "))
    }
}

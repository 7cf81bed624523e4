//! Determines the opening of each round from the seed of the run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludorum_catalog::{
    MoveRequestOptions, Position, SeatedAgent, Variant, agent_stream, chance_rng,
};
use ludorum_core::{Budget, NodeKind, Rng, Seat, Seed, StopFlag};

use super::{BalanceCriterion, OpeningKind, OpeningSource, OpeningsError};

/// Maximum number of attempts to draw a suitable random opening.
pub(super) const MAX_TRIES: u64 = 1000;

/// Maximum number of cached balanced openings; larger than the number of rounds played in parallel.
const MAX_CACHED: usize = 2048;

/// Opening of a round of games: the players' moves. Chance events between the moves are drawn from
/// the setup seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    moves: Arc<[String]>,
    /// Origin of the opening for error messages: number of the round, from 1, or file and line.
    source: Arc<str>,
}

impl Opening {
    /// Moves of the opening in the game's notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Plays the opening and its chance events from the start position, until a player is to move.
    /// Calls `on_ply` after every ply with the seat (`None` for chance) and the position.
    ///
    /// # Errors
    /// If a move is illegal or the opening ends the game.
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
                        "{}: the game is over after '{}'; use a shorter opening",
                        self.source,
                        self.moves.join(" ")
                    )));
                }
            }
        }
    }
}

/// Openings of a run, one per round; the same on any machine and any number of threads.
#[derive(Debug)]
pub(crate) struct RoundOpenings {
    openings: OpeningSource,
    seed: Seed,
    /// Indices of the suite's openings in the shuffled order in which rounds use them.
    order: Vec<usize>,
    /// Cache of balanced openings by round index. A slot is locked during the search.
    drawn: Mutex<BTreeMap<u64, Arc<Mutex<Option<Opening>>>>>,
    failure: Mutex<Option<OpeningsError>>,
}

impl RoundOpenings {
    /// Creates the openings of a run whose seed is `seed`.
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

    /// Number of openings in the suite; `None` for random openings.
    pub(crate) fn count(&self) -> Option<u64> {
        match self.openings.kind {
            OpeningKind::Suite(_) => Some(self.order.len() as u64),
            OpeningKind::Random { .. } | OpeningKind::Balanced(_) => None,
        }
    }

    /// First error that occurred while finding an opening; `None` if there was no error.
    pub(crate) fn failure(&self) -> Option<OpeningsError> {
        self.lock_failure().clone()
    }

    /// Stores an error that aborts the run, unless an earlier error is stored.
    pub(crate) fn set_failure(&self, error: OpeningsError) {
        self.lock_failure().get_or_insert(error);
    }

    fn lock_failure(&self) -> std::sync::MutexGuard<'_, Option<OpeningsError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opening of round `round`, whose setup seed is `setup`; `None` if `stop` was raised before an
    /// opening was found.
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

    /// Checks that the opening of a round exists and its moves are legal.
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

    /// Cache slot for the opening of round `round`; holds `None` until it is found.
    fn cached_slot(&self, round: u64) -> Arc<Mutex<Option<Opening>>> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(drawn.entry(round).or_default());
        if drawn.len() > MAX_CACHED {
            drawn.pop_first();
        }
        place
    }
}

/// Random opening: its moves and the position after them.
pub(super) struct RandomOpening {
    pub(super) moves: Vec<String>,
    pub(super) position: Position,
}

impl RandomOpening {
    /// Plays `plies` random moves from the start position; `None` if they end the game.
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

    /// Plays chance events until a player is to move.
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
    /// Draws random openings until one is balanced; `None` if `stop` was raised.
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

    /// Distance of the evaluating agent's value for the player to move from an even result.
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
            .choose(position, &MoveRequestOptions::without_limits(stop))
            .map_err(|forfeit| refuse(forfeit.reason))?;
        match verdict.value {
            Some(values) => Ok((values[seat] - even_value(variant)).abs()),
            // A stopped search may return no value.
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

/// Expected utility of each player if all players are equally likely to win.
fn even_value(variant: &Variant) -> f64 {
    2.0 / variant.seats() as f64 - 1.0
}

fn too_many_plies(variant: &Variant, plies: u32) -> OpeningsError {
    OpeningsError(format!(
        "{MAX_TRIES} tries of {plies} random moves, and {} was over after each; take fewer plies",
        variant.spec()
    ))
}

/// Advice for error messages that lists the agents able to evaluate `position`.
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

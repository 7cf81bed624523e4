//! Conformance suite for games: properties of the `Game` contract, checked in random games.
//!
//! `rules.rs`, `text.rs` and `hidden.rs` define properties of positions; this file plays the games,
//! checks every position, and reports a violated property with seed and moves.

mod evaluation;
#[cfg(test)]
mod faults;
mod hidden;
mod rules;
mod text;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludorum_core::{
    ChanceListingStatus, Determinize, Game, MAX_SEATS, NodeKind, Notation, Rng, Seat, Seed,
};

pub use evaluation::{evaluation_conforms, randomisable_conforms};

/// Largest number of positions stored for comparison with later ones.
const MAX_SEEN: usize = 20_000;

/// Largest number of positions parsed from mutated text from which games are played.
const MOST_ALTERED: usize = 64;

/// Statistics of a conformance run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConformanceSummary {
    /// Number of random games played from initial positions.
    pub games: u32,
    /// Number of games played from positions parsed from mutated text.
    pub altered: u32,
    /// Number of plies played, including chance events.
    pub plies: u64,
    /// Length of the longest game, in plies.
    pub longest: u32,
    /// Number of distinct positions that occurred.
    pub positions: usize,
}

impl fmt::Display for ConformanceSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games and {} from altered positions, {} plies, the longest {}, {} different positions",
            self.games, self.altered, self.plies, self.longest, self.positions
        )
    }
}

/// Plays `games` random games and checks every property in every position.
///
/// # Panics
/// If a property fails; the message gives it, the seed and the moves before the position.
pub fn conforms<G: Notation + Determinize>(game: &G, seed: Seed, games: u32) -> ConformanceSummary {
    run_or_panic(ConformanceRun::new(game, seed), seed, games)
}

/// Checks a game like [`conforms`], in which the seat `informed` has perfect information.
///
/// # Panics
/// If a property fails, or determinizations for that seat differ.
pub fn conforms_with_informed_seat<G: Notation + Determinize>(
    game: &G,
    informed: Seat,
    seed: Seed,
    games: u32,
) -> ConformanceSummary {
    let mut run = ConformanceRun::new(game, seed);
    run.informed = Some(informed);
    run_or_panic(run, seed, games)
}

fn run_or_panic<G: Notation + Determinize>(
    mut run: ConformanceRun<'_, G>,
    seed: Seed,
    games: u32,
) -> ConformanceSummary {
    let reason = match catch_unwind(AssertUnwindSafe(|| run.all(seed, games))) {
        Ok(Ok(())) => return run.summary,
        Ok(Err(reason)) => reason,
        Err(payload) => format!("the game panicked: {}", message_of(payload.as_ref())),
    };
    panic!(
        "property \"{}\" does not hold: {reason}\n  start: {}\n  moves: {}",
        run.property,
        run.start,
        run.history.join(" ")
    );
}

/// Returns the message of a caught panic.
fn message_of(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("(no message)")
}

/// Result of checking a property; an error describes the violation.
type CheckResult = Result<(), String>;

/// Function that checks one property in a position of a game.
type PropertyCheck<G> = fn(&mut ConformanceRun<'_, G>, &<G as Game>::State) -> CheckResult;

/// Names and checks of the properties that must hold in every position.
fn properties<G: Notation + Determinize>() -> [(&'static str, PropertyCheck<G>); 16] {
    [
        (
            "nodes have the moves and outcomes of their kind",
            rules::acting,
        ),
        ("moves are listed once, in a fixed order", rules::listing),
        (
            "make is deterministic and unmake restores the position",
            rules::unmaking,
        ),
        (
            "positions are equal if and only if their keys are",
            rules::keys,
        ),
        ("an outcome ranks every seat", rules::outcomes),
        ("chance probabilities sum to one", rules::odds),
        ("samples follow the probabilities", rules::samples),
        ("a move has a unique text", text::move_texts),
        (
            "check_move accepts exactly the legal moves",
            text::move_checks,
        ),
        ("a position parses back", text::position_texts),
        ("mutated text is rejected or canonical", text::altered_texts),
        ("colours add no information to a drawing", hidden::drawings),
        ("determinizations reproduce the view", hidden::views),
        (
            "hidden information varies between determinizations",
            hidden::variety,
        ),
        ("node and moves follow from the view", hidden::decisions),
        (
            "observation ids reveal no more than views and move texts",
            hidden::observation_ids,
        ),
    ]
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// State of a run of the conformance suite.
struct ConformanceRun<'a, G: Game> {
    game: &'a G,
    rng: Rng,
    summary: ConformanceSummary,
    /// Name of the property being checked, for the message of a violation.
    property: &'static str,
    start: String,
    history: Vec<String>,
    /// All moves and events that have occurred, to test that they are rejected where illegal.
    known_moves: Vec<G::Move>,
    known_move_set: HashSet<G::Move>,
    /// Positions that have occurred, by hash key, with their legal moves.
    seen: HashMap<u64, (G::State, Vec<G::Move>)>,
    key_of_text: HashMap<String, u64>,
    /// Positions parsed from mutated text from which games are still to be played.
    altered: Vec<String>,
    /// Number of chance nodes at which event frequencies remain to be counted.
    counts_left: u32,
    /// True if the game has hidden information: its view type is not its state type.
    is_hidden: bool,
    /// Views that have occurred, by seat and drawn text, each with a state it was made from.
    drawn: HashMap<(Seat, String), (G::View, G::State)>,
    /// True for seats for which two determinizations of one view differed.
    varied: [bool; MAX_SEATS],
    /// The seat with perfect information; `None` if no seat has it.
    informed: Option<Seat>,
}

impl<'a, G: Notation + Determinize> ConformanceRun<'a, G> {
    fn new(game: &'a G, seed: Seed) -> Self {
        ConformanceRun {
            game,
            rng: seed.child("suite", 0).rng(),
            summary: ConformanceSummary::default(),
            property: "",
            start: "none".to_owned(),
            history: Vec::new(),
            known_moves: Vec::new(),
            known_move_set: HashSet::new(),
            seen: HashMap::new(),
            key_of_text: HashMap::new(),
            altered: Vec::new(),
            counts_left: 16,
            is_hidden: TypeId::of::<G::View>() != TypeId::of::<G::State>(),
            drawn: HashMap::new(),
            varied: [false; MAX_SEATS],
            informed: None,
        }
    }

    fn all(&mut self, seed: Seed, games: u32) -> CheckResult {
        self.property = "a game has 1 to 8 seats";
        let seats = self.game.seats();
        ensure((1..=MAX_SEATS).contains(&seats), || {
            format!("it has {seats}")
        })?;

        self.property = "random text does not crash parsers";
        text::rubbish(self)?;

        for index in 0..u64::from(games) {
            let seed = seed.child("game", index);
            self.start = format!("{seed:?}");
            self.history.clear();
            self.property = "the initial position is a function of the seed";
            let state = self.game.initial(seed);
            let again = self.game.initial(seed);
            ensure(state == again, || {
                format!("{state:?}\n  and then: {again:?}")
            })?;
            self.play(state)?;
            self.summary.games += 1;
        }

        for text in std::mem::take(&mut self.altered) {
            self.property = "a position parses back";
            self.history.clear();
            let state = self.game.parse_position(&text);
            self.start = format!("position {text}");
            self.play(state.map_err(|error| error.to_string())?)?;
            self.summary.altered += 1;
        }

        self.property = "hidden information varies between determinizations";
        let mut others = Seat::all(seats).filter(|&seat| Some(seat) != self.informed);
        let missing = others.find(|seat| !self.varied[seat.index()]);
        ensure(!self.is_hidden || missing.is_none(), || {
            let seat = missing.unwrap_or(Seat::FIRST);
            format!("seat {seat} always got the same state")
        })?;
        let doubts = self.informed.filter(|seat| self.varied[seat.index()]);
        ensure(doubts.is_none(), || {
            "the seat that knows everything got different states".to_owned()
        })
    }

    /// Plays a random game to its end with checks in every position, then unmakes all moves.
    fn play(&mut self, mut state: G::State) -> CheckResult {
        let most = self.game.max_plies();
        let mut line = Vec::new();
        loop {
            for (name, property) in properties() {
                self.property = name;
                property(self, &state)?;
            }
            self.property = "a game ends within max_plies";
            let options = self.options(&state);
            let Some(&mv) = self.rng.pick(&options) else {
                break;
            };
            ensure(line.len() < most as usize, || {
                format!("the game is not over after {most} moves")
            })?;
            self.history.push(self.game.print_move(mv));
            let before = state.clone();
            let undo = self.game.make(&mut state, mv);
            line.push((before, mv, undo));
        }
        self.summary.plies += line.len() as u64;
        self.summary.longest = self.summary.longest.max(line.len() as u32);
        self.summary.positions = self.seen.len();

        self.property = "unmaking all moves restores every position";
        while let Some((before, mv, undo)) = line.pop() {
            self.game.unmake(&mut state, mv, undo);
            let left = line.len();
            let is_back = state == before && self.game.key(&state) == self.game.key(&before);
            ensure(is_back, || {
                format!("with {left} moves left: {state:?}\n  expected: {before:?}")
            })?;
        }
        Ok(())
    }

    /// Lists the moves or chance events of a position; samples events if there are too many.
    fn options(&mut self, state: &G::State) -> Vec<G::Move> {
        let mut options = Vec::new();
        match self.game.node(state) {
            NodeKind::Over => {}
            NodeKind::Decide(_) => self.game.moves(state, &mut options),
            NodeKind::Chance => {
                let mut events = Vec::new();
                match self.game.events(state, &mut events) {
                    ChanceListingStatus::Complete => {
                        options.extend(events.iter().map(|&(event, _)| event));
                    }
                    ChanceListingStatus::TooMany => {
                        let game = self.game;
                        let samples = (0..8).map(|_| game.sample(state, &mut self.rng));
                        let mut unique = HashSet::new();
                        options.extend(samples.filter(|&event| unique.insert(event)));
                    }
                }
            }
        }
        for &mv in &options {
            if self.known_move_set.insert(mv) {
                self.known_moves.push(mv);
            }
        }
        options
    }

    /// Picks up to `most` of `items` in random order.
    fn some_of<T: Copy>(&mut self, items: &[T], most: usize) -> Vec<T> {
        let mut items = items.to_vec();
        self.rng.shuffle(&mut items);
        items.truncate(most);
        items
    }
}

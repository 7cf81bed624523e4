//! The one suite that every game passes: theorems of the contract, tried on random games.
//!
//! `rules.rs`, `text.rs` and `hidden.rs` state the theorems about a position; this file plays the
//! games, holds every position against them, and reports which theorem failed and how to get there.

#[cfg(test)]
mod faults;
mod hidden;
mod opinion;
mod rules;
mod text;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludorum_core::{Game, Hidden, Listing, MAX_SEATS, Node, Notation, Rng, Seat, Seed};

pub use opinion::{evaluation_conforms, randomisable_conforms};

/// Positions remembered to be compared with later ones.
const MEMORY: usize = 20_000;

/// Positions that were read from altered text and are played on from.
const MOST_ALTERED: usize = 64;

/// What a run of the suite has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Random games played from the start.
    pub games: u32,
    /// Games played on from positions that were read from altered text.
    pub altered: u32,
    /// Moves played, chance events included.
    pub plies: u64,
    /// The longest game, in moves.
    pub longest: u32,
    /// Different positions seen.
    pub positions: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games and {} from altered positions, {} plies, the longest {}, {} different positions",
            self.games, self.altered, self.plies, self.longest, self.positions
        )
    }
}

/// Plays `games` random games and holds every position against every theorem of the contract.
///
/// # Panics
/// When a theorem does not hold; the message names it, the seed and the moves that led there.
pub fn conforms<G: Notation + Hidden>(game: &G, seed: Seed, games: u32) -> Summary {
    hold(Run::new(game, seed), seed, games)
}

/// The same for a game in which something is hidden, but nothing from the seat `knows`.
///
/// # Panics
/// When a theorem does not hold, or that seat does not know everything.
pub fn conforms_where_one_knows<G: Notation + Hidden>(
    game: &G,
    knows: Seat,
    seed: Seed,
    games: u32,
) -> Summary {
    let mut run = Run::new(game, seed);
    run.knows = Some(knows);
    hold(run, seed, games)
}

fn hold<G: Notation + Hidden>(mut run: Run<'_, G>, seed: Seed, games: u32) -> Summary {
    let reason = match catch_unwind(AssertUnwindSafe(|| run.all(seed, games))) {
        Ok(Ok(())) => return run.summary,
        Ok(Err(reason)) => reason,
        Err(payload) => format!("the game panicked: {}", message_of(payload.as_ref())),
    };
    panic!(
        "theorem \"{}\" does not hold: {reason}\n  start: {}\n  moves: {}",
        run.theorem,
        run.start,
        run.history.join(" ")
    );
}

/// The message a panic was raised with.
fn message_of(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("(no message)")
}

/// Whether a theorem holds of a position, and if not, what was seen.
type Verdict = Result<(), String>;

/// A statement about any position of any game.
type Theorem<G> = fn(&mut Run<'_, G>, &<G as Game>::State) -> Verdict;

/// Everything that is held against every position, by name.
fn theorems<G: Notation + Hidden>() -> [(&'static str, Theorem<G>); 16] {
    [
        ("who acts has something to do", rules::acting),
        (
            "moves are listed once each, always in one order",
            rules::listing,
        ),
        (
            "a move leads to one position, and unmake leads back",
            rules::unmaking,
        ),
        ("positions are equal just when their keys are", rules::keys),
        ("an outcome places every seat", rules::outcomes),
        ("the odds of chance sum to one", rules::odds),
        ("sampled events follow the odds", rules::samples),
        ("a move has one text", text::move_texts),
        ("legal moves are allowed, others refused", text::move_checks),
        ("a position is read as it was written", text::position_texts),
        (
            "altered text is refused or makes sense",
            text::altered_texts,
        ),
        ("a drawing needs no colours", hidden::drawings),
        ("a view is what its determinizations show", hidden::views),
        (
            "what is hidden varies between determinizations",
            hidden::variety,
        ),
        (
            "who acts and what they may do follows from the view",
            hidden::decisions,
        ),
        ("signs tell no more than views and words", hidden::signs),
    ]
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// A run of the suite: where it is, and what it has seen.
struct Run<'a, G: Game> {
    game: &'a G,
    rng: Rng,
    summary: Summary,
    /// What is being tried, and the way to the position on which it is tried.
    theorem: &'static str,
    start: String,
    history: Vec<String>,
    /// Moves and events seen anywhere, to be tried where they are not legal.
    known_moves: Vec<G::Move>,
    known_move_set: HashSet<G::Move>,
    /// Positions seen, by key; and their keys, by text.
    seen: HashMap<u64, (G::State, Vec<G::Move>)>,
    key_of_text: HashMap<String, u64>,
    /// Texts that were altered and still are positions.
    altered: Vec<String>,
    /// Chance nodes at which the frequency of events is still to be counted.
    counts_left: u32,
    /// Whether seats see less than the state.
    is_hidden: bool,
    /// Views by their drawing, each with a state it came from.
    drawn: HashMap<(Seat, String), (G::View, G::State)>,
    /// Seats for which two determinizations of one view differed.
    varied: [bool; MAX_SEATS],
    /// The seat that knows everything, where there is one.
    knows: Option<Seat>,
}

impl<'a, G: Notation + Hidden> Run<'a, G> {
    fn new(game: &'a G, seed: Seed) -> Self {
        Run {
            game,
            rng: seed.child("suite", 0).rng(),
            summary: Summary::default(),
            theorem: "",
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
            knows: None,
        }
    }

    fn all(&mut self, seed: Seed, games: u32) -> Verdict {
        self.theorem = "a game has 1 to 8 seats";
        let seats = self.game.seats();
        ensure((1..=MAX_SEATS).contains(&seats), || {
            format!("it has {seats}")
        })?;

        self.theorem = "rubbish is not a move or a position";
        text::rubbish(self)?;

        for index in 0..u64::from(games) {
            let seed = seed.child("game", index);
            self.start = format!("{seed:?}");
            self.history.clear();
            self.theorem = "a seed leads to one start";
            let state = self.game.initial(seed);
            let again = self.game.initial(seed);
            ensure(state == again, || {
                format!("{state:?}\n  and then: {again:?}")
            })?;
            self.play(state)?;
            self.summary.games += 1;
        }

        for text in std::mem::take(&mut self.altered) {
            self.theorem = "a position is read as it was written";
            self.history.clear();
            let state = self.game.parse_position(&text);
            self.start = format!("position {text}");
            self.play(state.map_err(|error| error.to_string())?)?;
            self.summary.altered += 1;
        }

        self.theorem = "what is hidden varies between determinizations";
        let mut others = Seat::all(seats).filter(|&seat| Some(seat) != self.knows);
        let missing = others.find(|seat| !self.varied[seat.index()]);
        ensure(!self.is_hidden || missing.is_none(), || {
            let seat = missing.unwrap_or(Seat::FIRST);
            format!("seat {seat} always got the same state")
        })?;
        let doubts = self.knows.filter(|seat| self.varied[seat.index()]);
        ensure(doubts.is_none(), || {
            "the seat that knows everything got different states".to_owned()
        })
    }

    /// Plays a game to its end and takes it back to its start.
    fn play(&mut self, mut state: G::State) -> Verdict {
        let most = self.game.max_plies();
        let mut line = Vec::new();
        loop {
            for (name, theorem) in theorems() {
                self.theorem = name;
                theorem(self, &state)?;
            }
            self.theorem = "a game ends within max_plies";
            let options = self.options(&state);
            let Some(&mv) = self.rng.pick(&options) else {
                break;
            };
            ensure(line.len() < most as usize, || {
                format!("after {most} moves it goes on")
            })?;
            self.history.push(self.game.print_move(mv));
            let before = state.clone();
            let undo = self.game.make(&mut state, mv);
            line.push((before, mv, undo));
        }
        self.summary.plies += line.len() as u64;
        self.summary.longest = self.summary.longest.max(line.len() as u32);
        self.summary.positions = self.seen.len();

        self.theorem = "taking back every move leads to the start";
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

    /// The moves or chance events from here; a few of the events where there are too many.
    fn options(&mut self, state: &G::State) -> Vec<G::Move> {
        let mut options = Vec::new();
        match self.game.node(state) {
            Node::Over => {}
            Node::Decide(_) => self.game.moves(state, &mut options),
            Node::Chance => {
                let mut events = Vec::new();
                match self.game.events(state, &mut events) {
                    Listing::Complete => {
                        options.extend(events.iter().map(|&(event, _)| event));
                    }
                    Listing::TooMany => {
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

    /// Up to `most` of `items`, in random order.
    fn some_of<T: Copy>(&mut self, items: &[T], most: usize) -> Vec<T> {
        let mut items = items.to_vec();
        self.rng.shuffle(&mut items);
        items.truncate(most);
        items
    }
}

//! Positions without their types: a game in progress, with the way back.

use std::any::Any;
use std::sync::Arc;

use ludorum_core::{
    Canvas, Encode, Game, Ink, Insight, Mishap, Node, Notation, Outcome, PerSeat, Rng, Seat, Seed,
    Stop, TextError, TooManyEvents, perft, perft_until, sign_of,
};

use crate::View;
use crate::any_game::Listed;
use crate::any_view::Glimpse;

/// A game in progress: a position, its legal moves, and the moves that led to it.
///
/// Moves of seats are numbered as they are listed; events of chance are drawn or given as text.
#[derive(Debug)]
pub struct Position(Box<dyn ErasedPosition>);

impl Position {
    pub(crate) fn new<G: Listed>(line: Line<G>) -> Position {
        Position(Box::new(line))
    }

    /// Goes back to before the first move, of a game with this seed: what
    /// [`Variant::start`](crate::Variant::start) gives, in the memory that is there.
    pub fn restart(&mut self, seed: Seed) {
        self.0.restart(seed);
    }

    /// Goes back to before the first move of this game.
    pub fn rewind(&mut self) {
        self.0.rewind();
    }

    /// Who acts.
    pub fn node(&self) -> Node {
        self.0.node()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The points each seat has, in games that count points.
    pub fn scores(&self) -> Option<PerSeat<i32>> {
        self.0.scores()
    }

    /// Whether the rules have put a seat out of the game while others play on.
    pub fn is_eliminated(&self, seat: Seat) -> bool {
        self.0.is_eliminated(seat)
    }

    /// The number of legal moves of the seat to move.
    pub fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The text form of a legal move by its number.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn move_text(&self, index: usize) -> String {
        self.0.move_text(index)
    }

    /// The text forms of all legal moves.
    pub fn moves(&self) -> Vec<String> {
        (0..self.move_count())
            .map(|index| self.move_text(index))
            .collect()
    }

    /// Plays a legal move by its number.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn play(&mut self, index: usize) {
        self.0.play(index);
    }

    /// Plays a move of the seat to move or an event of chance, given as text.
    ///
    /// # Errors
    /// When the text is not a move, or not one that can be played here; nothing changes then.
    pub fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        self.0.play_text(text)
    }

    /// Appends the fixed numbers of the legal moves, in the order in which they are listed.
    pub fn actions(&self, out: &mut Vec<u32>) {
        self.0.actions(out);
    }

    /// Plays the legal move that has this fixed number; returns whether there was one.
    pub fn play_action(&mut self, action: usize) -> bool {
        self.0.play_action(action)
    }

    /// Plays a random legal move, or draws an event of chance; nothing if the game is over.
    pub fn play_random(&mut self, rng: &mut Rng) {
        self.0.play_random(rng);
    }

    /// Writes what a seat sees as planes of numbers: as many as the variant's
    /// [`planes`](crate::Variant::planes) have.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.0.observe(seat, out);
    }

    /// The board with nothing hidden, as a picture (SVG).
    pub fn picture(&self) -> String {
        self.0.picture()
    }

    /// Draws an event at a chance node, plays it, and returns it as text.
    ///
    /// # Panics
    /// If this is not a chance node.
    pub fn roll(&mut self, rng: &mut Rng) -> String {
        self.0.roll(rng)
    }

    /// Every event of this chance node with its probability: none if nobody could list them, empty
    /// if it is not for chance to act.
    pub fn events(&self) -> Option<Vec<(String, f64)>> {
        self.0.events()
    }

    /// Takes back the last move; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// The position after the first `plies` moves of this game; this one if it has no more.
    pub fn after(&self, plies: usize) -> Position {
        Position(self.0.after(plies))
    }

    /// Plays the next move of a longer line of the same game; returns whether there was one.
    pub fn follow(&mut self, longer: &Position) -> bool {
        self.0.follow(longer)
    }

    /// What should have followed from the last move and was cancelled; nothing if there was none, or
    /// only in what this is a copy of.
    pub fn mishaps(&mut self) -> Vec<Mishap> {
        self.0.mishaps()
    }

    /// Why this game cannot go on, on this machine: a plug-in took too long and was stopped. Nothing the
    /// position says since then counts, nor what agents chose.
    pub fn halted(&self) -> Option<Mishap> {
        self.0.halted()
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// All moves played, in text form.
    pub fn history(&self) -> Vec<String> {
        self.0.history()
    }

    /// The hash of the position.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// A number that tells this game so far from others: it depends on the first position and on every
    /// move and event since.
    pub fn line_hash(&self) -> u64 {
        self.0.line_hash()
    }

    /// The position as one compact string.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// What everyone may know of the position, if that can be said.
    pub fn public_text(&self) -> Option<String> {
        self.0.public_text()
    }

    /// What is worth knowing about the position, for each seat.
    pub fn insights(&self) -> Vec<Insight> {
        self.0.insights()
    }

    /// The board as `seat` sees it.
    pub fn draw(&self, seat: Seat, ink: Ink) -> String {
        self.0.draw(seat, ink)
    }

    /// The board with nothing hidden.
    pub fn draw_open(&self, ink: Ink) -> String {
        self.0.draw_open(ink)
    }

    /// How a move that can be played here is told to a seat, or to spectators (`None`), who may
    /// not know all of it.
    ///
    /// # Errors
    /// When the text is not a move.
    pub fn tell(&self, text: &str, to: Option<Seat>) -> Result<String, TextError> {
        self.0.tell(text, to)
    }

    /// What `seat` may know of this position, and nothing else.
    pub fn view(&self, seat: Seat) -> View {
        self.0.view(seat)
    }

    /// The number of move sequences of length `depth` from here.
    ///
    /// # Errors
    /// When a chance node on the way has too many events to list.
    pub fn perft(&mut self, depth: u32) -> Result<u64, TooManyEvents> {
        self.0.perft(depth, &Stop::new())
    }

    /// The same, until `stop` is raised: then the count is only of what was seen by then.
    ///
    /// # Errors
    /// When a chance node on the way has too many events to list.
    pub fn perft_until(&mut self, depth: u32, stop: &Stop) -> Result<u64, TooManyEvents> {
        self.0.perft(depth, stop)
    }

    /// Every move or event possible here, with the number of move sequences of length `depth`
    /// that begin with it.
    ///
    /// # Errors
    /// When a chance node on the way has too many events to list.
    pub fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyEvents> {
        self.0.divide(depth)
    }

    /// Plays random moves to the end, leaves the position as it was, and returns their number.
    pub fn playout(&self, rng: &mut Rng) -> u64 {
        self.0.random_end(rng).1
    }

    /// Plays random moves to the end and leaves the position as it was: how the game ended, and the
    /// number of moves.
    pub fn random_end(&self, rng: &mut Rng) -> (Outcome, u64) {
        self.0.random_end(rng)
    }

    /// The state, for who knows which game this is; none if it is another one.
    pub fn state<G: Game>(&self) -> Option<&G::State> {
        let line: Option<&Line<G>> = self.0.as_any().downcast_ref();
        line.map(|line| &line.state)
    }

    pub(crate) fn line<G: Game>(&self) -> &Line<G> {
        self.0
            .as_any()
            .downcast_ref()
            .expect("players and positions come from the same variant")
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position(self.0.duplicate())
    }
}

trait ErasedPosition: std::fmt::Debug + Send + Sync {
    fn restart(&mut self, seed: Seed);
    fn rewind(&mut self);
    fn node(&self) -> Node;
    fn seats(&self) -> usize;
    fn outcome(&self) -> Option<Outcome>;
    fn scores(&self) -> Option<PerSeat<i32>>;
    fn is_eliminated(&self, seat: Seat) -> bool;
    fn move_count(&self) -> usize;
    fn move_text(&self, index: usize) -> String;
    fn play(&mut self, index: usize);
    fn play_text(&mut self, text: &str) -> Result<(), TextError>;
    fn roll(&mut self, rng: &mut Rng) -> String;
    fn events(&self) -> Option<Vec<(String, f64)>>;
    fn undo(&mut self) -> bool;
    fn after(&self, plies: usize) -> Box<dyn ErasedPosition>;
    fn follow(&mut self, longer: &Position) -> bool;
    fn mishaps(&mut self) -> Vec<Mishap>;
    fn halted(&self) -> Option<Mishap>;
    fn plies(&self) -> usize;
    fn history(&self) -> Vec<String>;
    fn key(&self) -> u64;
    fn line_hash(&self) -> u64;
    fn text(&self) -> String;
    fn public_text(&self) -> Option<String>;
    fn insights(&self) -> Vec<Insight>;
    fn draw(&self, seat: Seat, ink: Ink) -> String;
    fn draw_open(&self, ink: Ink) -> String;
    fn tell(&self, text: &str, to: Option<Seat>) -> Result<String, TextError>;
    fn view(&self, seat: Seat) -> View;
    fn perft(&mut self, depth: u32, stop: &Stop) -> Result<u64, TooManyEvents>;
    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyEvents>;
    fn random_end(&self, rng: &mut Rng) -> (Outcome, u64);
    fn actions(&self, out: &mut Vec<u32>);
    fn play_action(&mut self, action: usize) -> bool;
    fn play_random(&mut self, rng: &mut Rng);
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn picture(&self) -> String;
    fn duplicate(&self) -> Box<dyn ErasedPosition>;
    fn as_any(&self) -> &dyn Any;
}

/// A position of a known game and the moves that led to it.
pub(crate) struct Line<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    /// The legal moves of the seat to move.
    pub(crate) moves: Vec<G::Move>,
    start: G::State,
    played: Vec<G::Move>,
    /// What takes back the last moves; a copy has nothing for those before it was made.
    undos: Vec<G::Undo>,
}

impl<G: Game> Line<G> {
    pub(crate) fn new(game: Arc<G>, state: G::State) -> Line<G> {
        let mut line = Line {
            moves: Vec::new(),
            start: state.clone(),
            played: Vec::new(),
            undos: Vec::new(),
            game,
            state,
        };
        line.list();
        line
    }

    fn list(&mut self) {
        self.moves.clear();
        self.game.moves(&self.state, &mut self.moves);
    }

    fn advance(&mut self, mv: G::Move) {
        let undo = self.game.make(&mut self.state, mv);
        self.undos.push(undo);
        self.played.push(mv);
        self.list();
    }
}

impl<G: Notation> Line<G> {
    /// The moves played, as they were told to a seat.
    pub(crate) fn told(&self, seat: Seat) -> Vec<String> {
        if ludorum_core::is_open::<G>() {
            let print = |&mv| self.game.print_move(mv);
            return self.played.iter().map(print).collect();
        }
        let mut state = self.start.clone();
        let tell = |&mv| {
            let told = self.game.tell_move(&state, mv, Some(seat));
            self.game.make(&mut state, mv);
            told
        };
        self.played.iter().map(tell).collect()
    }
}

impl<G: Game> std::fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line")
            .field("state", &self.state)
            .field("played", &self.played)
            .finish_non_exhaustive()
    }
}

impl<G: Listed> ErasedPosition for Line<G> {
    fn restart(&mut self, seed: Seed) {
        self.start = self.game.initial(seed);
        self.rewind();
    }

    fn rewind(&mut self) {
        self.state = self.start.clone();
        self.played.clear();
        self.undos.clear();
        self.list();
    }

    fn node(&self) -> Node {
        self.game.node(&self.state)
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn scores(&self) -> Option<PerSeat<i32>> {
        self.game.scores(&self.state)
    }

    fn is_eliminated(&self, seat: Seat) -> bool {
        seat.index() < self.game.seats() && self.game.is_eliminated(&self.state, seat)
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn move_text(&self, index: usize) -> String {
        self.game.print_move(self.moves[index])
    }

    fn play(&mut self, index: usize) {
        self.advance(self.moves[index]);
    }

    fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        let mv = self.game.parse_move(text)?;
        self.game.check_move(&self.state, mv)?;
        self.advance(mv);
        Ok(())
    }

    fn roll(&mut self, rng: &mut Rng) -> String {
        assert_eq!(self.node(), Node::Chance, "only chance rolls");
        let event = self.game.sample(&self.state, rng);
        self.advance(event);
        self.game.print_move(event)
    }

    fn events(&self) -> Option<Vec<(String, f64)>> {
        let mut events = Vec::new();
        if self.node() == Node::Chance
            && self.game.events(&self.state, &mut events) == ludorum_core::Listing::TooMany
        {
            return None;
        }
        let print = |&(event, probability)| (self.game.print_move(event), probability);
        Some(events.iter().map(print).collect())
    }

    fn undo(&mut self) -> bool {
        let Some(mv) = self.played.pop() else {
            return false;
        };
        match self.undos.pop() {
            Some(undo) => self.game.unmake(&mut self.state, mv, undo),
            None => {
                self.state = self.start.clone();
                for &mv in &self.played {
                    self.game.make(&mut self.state, mv);
                }
            }
        }
        self.list();
        true
    }

    fn after(&self, plies: usize) -> Box<dyn ErasedPosition> {
        if plies >= self.played.len() {
            return self.duplicate();
        }
        let mut state = self.start.clone();
        let played = self.played[..plies].to_vec();
        for &mv in &played {
            self.game.make(&mut state, mv);
        }
        let mut line = Line {
            game: Arc::clone(&self.game),
            state,
            moves: Vec::new(),
            start: self.start.clone(),
            played,
            undos: Vec::new(),
        };
        line.list();
        Box::new(line)
    }

    fn follow(&mut self, longer: &Position) -> bool {
        let next = longer.line::<G>().played.get(self.played.len()).copied();
        if let Some(mv) = next {
            self.advance(mv);
        }
        next.is_some()
    }

    fn halted(&self) -> Option<Mishap> {
        self.game.halted()
    }

    fn mishaps(&mut self) -> Vec<Mishap> {
        let (Some(&mv), Some(undo)) = (self.played.last(), self.undos.pop()) else {
            return Vec::new();
        };
        self.game.unmake(&mut self.state, mv, undo);
        let mishaps = self.game.mishaps(&self.state, mv);
        let undo = self.game.make(&mut self.state, mv);
        self.undos.push(undo);
        mishaps
    }

    fn plies(&self) -> usize {
        self.played.len()
    }

    fn history(&self) -> Vec<String> {
        let print = |&mv| self.game.print_move(mv);
        self.played.iter().map(print).collect()
    }

    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }

    fn line_hash(&self) -> u64 {
        sign_of((self.game.key(&self.start), &self.played))
    }

    fn text(&self) -> String {
        self.game.print_position(&self.state)
    }

    fn public_text(&self) -> Option<String> {
        self.game.print_public(&self.state)
    }

    fn insights(&self) -> Vec<Insight> {
        self.game.insights(&self.state)
    }

    fn draw(&self, seat: Seat, ink: Ink) -> String {
        self.game.draw(&self.game.view(&self.state, seat), ink)
    }

    fn draw_open(&self, ink: Ink) -> String {
        self.game.draw_open(&self.state, ink)
    }

    fn tell(&self, text: &str, to: Option<Seat>) -> Result<String, TextError> {
        let mv = self.game.parse_move(text)?;
        Ok(self.game.tell_move(&self.state, mv, to))
    }

    fn view(&self, seat: Seat) -> View {
        View::new(seat, Glimpse::of(self, seat))
    }

    fn perft(&mut self, depth: u32, stop: &Stop) -> Result<u64, TooManyEvents> {
        perft_until(&*self.game, &mut self.state, depth, stop)
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyEvents> {
        let mut moves = self.moves.clone();
        let mut events = Vec::new();
        if self.node() == Node::Chance {
            if self.game.events(&self.state, &mut events) == ludorum_core::Listing::TooMany {
                return Err(TooManyEvents);
            }
            moves.extend(events.iter().map(|&(event, _)| event));
        }
        let mut counts = Vec::new();
        for mv in moves {
            let undo = self.game.make(&mut self.state, mv);
            let below = perft(&*self.game, &mut self.state, depth.saturating_sub(1));
            self.game.unmake(&mut self.state, mv, undo);
            counts.push((self.game.print_move(mv), below?));
        }
        Ok(counts)
    }

    fn random_end(&self, rng: &mut Rng) -> (Outcome, u64) {
        if let Some(outcome) = self.outcome() {
            return (outcome, 0);
        }
        if let Some(played) = self.game.quick_playout(&self.state, rng) {
            return played;
        }
        let mut state = self.state.clone();
        let mut moves = Vec::new();
        let mut plies = 0;
        loop {
            let mv = match self.game.node(&state) {
                Node::Over => {
                    let outcome = self.game.outcome(&state);
                    return (outcome.expect("a finished game has one"), plies);
                }
                Node::Chance => self.game.sample(&state, rng),
                Node::Decide(_) => {
                    moves.clear();
                    self.game.moves(&state, &mut moves);
                    *rng.pick(&moves).expect("a seat to move has a move")
                }
            };
            self.game.make(&mut state, mv);
            plies += 1;
        }
    }

    fn actions(&self, out: &mut Vec<u32>) {
        out.extend(self.moves.iter().map(|&mv| action(&*self.game, mv)));
    }

    fn play_action(&mut self, number: usize) -> bool {
        let is_meant = |&&mv: &&G::Move| action(&*self.game, mv) as usize == number;
        let found = self.moves.iter().find(is_meant).copied();
        if let Some(mv) = found {
            self.advance(mv);
        }
        found.is_some()
    }

    fn play_random(&mut self, rng: &mut Rng) {
        let mv = match self.node() {
            Node::Over => return,
            Node::Chance => self.game.sample(&self.state, rng),
            Node::Decide(_) => *rng.pick(&self.moves).expect("a seat to move has a move"),
        };
        self.advance(mv);
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        observe(&*self.game, &self.game.view(&self.state, seat), seat, out);
    }

    fn picture(&self) -> String {
        self.game.picture_open(&self.state).print()
    }

    fn duplicate(&self) -> Box<dyn ErasedPosition> {
        Box::new(Line {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            moves: self.moves.clone(),
            start: self.start.clone(),
            played: self.played.clone(),
            undos: Vec::new(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The fixed number of a legal move.
pub(crate) fn action<G: Encode>(game: &G, mv: G::Move) -> u32 {
    let number = game.number(mv).expect("a move of a seat has a number");
    u32::try_from(number).expect("no game has so many moves")
}

/// Writes what a seat sees as planes.
pub(crate) fn observe<G: Encode>(game: &G, view: &G::View, seat: Seat, out: &mut [f32]) {
    let planes = game.planes();
    let mut canvas = Canvas::new(out, planes.height, planes.width);
    game.encode(view, seat, &mut canvas);
    debug_assert_eq!(canvas.written(), planes.names.len(), "every plane is named");
}

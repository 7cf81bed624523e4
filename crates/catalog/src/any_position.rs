//! Type-erased positions: a game in progress with its history.

use std::any::Any;
use std::sync::Arc;

use ludorum_core::{
    Game, NodeKind, Notation, NotationError, Outcome, PathAnnotation, PerSeat, PlaneWriter,
    PluginFailure, Rng, Seat, Seed, StopFlag, TensorEncoding, TerminalStyle, TooManyChanceEvents,
    perft, perft_until, stable_hash,
};

use crate::View;
use crate::any_game::CatalogGame;
use crate::any_view::TypedView;

/// A game in progress: a position, its legal moves and its history, for any game.
///
/// Moves are given by their index in the list of legal moves or as text; chance events are drawn or
/// given as text.
#[derive(Debug)]
pub struct Position(Box<dyn ErasedPosition>);

impl Position {
    pub(crate) fn new<G: CatalogGame>(typed: TypedPosition<G>) -> Position {
        Position(Box::new(typed))
    }

    /// Resets to the start of a game with this seed, like [`Variant::start`](crate::Variant::start)
    /// but without allocating.
    pub fn restart(&mut self, seed: Seed) {
        self.0.restart(seed);
    }

    /// Goes back to the start of this game.
    pub fn rewind(&mut self) {
        self.0.rewind();
    }

    /// The kind of node: a seat to move, chance, or the end.
    pub fn node(&self) -> NodeKind {
        self.0.node()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The outcome; none while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The scores of the seats, in games that have them.
    pub fn scores(&self) -> Option<PerSeat<i32>> {
        self.0.scores()
    }

    /// True if the seat is eliminated while others play on.
    pub fn is_eliminated(&self, seat: Seat) -> bool {
        self.0.is_eliminated(seat)
    }

    /// The number of legal moves of the seat to move.
    pub fn move_count(&self) -> usize {
        self.0.move_count()
    }

    /// The text of a legal move, by index.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn move_text(&self, index: usize) -> String {
        self.0.move_text(index)
    }

    /// The texts of all legal moves.
    pub fn moves(&self) -> Vec<String> {
        (0..self.move_count())
            .map(|index| self.move_text(index))
            .collect()
    }

    /// Plays a legal move, by index.
    ///
    /// # Panics
    /// If there is no such move.
    pub fn play(&mut self, index: usize) {
        self.0.play(index);
    }

    /// Plays a move or chance event, given as text.
    ///
    /// # Errors
    /// When the text is not a legal move here; the position is unchanged then.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        self.0.play_text(text)
    }

    /// Appends the action ids of the legal moves, in list order.
    pub fn actions(&self, out: &mut Vec<u32>) {
        self.0.actions(out);
    }

    /// Plays the legal move with this action id; returns false if there is none.
    pub fn play_action(&mut self, action: usize) -> bool {
        self.0.play_action(action)
    }

    /// Plays a random legal move or draws a chance event; does nothing at the end of the game.
    pub fn play_random(&mut self, rng: &mut Rng) {
        self.0.play_random(rng);
    }

    /// Writes the observation of a seat as planes, laid out as the variant's
    /// [`planes`](crate::Variant::planes).
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.0.observe(seat, out);
    }

    /// The board with nothing hidden, as SVG.
    pub fn picture(&self) -> String {
        self.0.picture()
    }

    /// Draws a chance event, plays it, and returns its text.
    ///
    /// # Panics
    /// If this is not a chance node.
    pub fn play_chance(&mut self, rng: &mut Rng) -> String {
        self.0.play_chance(rng)
    }

    /// All events of this chance node with their probabilities: none if there are too many to list,
    /// empty at other nodes.
    pub fn events(&self) -> Option<Vec<(String, f64)>> {
        self.0.events()
    }

    /// Takes back the last move; returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// The position after the first `plies` plies of this game, or the current one if it has fewer.
    pub fn after(&self, plies: usize) -> Position {
        Position(self.0.after(plies))
    }

    /// Plays the next move of a longer history of the same game; returns false if there is none.
    pub fn play_next_of(&mut self, longer: &Position) -> bool {
        self.0.play_next_of(longer)
    }

    /// Effects of the last move that were cancelled because a plug-in failed. Empty for moves made
    /// before this position was copied.
    pub fn plugin_failures(&mut self) -> Vec<PluginFailure> {
        self.0.mishaps()
    }

    /// The reason why this game was halted: a plug-in exceeded its time limit. Everything the position
    /// reports since then is invalid, and so are the choices of agents.
    pub fn halted(&self) -> Option<PluginFailure> {
        self.0.halted()
    }

    /// The number of plies played.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// All moves played, as text.
    pub fn history(&self) -> Vec<String> {
        self.0.history()
    }

    /// Hash of the position.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// Hash of the whole game so far: the first position and all moves and events.
    pub fn line_hash(&self) -> u64 {
        self.0.line_hash()
    }

    /// The position in text form.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The public part of the position as text, if the game defines one.
    pub fn public_text(&self) -> Option<String> {
        self.0.public_text()
    }

    /// Annotations of the position for each seat, such as shortest paths.
    pub fn path_annotations(&self) -> Vec<PathAnnotation> {
        self.0.insights()
    }

    /// The board as `seat` sees it.
    pub fn draw(&self, seat: Seat, ink: TerminalStyle) -> String {
        self.0.draw(seat, ink)
    }

    /// The board with nothing hidden.
    pub fn draw_revealed(&self, ink: TerminalStyle) -> String {
        self.0.draw_revealed(ink)
    }

    /// The text of a move as observed by a seat, or by spectators (`None`), with hidden information
    /// removed.
    ///
    /// # Errors
    /// When the text is not a move.
    pub fn observed_move(&self, text: &str, to: Option<Seat>) -> Result<String, NotationError> {
        self.0.observed_move(text, to)
    }

    /// The view of a seat: only what it may know.
    pub fn view(&self, seat: Seat) -> View {
        self.0.view(seat)
    }

    /// Perft: the number of move sequences of length `depth` from here.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    pub fn perft(&mut self, depth: u32) -> Result<u64, TooManyChanceEvents> {
        self.0.perft(depth, &StopFlag::new())
    }

    /// Perft that can be stopped; the count is partial then.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    pub fn perft_until(&mut self, depth: u32, stop: &StopFlag) -> Result<u64, TooManyChanceEvents> {
        self.0.perft(depth, stop)
    }

    /// Perft divide: each move or event with the number of move sequences of length `depth` that
    /// start with it.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    pub fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyChanceEvents> {
        self.0.divide(depth)
    }

    /// The length of a random playout from here. The position does not change.
    pub fn playout(&self, rng: &mut Rng) -> u64 {
        self.0.random_playout(rng).1
    }

    /// Outcome and length of a random playout from here. The position does not change.
    pub fn random_playout(&self, rng: &mut Rng) -> (Outcome, u64) {
        self.0.random_playout(rng)
    }

    /// The state as that of game `G`; none if this is another game.
    pub fn state<G: Game>(&self) -> Option<&G::State> {
        let typed: Option<&TypedPosition<G>> = self.0.as_any().downcast_ref();
        typed.map(|typed| &typed.state)
    }

    pub(crate) fn typed<G: Game>(&self) -> &TypedPosition<G> {
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
    fn node(&self) -> NodeKind;
    fn seats(&self) -> usize;
    fn outcome(&self) -> Option<Outcome>;
    fn scores(&self) -> Option<PerSeat<i32>>;
    fn is_eliminated(&self, seat: Seat) -> bool;
    fn move_count(&self) -> usize;
    fn move_text(&self, index: usize) -> String;
    fn play(&mut self, index: usize);
    fn play_text(&mut self, text: &str) -> Result<(), NotationError>;
    fn play_chance(&mut self, rng: &mut Rng) -> String;
    fn events(&self) -> Option<Vec<(String, f64)>>;
    fn undo(&mut self) -> bool;
    fn after(&self, plies: usize) -> Box<dyn ErasedPosition>;
    fn play_next_of(&mut self, longer: &Position) -> bool;
    fn mishaps(&mut self) -> Vec<PluginFailure>;
    fn halted(&self) -> Option<PluginFailure>;
    fn plies(&self) -> usize;
    fn history(&self) -> Vec<String>;
    fn key(&self) -> u64;
    fn line_hash(&self) -> u64;
    fn text(&self) -> String;
    fn public_text(&self) -> Option<String>;
    fn insights(&self) -> Vec<PathAnnotation>;
    fn draw(&self, seat: Seat, ink: TerminalStyle) -> String;
    fn draw_revealed(&self, ink: TerminalStyle) -> String;
    fn observed_move(&self, text: &str, to: Option<Seat>) -> Result<String, NotationError>;
    fn view(&self, seat: Seat) -> View;
    fn perft(&mut self, depth: u32, stop: &StopFlag) -> Result<u64, TooManyChanceEvents>;
    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyChanceEvents>;
    fn random_playout(&self, rng: &mut Rng) -> (Outcome, u64);
    fn actions(&self, out: &mut Vec<u32>);
    fn play_action(&mut self, action: usize) -> bool;
    fn play_random(&mut self, rng: &mut Rng);
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn picture(&self) -> String;
    fn duplicate(&self) -> Box<dyn ErasedPosition>;
    fn as_any(&self) -> &dyn Any;
}

/// A position of a known game with its history.
pub(crate) struct TypedPosition<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
    /// The legal moves of the seat to move.
    pub(crate) moves: Vec<G::Move>,
    start: G::State,
    played: Vec<G::Move>,
    /// Undo information of the last moves; a copy starts with none.
    undos: Vec<G::Undo>,
}

impl<G: Game> TypedPosition<G> {
    pub(crate) fn new(game: Arc<G>, state: G::State) -> TypedPosition<G> {
        let mut typed = TypedPosition {
            moves: Vec::new(),
            start: state.clone(),
            played: Vec::new(),
            undos: Vec::new(),
            game,
            state,
        };
        typed.generate_moves();
        typed
    }

    fn generate_moves(&mut self) {
        self.moves.clear();
        self.game.moves(&self.state, &mut self.moves);
    }

    fn advance(&mut self, mv: G::Move) {
        let undo = self.game.make(&mut self.state, mv);
        self.undos.push(undo);
        self.played.push(mv);
        self.generate_moves();
    }
}

impl<G: Notation> TypedPosition<G> {
    /// The moves played, as observed by a seat.
    pub(crate) fn observed_history(&self, seat: Seat) -> Vec<String> {
        if ludorum_core::has_perfect_information::<G>() {
            let print = |&mv| self.game.print_move(mv);
            return self.played.iter().map(print).collect();
        }
        let mut state = self.start.clone();
        let tell = |&mv| {
            let text = self.game.observed_move(&state, mv, Some(seat));
            self.game.make(&mut state, mv);
            text
        };
        self.played.iter().map(tell).collect()
    }
}

impl<G: Game> std::fmt::Debug for TypedPosition<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedPosition")
            .field("state", &self.state)
            .field("played", &self.played)
            .finish_non_exhaustive()
    }
}

impl<G: CatalogGame> ErasedPosition for TypedPosition<G> {
    fn restart(&mut self, seed: Seed) {
        self.start = self.game.initial(seed);
        self.rewind();
    }

    fn rewind(&mut self) {
        self.state = self.start.clone();
        self.played.clear();
        self.undos.clear();
        self.generate_moves();
    }

    fn node(&self) -> NodeKind {
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

    fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(text)?;
        self.game.check_move(&self.state, mv)?;
        self.advance(mv);
        Ok(())
    }

    fn play_chance(&mut self, rng: &mut Rng) -> String {
        assert_eq!(self.node(), NodeKind::Chance, "not a chance node");
        let event = self.game.sample(&self.state, rng);
        self.advance(event);
        self.game.print_move(event)
    }

    fn events(&self) -> Option<Vec<(String, f64)>> {
        let mut events = Vec::new();
        if self.node() == NodeKind::Chance
            && self.game.events(&self.state, &mut events) == ludorum_core::EventListing::TooMany
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
        self.generate_moves();
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
        let mut typed = TypedPosition {
            game: Arc::clone(&self.game),
            state,
            moves: Vec::new(),
            start: self.start.clone(),
            played,
            undos: Vec::new(),
        };
        typed.generate_moves();
        Box::new(typed)
    }

    fn play_next_of(&mut self, longer: &Position) -> bool {
        let next = longer.typed::<G>().played.get(self.played.len()).copied();
        if let Some(mv) = next {
            self.advance(mv);
        }
        next.is_some()
    }

    fn halted(&self) -> Option<PluginFailure> {
        self.game.halted()
    }

    fn mishaps(&mut self) -> Vec<PluginFailure> {
        let (Some(&mv), Some(undo)) = (self.played.last(), self.undos.pop()) else {
            return Vec::new();
        };
        self.game.unmake(&mut self.state, mv, undo);
        let mishaps = self.game.plugin_failures(&self.state, mv);
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
        stable_hash((self.game.key(&self.start), &self.played))
    }

    fn text(&self) -> String {
        self.game.print_position(&self.state)
    }

    fn public_text(&self) -> Option<String> {
        self.game.print_public(&self.state)
    }

    fn insights(&self) -> Vec<PathAnnotation> {
        self.game.path_annotations(&self.state)
    }

    fn draw(&self, seat: Seat, ink: TerminalStyle) -> String {
        self.game.draw(&self.game.view(&self.state, seat), ink)
    }

    fn draw_revealed(&self, ink: TerminalStyle) -> String {
        self.game.draw_revealed(&self.state, ink)
    }

    fn observed_move(&self, text: &str, to: Option<Seat>) -> Result<String, NotationError> {
        let mv = self.game.parse_move(text)?;
        Ok(self.game.observed_move(&self.state, mv, to))
    }

    fn view(&self, seat: Seat) -> View {
        View::new(seat, TypedView::of(self, seat))
    }

    fn perft(&mut self, depth: u32, stop: &StopFlag) -> Result<u64, TooManyChanceEvents> {
        perft_until(&*self.game, &mut self.state, depth, stop)
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, TooManyChanceEvents> {
        let mut moves = self.moves.clone();
        let mut events = Vec::new();
        if self.node() == NodeKind::Chance {
            if self.game.events(&self.state, &mut events) == ludorum_core::EventListing::TooMany {
                return Err(TooManyChanceEvents);
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

    fn random_playout(&self, rng: &mut Rng) -> (Outcome, u64) {
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
                NodeKind::Over => {
                    let outcome = self.game.outcome(&state);
                    return (outcome.expect("a finished game has one"), plies);
                }
                NodeKind::Chance => self.game.sample(&state, rng),
                NodeKind::Decide(_) => {
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
        out.extend(self.moves.iter().map(|&mv| action_id(&*self.game, mv)));
    }

    fn play_action(&mut self, number: usize) -> bool {
        let has_id = |&&mv: &&G::Move| action_id(&*self.game, mv) as usize == number;
        let found = self.moves.iter().find(has_id).copied();
        if let Some(mv) = found {
            self.advance(mv);
        }
        found.is_some()
    }

    fn play_random(&mut self, rng: &mut Rng) {
        let mv = match self.node() {
            NodeKind::Over => return,
            NodeKind::Chance => self.game.sample(&self.state, rng),
            NodeKind::Decide(_) => *rng.pick(&self.moves).expect("a seat to move has a move"),
        };
        self.advance(mv);
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        observe(&*self.game, &self.game.view(&self.state, seat), seat, out);
    }

    fn picture(&self) -> String {
        self.game.picture_revealed(&self.state).print()
    }

    fn duplicate(&self) -> Box<dyn ErasedPosition> {
        Box::new(TypedPosition {
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

/// The action id of a legal move.
pub(crate) fn action_id<G: TensorEncoding>(game: &G, mv: G::Move) -> u32 {
    let number = game.action_id(mv).expect("a move of a seat has a number");
    u32::try_from(number).expect("no game has so many moves")
}

/// Writes the observation of a seat as planes.
pub(crate) fn observe<G: TensorEncoding>(game: &G, view: &G::View, seat: Seat, out: &mut [f32]) {
    let planes = game.plane_layout();
    let mut canvas = PlaneWriter::new(out, planes.height, planes.width);
    game.encode(view, seat, &mut canvas);
    debug_assert_eq!(canvas.written(), planes.names.len(), "every plane is named");
}

//! Type-erased positions: a game in progress with its history.

use std::any::Any;
use std::sync::Arc;

use ludorum_core::{
    BoardPathAnnotation, Game, NodeKind, Notation, NotationError, Outcome, PerSeat, PluginFailure,
    Rng, Seat, Seed, StopFlag, Svg, TerminalStyle, UnenumerableChanceNode, perft, perft_until,
    stable_hash,
};

use crate::View;
use crate::any_game::CatalogGame;
use crate::any_view::TypedView;
use crate::capabilities::GameCapabilities;

/// A game in progress: a position, its legal moves and its history, for any game.
///
/// Moves are given by their index in the list of legal moves or as text; chance events are drawn or
/// given as text.
pub type Position = Box<dyn AnyPosition>;

impl dyn AnyPosition {
    /// The game state, typed as that of game `G`; `None` if this is a position of another game.
    pub fn state<G: Game>(&self) -> Option<&G::State> {
        let typed = (self as &dyn Any).downcast_ref::<TypedPosition<G>>();
        typed.map(|typed| &typed.state)
    }

    /// This position as the concrete type of game `G`. Panics if it is a position of another game.
    pub(crate) fn typed<G: Game>(&self) -> &TypedPosition<G> {
        (self as &dyn Any)
            .downcast_ref()
            .expect("players and positions come from the same variant")
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        self.after(usize::MAX)
    }
}

/// Methods of a [`Position`], the same for all games.
pub trait AnyPosition: Any + std::fmt::Debug + Send + Sync {
    /// Resets to the start of a game with this seed, like
    /// [`Variant::start`](crate::AnyVariant::start) but without allocating.
    fn restart(&mut self, seed: Seed);

    /// Takes back all moves, to the initial position of this game.
    fn rewind(&mut self);

    /// The kind of the current node: a seat to move, chance, or the end of the game.
    fn node(&self) -> NodeKind;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The result of the game; `None` while the game is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// The points of each seat; `None` in games that do not count points.
    fn scores(&self) -> Option<PerSeat<i32>>;

    /// True if the seat is eliminated while others play on.
    fn is_eliminated(&self, seat: Seat) -> bool;

    /// The number of legal moves of the seat to move.
    fn move_count(&self) -> usize;

    /// The text of a legal move, by index.
    ///
    /// # Panics
    /// If there is no such move.
    fn move_text(&self, index: usize) -> String;

    /// The texts of all legal moves.
    fn moves(&self) -> Vec<String> {
        (0..self.move_count())
            .map(|index| self.move_text(index))
            .collect()
    }

    /// Plays a legal move, by index.
    ///
    /// # Panics
    /// If there is no such move.
    fn play(&mut self, index: usize);

    /// Plays a move or chance event, given as text.
    ///
    /// # Errors
    /// When the text is not a legal move here; the position is unchanged then.
    fn play_text(&mut self, text: &str) -> Result<(), NotationError>;

    /// Appends the action ids of the legal moves in the order of their indices; nothing if the game
    /// has no action ids.
    fn actions(&self, out: &mut Vec<u32>);

    /// Plays the legal move with this action id; returns false if no legal move has it.
    fn play_action(&mut self, action: usize) -> bool;

    /// Plays a random legal move or draws a chance event; does nothing at the end of the game.
    fn play_random(&mut self, rng: &mut Rng);

    /// Writes what a seat observes to `out` as planes for machine learning, with the layout of
    /// [`AnyVariant::planes`](crate::AnyVariant::planes).
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// The board as SVG with nothing hidden; the terminal drawing as SVG if the game has no
    /// pictures.
    fn picture(&self) -> String;

    /// Draws a chance event, plays it, and returns its text.
    ///
    /// # Panics
    /// If this is not a chance node.
    fn play_chance(&mut self, rng: &mut Rng) -> String;

    /// All events of this chance node with their probabilities; `None` if there are too many to
    /// list, empty if this is not a chance node.
    fn events(&self) -> Option<Vec<(String, f64)>>;

    /// Takes back the last move; returns false if no move was played.
    fn undo(&mut self) -> bool;

    /// The position after the first `plies` plies of this game, or the current one if it has fewer.
    fn after(&self, plies: usize) -> Position;

    /// Plays the next move of `longer`, a position of the same game after more moves; returns false
    /// if it has no further move.
    fn play_next_of(&mut self, longer: &Position) -> bool;

    /// Effects of the last move that were cancelled because a plug-in failed. Empty if the position
    /// was copied after the move.
    fn plugin_failures(&mut self) -> Vec<PluginFailure>;

    /// The plug-in failure that halted this game, such as a timeout; `None` if the game is not
    /// halted. In a halted game all other methods and the choices of agents are meaningless.
    fn halted(&self) -> Option<PluginFailure>;

    /// The number of plies played.
    fn plies(&self) -> usize;

    /// All moves played, as text.
    fn history(&self) -> Vec<String>;

    /// The text of the last move or chance event; `None` before the first.
    fn last_move(&self) -> Option<String>;

    /// Hash of the current game state.
    fn key(&self) -> u64;

    /// Hash of the game so far: the initial position and all moves and chance events.
    fn line_hash(&self) -> u64;

    /// The position as text, which [`AnyVariant::position`](crate::AnyVariant::position) parses.
    fn text(&self) -> String;

    /// The information that spectators may see, as text; `None` if the game does not define it.
    fn public_text(&self) -> Option<String>;

    /// Paths to draw on the board, such as the shortest path of each seat.
    fn path_annotations(&self) -> Vec<BoardPathAnnotation>;

    /// Draws the board for a terminal as `seat` sees it.
    fn draw(&self, seat: Seat, ink: TerminalStyle) -> String;

    /// Draws the board for a terminal with nothing hidden.
    fn draw_revealed(&self, ink: TerminalStyle) -> String;

    /// The text of a move as observed by a seat, or by spectators (`None`), with hidden information
    /// removed.
    ///
    /// # Errors
    /// When the text is not a move.
    fn observed_move(&self, text: &str, to: Option<Seat>) -> Result<String, NotationError>;

    /// The view of a seat: all information about the position that the seat may have.
    fn view(&self, seat: Seat) -> View;

    /// Perft: the number of move sequences of length `depth` from here.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    fn perft(&mut self, depth: u32) -> Result<u64, UnenumerableChanceNode> {
        self.perft_until(depth, &StopFlag::new())
    }

    /// Like [`perft`](AnyPosition::perft), but returns a partial count when `stop` is raised.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    fn perft_until(&mut self, depth: u32, stop: &StopFlag) -> Result<u64, UnenumerableChanceNode>;

    /// Perft divide: each move or event with the number of move sequences of length `depth` that
    /// start with it.
    ///
    /// # Errors
    /// When a chance node below has too many events to list.
    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, UnenumerableChanceNode>;

    /// Plays random moves on a copy to the end of the game; returns the result and the number of
    /// plies.
    fn random_playout(&self, rng: &mut Rng) -> (Outcome, u64);
}

/// A position of game `G` with its history.
pub(crate) struct TypedPosition<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) capabilities: GameCapabilities<G>,
    pub(crate) state: G::State,
    /// The legal moves of the seat to move.
    pub(crate) moves: Vec<G::Move>,
    start: G::State,
    played: Vec<G::Move>,
    /// Undo information of the moves played on this object; a copy starts without any.
    undos: Vec<G::Undo>,
}

impl<G: Game> TypedPosition<G> {
    pub(crate) fn new(
        game: Arc<G>,
        capabilities: GameCapabilities<G>,
        state: G::State,
    ) -> TypedPosition<G> {
        let mut typed = TypedPosition {
            capabilities,
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
    /// The text of each move played, as observed by a seat.
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

impl<G: CatalogGame> AnyPosition for TypedPosition<G> {
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
            && self.game.events(&self.state, &mut events)
                == ludorum_core::ChanceListingStatus::TooMany
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

    fn after(&self, plies: usize) -> Position {
        let start = self.start.clone();
        let game = Arc::clone(&self.game);
        if plies < self.played.len() {
            let mut typed = TypedPosition::new(game, self.capabilities, start);
            for &mv in &self.played[..plies] {
                typed.game.make(&mut typed.state, mv);
                typed.played.push(mv);
            }
            typed.generate_moves();
            return Box::new(typed);
        }
        Box::new(TypedPosition {
            game,
            capabilities: self.capabilities,
            state: self.state.clone(),
            moves: self.moves.clone(),
            start,
            played: self.played.clone(),
            undos: Vec::new(),
        })
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

    fn plugin_failures(&mut self) -> Vec<PluginFailure> {
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

    fn last_move(&self) -> Option<String> {
        self.played.last().map(|&mv| self.game.print_move(mv))
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

    fn path_annotations(&self) -> Vec<BoardPathAnnotation> {
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
        Arc::new(TypedView::of(self, seat))
    }

    fn perft_until(&mut self, depth: u32, stop: &StopFlag) -> Result<u64, UnenumerableChanceNode> {
        perft_until(&*self.game, &mut self.state, depth, stop)
    }

    fn divide(&mut self, depth: u32) -> Result<Vec<(String, u64)>, UnenumerableChanceNode> {
        let mut moves = self.moves.clone();
        let mut events = Vec::new();
        if self.node() == NodeKind::Chance {
            if self.game.events(&self.state, &mut events)
                == ludorum_core::ChanceListingStatus::TooMany
            {
                return Err(UnenumerableChanceNode);
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
        let id = |&mv| self.capabilities.action_id(&self.game, mv);
        out.extend(self.moves.iter().filter_map(id));
    }

    fn play_action(&mut self, number: usize) -> bool {
        let id = |mv| self.capabilities.action_id(&self.game, mv);
        let has_id = |&mv: &G::Move| id(mv).is_some_and(|id| id as usize == number);
        let found = self.moves.iter().copied().find(has_id);
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
        let view = self.game.view(&self.state, seat);
        self.capabilities.observe(&self.game, &view, seat, out);
    }

    fn picture(&self) -> String {
        let picture = match self.capabilities.picture(&self.game) {
            Some(game) => game.picture_revealed(&self.state),
            None => Svg::of_text(&self.draw_revealed(TerminalStyle::Plain)),
        };
        picture.print()
    }
}

//! Text forms: moves, positions and boards as people and files see them.

use std::any::Any;
use std::fmt;

use crate::{Chance, Ink, Node, Seat, is_open};

/// What is told of a move to those who may not know it.
pub const UNTOLD: &str = "?";

/// How a game is written and drawn.
///
/// A move has one stable text form in all of a game: `parse_move(print_move(m)) == m`, no two
/// moves look the same, and there is no white space in it. Files, protocols and pages use it.
pub trait Notation: Chance + Sized {
    /// The text form of a move or chance event.
    fn print_move(&self, mv: Self::Move) -> String;

    /// Reads a move, whether or not it is legal anywhere.
    ///
    /// # Errors
    /// When the text is not a move; the error says what was expected and where.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// Whether `mv` may be played here, and if not, why not.
    ///
    /// # Errors
    /// When the move is not legal. Games that can say why say it.
    fn check_move(&self, state: &Self::State, mv: Self::Move) -> Result<(), TextError> {
        let legal = match self.node(state) {
            Node::Over => return Err(TextError::new("the game is over").because("game-over")),
            Node::Chance => self.possible(state, mv),
            Node::Decide(_) => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves);
                moves.contains(&mv)
            }
        };
        if legal {
            Ok(())
        } else {
            let text = self.print_move(mv);
            Err(TextError::new(format!("{text} is not legal here")))
        }
    }

    /// The position as one compact string without white space.
    fn print_position(&self, state: &Self::State) -> String;

    /// Reads what [`print_position`](Notation::print_position) wrote.
    ///
    /// # Errors
    /// When the text is not a legal position of this variant.
    fn parse_position(&self, text: &str) -> Result<Self::State, TextError>;

    /// The board as a seat sees it, drawn for a terminal.
    fn draw(&self, view: &Self::View, ink: Ink) -> String;

    /// The board with nothing hidden, drawn for a terminal, for who studies a game: what every seat
    /// sees, one below the other, unless a game can draw it at once.
    fn draw_open(&self, state: &Self::State, ink: Ink) -> String {
        if is_open::<Self>() {
            return self.draw(&self.view(state, Seat::FIRST), ink);
        }
        let seats = Seat::all(self.seats());
        seats
            .map(|seat| {
                let drawing = self.draw(&self.view(state, seat), ink);
                format!(
                    "{}\n{drawing}",
                    ink.seat(seat, &format!("seat {seat} sees"))
                )
            })
            .collect()
    }

    /// What a seat knows of a position as text: the position itself where nothing is hidden, the
    /// drawing where something is, unless a game has a more compact form.
    fn print_view(&self, view: &Self::View) -> String {
        match (view as &dyn Any).downcast_ref::<Self::State>() {
            Some(state) => self.print_position(state),
            None => self.draw(view, Ink::Plain),
        }
    }

    /// What everyone may know of a position, spectators too, in the form of [`Notation::print_view`]: the
    /// position itself where nothing is hidden, nothing where something is, unless a game says what.
    fn print_public(&self, state: &Self::State) -> Option<String> {
        is_open::<Self>().then(|| self.print_position(state))
    }

    /// What is worth knowing about a position besides the position: for each seat a line to draw on
    /// the board and a number, such as its shortest way and how long that is. Nothing, unless a
    /// game has something to show.
    fn insights(&self, _state: &Self::State) -> Vec<Insight> {
        Vec::new()
    }

    /// What should follow from a move played here and is cancelled. Nothing, unless a game runs
    /// programs of others that can fail.
    fn mishaps(&self, _state: &Self::State, _mv: Self::Move) -> Vec<Mishap> {
        Vec::new()
    }

    /// Why this game cannot go on, on this machine: then nothing it says counts. Always nothing, unless
    /// a game runs programs of others that can take too long.
    fn halted(&self) -> Option<Mishap> {
        None
    }

    /// How the move `mv`, about to be played in `state`, is told to a seat, or to spectators
    /// (`None`). Where something is hidden nobody but the mover is told anything, unless a game
    /// says which moves everyone may know: a game that forgets to say so does not leak.
    fn tell_move(&self, state: &Self::State, mv: Self::Move, to: Option<Seat>) -> String {
        let is_own = to.is_some_and(|seat| self.node(state) == Node::Decide(seat));
        if is_own || is_open::<Self>() {
            self.print_move(mv)
        } else {
            UNTOLD.to_owned()
        }
    }
}

/// Something that should have followed from a move and was cancelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// Whose doing it was.
    pub cause: String,
    /// Where and why it was cancelled, in words.
    pub message: String,
}

/// Something worth knowing about a seat's position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The seat.
    pub seat: Seat,
    /// The number, such as the length of the line.
    pub number: u32,
    /// Places on the board in text form, from the first to the last.
    pub line: Vec<String>,
}

/// A text that could not be read, or a move that may not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    message: String,
    column: Option<usize>,
    why: Option<&'static str>,
    seat: Option<Seat>,
}

impl TextError {
    /// An error about the text as a whole.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError {
            message: message.into(),
            column: None,
            why: None,
            seat: None,
        }
    }

    /// The same error with a word for programs, such as those that say it in other languages:
    /// `wall-crosses`.
    #[must_use]
    pub fn because(mut self, why: &'static str) -> TextError {
        self.why = Some(why);
        self
    }

    /// The same error, which concerns a seat.
    #[must_use]
    pub fn about(mut self, seat: Seat) -> TextError {
        self.seat = Some(seat);
        self
    }

    /// The word for the reason, if it has one.
    pub fn why(&self) -> Option<&'static str> {
        self.why
    }

    /// The seat it concerns, if it concerns one.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// An error at a character, counted from 1.
    pub fn at(column: usize, message: impl Into<String>) -> TextError {
        TextError {
            message: message.into(),
            column: Some(column),
            why: None,
            seat: None,
        }
    }

    /// The same error in a longer text, which has `by` characters before this one.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> TextError {
        self.column = self.column.map(|column| column + by);
        self
    }

    /// The character where the text went wrong, counted from 1.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "{} (column {column})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for TextError {}

//! Text notation of moves and positions, and terminal drawings of boards.

use std::any::Any;
use std::fmt;

use crate::{Chance, NodeKind, Seat, TerminalStyle, has_perfect_information};

/// Text that replaces a move that the observer may not see.
pub const HIDDEN_MOVE: &str = "?";

/// Text notation and terminal drawing of a game.
///
/// Every move has one text form without white space, used by files, protocols and people:
/// `parse_move(print_move(m)) == m`. No two moves share a form.
pub trait Notation: Chance + Sized {
    /// Returns the text form of a move or chance event.
    fn print_move(&self, mv: Self::Move) -> String;

    /// Parses the text form of a move, legal or not.
    ///
    /// # Errors
    /// When the text is not a move; the error names what was expected and where.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Checks that `mv` is legal in `state`.
    ///
    /// # Errors
    /// When the move is not legal, with the reason where the game can name one.
    fn check_move(&self, state: &Self::State, mv: Self::Move) -> Result<(), NotationError> {
        let legal = match self.node(state) {
            NodeKind::Over => {
                return Err(NotationError::new("the game is over").with_code("game-over"));
            }
            NodeKind::Chance => self.is_possible(state, mv),
            NodeKind::Decide(_) => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves);
                moves.contains(&mv)
            }
        };
        if legal {
            Ok(())
        } else {
            let text = self.print_move(mv);
            Err(NotationError::new(format!("{text} is not legal here")))
        }
    }

    /// Prints the position as one compact string without white space.
    fn print_position(&self, state: &Self::State) -> String;

    /// Parses the output of [`print_position`](Notation::print_position).
    ///
    /// # Errors
    /// When the text is not a legal position of this variant.
    fn parse_position(&self, text: &str) -> Result<Self::State, NotationError>;

    /// Draws the board for a terminal as the seat of `view` sees it.
    fn draw(&self, view: &Self::View, ink: TerminalStyle) -> String;

    /// Draws the complete position for a terminal with nothing hidden, such as for analysis. The
    /// default draws the views of all seats one below the other.
    fn draw_revealed(&self, state: &Self::State, ink: TerminalStyle) -> String {
        if has_perfect_information::<Self>() {
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

    /// Formats a seat's view as text: by default the position if nothing is hidden, otherwise the
    /// terminal drawing.
    fn print_view(&self, view: &Self::View) -> String {
        match (view as &dyn Any).downcast_ref::<Self::State>() {
            Some(state) => self.print_position(state),
            None => self.draw(view, TerminalStyle::Plain),
        }
    }

    /// Prints the public information of a position for spectators, in the format of
    /// [`Notation::print_view`]. By default the position if nothing is hidden, otherwise `None`.
    fn print_public(&self, state: &Self::State) -> Option<String> {
        has_perfect_information::<Self>().then(|| self.print_position(state))
    }

    /// Returns paths to draw on the board, such as each seat's shortest path; none by default.
    fn path_annotations(&self, _state: &Self::State) -> Vec<BoardPathAnnotation> {
        Vec::new()
    }

    /// Returns the failures of plug-ins, whose effects are cancelled, when `mv` is played in
    /// `state`; none by default.
    fn plugin_failures(&self, _state: &Self::State, _mv: Self::Move) -> Vec<PluginFailure> {
        Vec::new()
    }

    /// Returns the plug-in failure, such as a timeout, that makes this game unplayable; `None` by
    /// default. After a failure no other method gives a meaningful answer.
    fn halted(&self) -> Option<PluginFailure> {
        None
    }

    /// Returns the text of `mv`, about to be played in `state`, as observed by the seat `to`, or by
    /// spectators if `to` is `None`. By default, in games with hidden information, only the mover
    /// sees the move.
    fn observed_move(&self, state: &Self::State, mv: Self::Move, to: Option<Seat>) -> String {
        let is_own = to.is_some_and(|seat| self.node(state) == NodeKind::Decide(seat));
        if is_own || has_perfect_information::<Self>() {
            self.print_move(mv)
        } else {
            HIDDEN_MOVE.to_owned()
        }
    }
}

/// Failure of a plug-in during a game. The game cancels the effect that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginFailure {
    /// Name of the plug-in that failed.
    pub cause: String,
    /// Location and reason of the failure.
    pub message: String,
}

/// A path to draw on the board for one seat, with a number such as its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPathAnnotation {
    /// The seat whose path this is.
    pub seat: Seat,
    /// Number to show with the path, such as its length.
    pub number: u32,
    /// Squares of the path in text notation, from start to end.
    pub line: Vec<String>,
}

/// Error for text that cannot be parsed, or for a move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    message: String,
    column: Option<usize>,
    why: Option<&'static str>,
    seat: Option<Seat>,
}

impl NotationError {
    /// Creates an error without a column of the parsed text.
    pub fn new(message: impl Into<String>) -> NotationError {
        NotationError {
            message: message.into(),
            column: None,
            why: None,
            seat: None,
        }
    }

    /// Adds a machine-readable code, such as `wall-crosses`, by which the message is translated.
    #[must_use]
    pub fn with_code(mut self, why: &'static str) -> NotationError {
        self.why = Some(why);
        self
    }

    /// Adds the seat that the message is about.
    #[must_use]
    pub fn with_seat(mut self, seat: Seat) -> NotationError {
        self.seat = Some(seat);
        self
    }

    /// The machine-readable code, such as `wall-crosses`; `None` for errors that are not
    /// translated.
    pub fn code(&self) -> Option<&'static str> {
        self.why
    }

    /// The seat that the message is about; `None` if it is about no seat.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Creates an error at a column of the parsed text, counted from 1.
    pub fn at(column: usize, message: impl Into<String>) -> NotationError {
        NotationError {
            message: message.into(),
            column: Some(column),
            why: None,
            seat: None,
        }
    }

    /// Moves the column of the error right by `by`, for text that was part of a longer text.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> NotationError {
        self.column = self.column.map(|column| column + by);
        self
    }

    /// The column of the error in the parsed text, counted from 1; `None` if the error names none.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "{} (column {column})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for NotationError {}

//! Colours for terminal drawings.

use crate::Seat;
use crate::palette::SEAT_COLOURS;

/// Paints text with terminal colours, or leaves it plain.
///
/// Drawings must be readable in plain ink too: colour never carries meaning alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// No colours.
    Plain,
    /// Colours of a 256-colour terminal.
    Colour,
}

impl Ink {
    /// Text that belongs to a seat.
    pub fn seat(self, seat: Seat, text: &str) -> String {
        self.paint(&format!("1;38;5;{}", SEAT_COLOURS[seat.index()].code), text)
    }

    /// Text in the background: grids, coordinates.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Text to look at: the last move, a winning row.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Ink::Plain => text.to_owned(),
            Ink::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

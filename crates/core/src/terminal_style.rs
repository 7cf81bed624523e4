//! Colours of terminal drawings.

use crate::Seat;
use crate::palette::SEAT_COLOURS;

/// Style of terminal drawings: coloured or plain text.
///
/// Drawings must be readable in plain text too: colour never carries meaning alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalStyle {
    /// No colours.
    Plain,
    /// The colours of a 256-colour terminal.
    Colour,
}

impl TerminalStyle {
    /// Text in the colour of a seat.
    pub fn seat(self, seat: Seat, text: &str) -> String {
        self.paint(&format!("1;38;5;{}", SEAT_COLOURS[seat.index()].code), text)
    }

    /// Faint text, such as grids and coordinates.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Bold text, such as the last move or a winning row.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self {
            TerminalStyle::Plain => text.to_owned(),
            TerminalStyle::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

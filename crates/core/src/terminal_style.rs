//! Styles of terminal drawings: with colours or plain.

use crate::Seat;
use crate::palette::SEAT_COLOURS;

/// Style of terminal drawings: coloured or plain.
///
/// Drawings must be readable without colours, so colour alone never carries meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalStyle {
    /// Text without colours.
    Plain,
    /// Text in the colours of a 256-colour terminal.
    Colour,
}

impl TerminalStyle {
    /// Formats text in the colour of `seat`; plain style leaves it unchanged.
    pub fn seat(self, seat: Seat, text: &str) -> String {
        self.paint(&format!("1;38;5;{}", SEAT_COLOURS[seat.index()].code), text)
    }

    /// Formats text in a faint style, for grids and coordinates.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Formats text in bold, for the last move or a winning row.
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

//! The colours of seats: one palette for terminals, pictures and web pages.

use crate::{MAX_SEATS, Seat};

/// The colour of a seat on web pages and in terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatColour {
    /// The colour in CSS notation, `#rrggbb`.
    pub hex: &'static str,
    /// Code of the nearest colour of a 256-colour terminal that is readable on a dark background.
    pub code: u8,
}

/// The colour of each seat, safe for colour-blind people (Okabe and Ito 2008). A test compares this
/// palette with that of the web page, `web/src/colours.ts`.
pub const SEAT_COLOURS: [SeatColour; MAX_SEATS] = [
    colour("#0072b2", 32),
    colour("#d55e00", 166),
    colour("#009e73", 36),
    colour("#f0e442", 227),
    colour("#cc79a7", 175),
    colour("#56b4e9", 75),
    colour("#e69f00", 214),
    colour("#999999", 247),
];

const fn colour(hex: &'static str, code: u8) -> SeatColour {
    SeatColour { hex, code }
}

/// Returns the colour of `seat` in CSS notation, `#rrggbb`.
pub fn seat_colour(seat: Seat) -> &'static str {
    SEAT_COLOURS[seat.index()].hex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_hex(hex: &str) -> [i32; 3] {
        [1, 3, 5].map(|at| i32::from_str_radix(&hex[at..at + 2], 16).unwrap())
    }

    /// RGB values of the terminal colours 16 to 255: a 6x6x6 cube, then greys.
    fn of_code(code: u8) -> [i32; 3] {
        let code = i32::from(code);
        match code {
            232.. => [8 + 10 * (code - 232); 3],
            _ => [36, 6, 1].map(|step| match (code - 16) / step % 6 {
                0 => 0,
                level => 55 + 40 * level,
            }),
        }
    }

    fn distance(a: [i32; 3], b: [i32; 3]) -> f64 {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
        f64::from(squares.sum::<i32>()).sqrt()
    }

    #[test]
    fn a_seat_has_the_same_colour_in_a_terminal_as_in_a_picture() {
        for own in SEAT_COLOURS {
            let shown = of_code(own.code);
            let nearest = SEAT_COLOURS
                .iter()
                .min_by(|a, b| {
                    let far = |other: &SeatColour| distance(of_hex(other.hex), shown);
                    far(a).total_cmp(&far(b))
                })
                .unwrap();
            assert_eq!(nearest, &own);
            assert!(distance(of_hex(own.hex), shown) < 45.0, "{own:?}");
        }
    }
}

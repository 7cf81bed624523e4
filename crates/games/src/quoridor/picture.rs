//! The board as a picture.

use ludorum_core::{Game, Picture, Seat, Svg, seat_colour};

use super::{Direction, Quoridor, Square, State, Wall};

const SIDE: f64 = 40.0;
const RIM: f64 = 24.0;
/// Half the room between two squares.
const GAP: f64 = 3.0;

/// Where things lie in the picture of a board.
#[derive(Clone, Copy)]
pub(crate) struct Sheet {
    size: usize,
}

impl Sheet {
    /// The middle of a square.
    pub(crate) fn middle(self, column: usize, row: usize) -> (f64, f64) {
        let x = RIM + SIDE * (column as f64 + 0.5);
        (x, RIM + SIDE * (self.size as f64 - row as f64 - 0.5))
    }

    fn width(self) -> f64 {
        2.0 * RIM + SIDE * self.size as f64
    }
}

impl Quoridor {
    /// The board without anything on it, with room for a line for each seat below.
    pub(crate) fn empty_board(&self, fill: impl Fn(Square) -> &'static str) -> (Svg, Sheet) {
        let grid = self.grid();
        let sheet = Sheet { size: grid.size() };
        let width = sheet.width();
        let mut svg = Svg::new(width, width + 18.0 * self.seats() as f64);
        for square in grid.all() {
            let (x, y) = sheet.middle(grid.column_of(square), grid.row_of(square));
            let side = SIDE - 2.0 * GAP;
            let corner = (x - side / 2.0, y - side / 2.0);
            svg.rect(corner, (side, side), fill(square));
        }
        for place in 0..grid.size() {
            let letter = char::from(b'a' + place as u8).to_string();
            let (x, y) = sheet.middle(place, place);
            for edge in [RIM / 2.0, width - RIM / 2.0] {
                svg.text((x, edge), 12.0, "#888", &letter);
                svg.text((edge, y), 12.0, "#888", &(place + 1).to_string());
            }
        }
        (svg, sheet)
    }

    /// Pawns, walls, and what each seat has in hand.
    pub(crate) fn draw_pieces(
        &self,
        svg: &mut Svg,
        sheet: Sheet,
        state: &State,
        to_move: Seat,
        more: impl Fn(Seat) -> String,
    ) {
        let grid = self.grid();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in state.walls().along(direction) {
                draw_wall(self, svg, sheet, Wall { square, direction }, "#6b4a2b");
            }
        }
        for seat in Seat::all(self.seats()) {
            let pawn = state.pawn(seat);
            let (x, y) = sheet.middle(grid.column_of(pawn), grid.row_of(pawn));
            svg.disc((x, y), SIDE * 0.32, seat_colour(seat));
            svg.text((x, y), 14.0, "#fff", &seat.to_string());
            let turn = if to_move == seat { "▶ " } else { "" };
            let walls = state.walls_left(seat);
            let words = format!("{turn}{seat}: {walls} walls in hand{}", more(seat));
            let y = sheet.width() + 18.0 * seat.index() as f64 + 4.0;
            svg.seat_label((RIM, y), 13.0, seat, &words);
        }
    }
}

/// A wall, or a place for one.
pub(crate) fn draw_wall(game: &Quoridor, svg: &mut Svg, sheet: Sheet, wall: Wall, colour: &str) {
    let grid = game.grid();
    let (x, y) = sheet.middle(grid.column_of(wall.square), grid.row_of(wall.square));
    let centre = (x + SIDE / 2.0, y - SIDE / 2.0);
    let reach = SIDE - 2.0 * GAP;
    let (from, to) = match wall.direction {
        Direction::Horizontal => ((centre.0 - reach, centre.1), (centre.0 + reach, centre.1)),
        Direction::Vertical => ((centre.0, centre.1 - reach), (centre.0, centre.1 + reach)),
    };
    svg.line(from, to, colour, 2.0 * GAP);
}

impl Picture for Quoridor {
    fn picture(&self, state: &State) -> Svg {
        let (mut svg, sheet) = self.empty_board(|_| "#e4dccb");
        let nothing = |_| String::new();
        self.draw_pieces(&mut svg, sheet, state, state.to_move(), nothing);
        svg
    }
}

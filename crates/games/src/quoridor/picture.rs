//! The board as an SVG picture.

use ludorum_core::{DrawSvg, Game, Seat, Svg, seat_colour};

use super::{Quoridor, Square, State, Wall, WallOrientation};

const SIDE: f64 = 40.0;
const RIM: f64 = 24.0;
/// Half the width of the gap between two squares of the board, in picture units.
const GAP: f64 = 3.0;

/// Maps board coordinates to picture coordinates.
#[derive(Clone, Copy)]
pub(crate) struct PictureLayout {
    size: usize,
}

impl PictureLayout {
    /// Picture coordinates of the centre of the square at `column` and `row`.
    pub(crate) fn middle(self, column: usize, row: usize) -> (f64, f64) {
        let x = RIM + SIDE * (column as f64 + 0.5);
        (x, RIM + SIDE * (self.size as f64 - row as f64 - 0.5))
    }

    fn width(self) -> f64 {
        2.0 * RIM + SIDE * self.size as f64
    }
}

impl Quoridor {
    /// Draws a picture of the empty board, with space for one line of text per seat below it.
    pub(crate) fn empty_board(
        &self,
        fill: impl Fn(Square) -> &'static str,
    ) -> (Svg, PictureLayout) {
        let grid = self.grid();
        let layout = PictureLayout { size: grid.size() };
        let width = layout.width();
        let mut svg = Svg::new(width, width + 18.0 * self.seats() as f64);
        for square in grid.all() {
            let (x, y) = layout.middle(grid.column_of(square), grid.row_of(square));
            let side = SIDE - 2.0 * GAP;
            let corner = (x - side / 2.0, y - side / 2.0);
            svg.rect(corner, (side, side), fill(square));
        }
        for place in 0..grid.size() {
            let letter = char::from(b'a' + place as u8).to_string();
            let (x, y) = layout.middle(place, place);
            for edge in [RIM / 2.0, width - RIM / 2.0] {
                svg.text((x, edge), 12.0, "#888", &letter);
                svg.text((edge, y), 12.0, "#888", &(place + 1).to_string());
            }
        }
        (svg, layout)
    }

    /// Draws the pawns, the walls and a line of text for each seat into a picture.
    pub(crate) fn draw_pieces(
        &self,
        svg: &mut Svg,
        layout: PictureLayout,
        state: &State,
        to_move: Seat,
        more: impl Fn(Seat) -> String,
    ) {
        let grid = self.grid();
        for wall in state.walls().iter() {
            draw_wall(self, svg, layout, wall, "#6b4a2b");
        }
        for seat in Seat::all(self.seats()) {
            let pawn = state.pawn(seat);
            let (x, y) = layout.middle(grid.column_of(pawn), grid.row_of(pawn));
            svg.disc((x, y), SIDE * 0.32, seat_colour(seat));
            svg.text((x, y), 14.0, "#fff", &seat.to_string());
            let turn = if to_move == seat { "▶ " } else { "" };
            let walls = state.walls_left(seat);
            let words = format!("{turn}{seat}: {walls} walls in hand{}", more(seat));
            let y = layout.width() + 18.0 * seat.index() as f64 + 4.0;
            svg.seat_label((RIM, y), 13.0, seat, &words);
        }
    }
}

/// Draws a wall or an empty wall slot into a picture.
pub(crate) fn draw_wall(
    game: &Quoridor,
    svg: &mut Svg,
    layout: PictureLayout,
    wall: Wall,
    colour: &str,
) {
    let grid = game.grid();
    let (x, y) = layout.middle(grid.column_of(wall.square), grid.row_of(wall.square));
    let centre = (x + SIDE / 2.0, y - SIDE / 2.0);
    let reach = SIDE - 2.0 * GAP;
    let (from, to) = match wall.direction {
        WallOrientation::Horizontal => ((centre.0 - reach, centre.1), (centre.0 + reach, centre.1)),
        WallOrientation::Vertical => ((centre.0, centre.1 - reach), (centre.0, centre.1 + reach)),
    };
    svg.line(from, to, colour, 2.0 * GAP);
}

impl DrawSvg for Quoridor {
    fn picture(&self, state: &State) -> Svg {
        let (mut svg, layout) = self.empty_board(|_| "#e4dccb");
        let nothing = |_| String::new();
        self.draw_pieces(&mut svg, layout, state, state.to_move(), nothing);
        svg
    }
}

//! The board as a picture.

use ludorum_core::{DrawSvg, Svg, seat_colour};

use super::{Board, Cell, TicTacToe};

const SIDE: f64 = 60.0;

impl DrawSvg for TicTacToe {
    fn picture(&self, board: &Board) -> Svg {
        let width = 3.0 * SIDE;
        let mut svg = Svg::new(width, width);
        for line in [SIDE, 2.0 * SIDE] {
            svg.line((line, 6.0), (line, width - 6.0), "#999", 2.0);
            svg.line((6.0, line), (width - 6.0, line), "#999", 2.0);
        }
        for cell in Cell::all() {
            let Some(owner) = board.owner(cell) else {
                continue;
            };
            let x = SIDE * (f64::from(cell.column()) + 0.5);
            let y = width - SIDE * (f64::from(cell.row()) + 0.5);
            let (arm, colour) = (SIDE * 0.28, seat_colour(owner));
            if owner.index() == 0 {
                svg.line((x - arm, y - arm), (x + arm, y + arm), colour, 6.0);
                svg.line((x - arm, y + arm), (x + arm, y - arm), colour, 6.0);
            } else {
                svg.ring((x, y), arm, colour, 6.0);
            }
        }
        svg
    }
}

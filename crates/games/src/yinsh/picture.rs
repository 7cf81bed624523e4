//! The board as an SVG picture: columns are vertical, rows rise to the right.

use std::collections::BTreeMap;

use ludorum_core::{DrawSvg, Seat, Svg, seat_colour};

use super::{BoardPoint, HexDirection, State, Yinsh};

const SIDE: f64 = 36.0;
const RIM: f64 = 30.0;
const NAMES: &str = "#8a8477";

/// Picture coordinates of a point: each column is shifted by half a step against the previous one.
fn place(point: BoardPoint) -> (f64, f64) {
    let (column, row) = (f64::from(point.column()), f64::from(point.row()));
    let x = RIM + column * SIDE * 3f64.sqrt() / 2.0;
    (x, RIM + SIDE * (11.0 - (row - column / 2.0) - 2.5))
}

/// Writes the column letters and row numbers into a picture of the board.
fn name_lines(svg: &mut Svg) {
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for point in BoardPoint::all() {
        let lowest = columns.entry(point.column()).or_insert(point);
        if point.row() < lowest.row() {
            *lowest = point;
        }
        let first = rows.entry(point.row()).or_insert(point);
        if point.column() < first.column() {
            *first = point;
        }
    }
    for (column, lowest) in columns {
        let (x, y) = place(lowest);
        let letter = char::from(b'a' + column).to_string();
        svg.text((x, y + SIDE * 0.6), 11.0, NAMES, &letter);
    }
    for (row, first) in rows {
        let (x, y) = place(first);
        let at = (x - SIDE * 0.5, y - SIDE * 0.29);
        svg.text(at, 11.0, NAMES, &row.to_string());
    }
}

impl DrawSvg for Yinsh {
    fn picture(&self, state: &State) -> Svg {
        let width = 2.0 * RIM + 10.0 * SIDE * 3f64.sqrt() / 2.0;
        let height = 2.0 * RIM + 9.5 * SIDE;
        let mut svg = Svg::new(width, height + 40.0);
        for point in BoardPoint::all() {
            for direction in HexDirection::LINES {
                if let Some(next) = point.step(direction) {
                    svg.line(place(point), place(next), "#c9c2b3", 1.2);
                }
            }
        }
        name_lines(&mut svg);
        for seat in Seat::all(2) {
            let colour = seat_colour(seat);
            for point in state.markers(seat) {
                svg.disc(place(point), SIDE * 0.26, colour);
            }
            for point in state.rings(seat) {
                svg.ring(place(point), SIDE * 0.36, colour, 5.0);
            }
            let turn = if state.seat() == seat { "▶ " } else { "" };
            let words = format!("{turn}{seat}: {} rings removed", state.won(seat));
            let y = height + 18.0 * seat.index() as f64 + 6.0;
            svg.label((RIM, y), 13.0, colour, &words);
        }
        svg
    }
}

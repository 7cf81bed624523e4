//! The map as an SVG picture.

use ludorum_core::{DrawSvg, Game, Seat, Svg, seat_colour};

use super::DiceWars;
use super::board::{HEIGHT, Hex, WIDTH};
use super::state::State;

/// Distance from the centre of a hex to its corners, in picture units.
const REACH: f64 = 9.0;
const RIM: f64 = 12.0;

fn middle(hex: Hex) -> (f64, f64) {
    let step = REACH * 3f64.sqrt();
    let shift = if hex.row() % 2 == 1 { 0.5 } else { 0.0 };
    let x = RIM + step * (hex.column() as f64 + 0.5 + shift);
    (x, RIM + REACH * (1.5 * hex.row() as f64 + 1.0))
}

impl DrawSvg for DiceWars {
    fn picture(&self, state: &State) -> Svg {
        let board = state.board();
        let width = 2.0 * RIM + REACH * 3f64.sqrt() * (WIDTH as f64 + 0.5);
        let height = 2.0 * RIM + REACH * (1.5 * HEIGHT as f64 + 0.5);
        let mut svg = Svg::new(width, height + 18.0 * self.seats() as f64);
        for area in board.all() {
            let colour = seat_colour(state.owner(area));
            let hexes: Vec<(f64, f64)> = board.hexes(area).map(middle).collect();
            for &(x, y) in &hexes {
                let corner = |index: u8| {
                    let angle = std::f64::consts::PI / 3.0 * (f64::from(index) + 0.5);
                    (x + REACH * angle.cos(), y + REACH * angle.sin())
                };
                svg.polygon((0..6).map(corner), colour);
            }
            for hex in board.hexes(area) {
                let borders = hex
                    .neighbours()
                    .filter(|&next| board.area_at(next) != Some(area));
                for next in borders {
                    let ((x, y), (u, v)) = (middle(hex), middle(next));
                    let centre = ((x + u) / 2.0, (y + v) / 2.0);
                    // The edge between two hexes is perpendicular to the line between their
                    // centres.
                    let along = ((v - y) / 3f64.sqrt() / 2.0, (x - u) / 3f64.sqrt() / 2.0);
                    let from = (centre.0 - along.0, centre.1 - along.1);
                    let to = (centre.0 + along.0, centre.1 + along.1);
                    svg.line(from, to, "#fff", 2.0);
                }
            }
            let count = hexes.len().max(1) as f64;
            let mean = hexes.iter().fold((0.0, 0.0), |sum, at| {
                (sum.0 + at.0 / count, sum.1 + at.1 / count)
            });
            let reach = |at: &(f64, f64)| (at.0 - mean.0).hypot(at.1 - mean.1);
            let nearest = hexes.iter().min_by(|a, b| reach(a).total_cmp(&reach(b)));
            if let Some(&at) = nearest {
                svg.disc(at, REACH, "#fff");
                let dice = state.dice(area).to_string();
                svg.text(at, 13.0, "#222", &dice);
                let below = (at.0, at.1 + 1.7 * REACH);
                svg.text(below, 8.0, "#fff", &area.to_string());
            }
        }
        for seat in Seat::all(self.seats()) {
            let turn = if state.turn() == seat { "▶ " } else { "" };
            let words = format!(
                "{turn}{seat}: {} areas, {} dice, {} in reserve",
                state.owned(seat).count(),
                state.total_dice(seat),
                state.reserve(seat)
            );
            let y = height + 18.0 * seat.index() as f64 + 4.0;
            svg.seat_label((RIM, y), 13.0, seat, &words);
        }
        svg
    }
}

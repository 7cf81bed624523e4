//! The board as terminal text with vertical columns: `(1)` is a ring of player 1, ` 1 ` a marker of
//! its colour. Row numbers are at the left end of a row, letters below their columns.

use ludorum_core::{Seat, TerminalStyle};

use super::Yinsh;
use super::notation::print_point;
use super::points::{BoardPoint, SIDE};
use super::state::{MARKERS, State, YinshTurnStep};

/// Width of a board column in the terminal drawing, in characters.
const WIDTH: usize = 4;

/// Height of the terminal drawing in lines. Neighbouring points of a column are two lines apart.
const HEIGHT: usize = 20;

/// One point of the terminal drawing, three characters wide.
#[derive(Clone)]
struct TerminalCell {
    text: String,
    is_drawn: bool,
}

impl Yinsh {
    pub(super) fn drawing(&self, state: &State, ink: TerminalStyle) -> String {
        // One extra column at the left, for the numbers of rows that begin at the rim.
        let blank = TerminalCell {
            text: "   ".to_owned(),
            is_drawn: false,
        };
        let mut cells = vec![vec![blank; usize::from(SIDE) + 1]; HEIGHT];
        let mut put = |column: u8, row: u8, text: String| {
            let line = line_of(column, row);
            cells[line][usize::from(column)] = TerminalCell {
                text,
                is_drawn: true,
            };
        };
        for row in 1..=SIDE {
            let first = (0..SIDE).find(|&column| BoardPoint::at(column, row).is_some());
            // The number is left of the row's first point. Column 0 of the drawing is left of `a`.
            let place = first.expect("every line has points");
            put(place, row, format!("{} ", ink.faint(&format!("{row:>2}"))));
        }
        for point in BoardPoint::all() {
            put(point.column() + 1, point.row(), symbol(state, point, ink));
        }
        let mut out = String::new();
        for line in cells {
            let end = line.iter().rposition(|cell| cell.is_drawn);
            let mut drawn = String::new();
            for cell in &line[..end.map_or(0, |end| end + 1)] {
                drawn += &cell.text;
                drawn += &" ".repeat(WIDTH - 3);
            }
            out += drawn.trim_end();
            out += "\n";
        }
        let letters: Vec<String> = (0..SIDE)
            .map(|column| char::from(b'a' + column).to_string())
            .collect();
        let letters = letters.join(&" ".repeat(WIDTH - 1));
        out += &format!("{}{}\n", " ".repeat(WIDTH + 1), ink.faint(&letters));
        for seat in Seat::all(2) {
            out += &self.player(state, seat, ink);
        }
        let left = MARKERS - state.all_markers().count();
        let plural = if left == 1 { "" } else { "s" };
        out + &format!("   {left} marker{plural} left\n")
    }

    /// Describes a player's removed rings and the type of its next move in one line of text.
    fn player(&self, state: &State, seat: Seat, ink: TerminalStyle) -> String {
        let is_to_act = state.step != YinshTurnStep::Over && state.seat == seat;
        let to_do = match state.step {
            _ if !is_to_act => "",
            YinshTurnStep::Place => ", places a ring",
            YinshTurnStep::Move | YinshTurnStep::MoveAfterPass => ", moves a ring",
            YinshTurnStep::Row | YinshTurnStep::RowReply => ", removes a row",
            YinshTurnStep::Ring | YinshTurnStep::RingReply => ", removes a ring",
            YinshTurnStep::Over => "",
        };
        let rows = if is_to_act && state.step.is_row() {
            let rows = state.rows(seat);
            let names =
                rows.map(|row| format!("={}-{}", print_point(row.start()), print_point(row.end())));
            format!(": {}", names.collect::<Vec<String>>().join(" "))
        } else {
            String::new()
        };
        format!(
            " {} {} has removed {} of {} rings{to_do}{rows}\n",
            if is_to_act { "▶" } else { " " },
            ink.seat(seat, &seat.to_string()),
            state.won(seat),
            self.rings_to_win,
        )
    }
}

/// Line of the terminal drawing with the point at `column` and `row`; column 0 is left of `a`.
fn line_of(column: u8, row: u8) -> usize {
    // A column to the right is half a step lower, the next row a full step higher.
    let up = 2 * i16::from(row) - i16::from(column) + 1;
    // e10 and g11 are the highest points; the number of row 11 is one line above them.
    (17 - up) as usize
}

fn symbol(state: &State, point: BoardPoint, ink: TerminalStyle) -> String {
    for seat in Seat::all(2) {
        if state.rings(seat).has(point) {
            return ink.seat(seat, &format!("({seat})"));
        }
        if state.markers(seat).has(point) {
            return format!(" {} ", ink.seat(seat, &seat.to_string()));
        }
    }
    format!(" {} ", ink.faint("·"))
}

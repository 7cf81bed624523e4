//! The board as terminal text: thin lines are grooves, thick lines walls, digits pawns, and dots
//! the legal destinations of the pawn to move.

use ludorum_core::{Game, NodeKind, Seat, TerminalStyle};

use super::Quoridor;
use super::grid::{OpenEdges, SquareGrid};
use super::squares::{Square, SquareSet};
use super::state::State;

/// Characters of line crossings, by bit mask of their thick arms: up 1, right 2, down 4, left 8.
const CROSSINGS: [&str; 16] = [
    "┼", "╀", "┾", "╄", "╁", "╂", "╆", "╊", "┽", "╃", "┿", "╇", "╅", "╉", "╈", "╋",
];

impl Quoridor {
    pub(super) fn drawing(&self, state: &State, ink: TerminalStyle) -> String {
        let targets = match self.node(state) {
            NodeKind::Decide(_) => self.pawn_moves(state),
            _ => SquareSet::NONE,
        };
        let mut out = self.board(state, ink, |square| {
            if targets.has(square) {
                ink.faint(" · ")
            } else {
                "   ".to_owned()
            }
        });
        for seat in Seat::all(self.seats) {
            out += &self.player(state, seat, ink);
        }
        out
    }

    /// Draws the board as terminal text, without the lines about players; `blank` draws an empty
    /// square in three characters.
    pub(crate) fn board(
        &self,
        state: &State,
        ink: TerminalStyle,
        blank: impl Fn(Square) -> String,
    ) -> String {
        let mut out = String::new();
        let size = self.grid.size();
        let letters: Vec<String> = (0..size)
            .map(|column| char::from(b'a' + column as u8).to_string())
            .collect();
        let letters = format!("     {}\n", letters.join("   "));
        out += &ink.faint(&letters);
        out += &ink.faint(&format!("   ┌{}┐\n", vec!["───"; size].join("┬")));
        for row in (0..size).rev() {
            out += &self.row(state, row, ink, &blank);
            if row > 0 {
                out += &self.groove(state, row - 1, ink);
            }
        }
        out += &ink.faint(&format!("   └{}┘\n", vec!["───"; size].join("┴")));
        out += &ink.faint(&letters);
        out
    }

    /// Draws the squares of a row and the walls between them as terminal text.
    fn row(
        &self,
        state: &State,
        row: usize,
        ink: TerminalStyle,
        blank: &impl Fn(Square) -> String,
    ) -> String {
        let passages = self.grid.passages(state.walls());
        let number = ink.faint(&format!("{:>2}", row + 1));
        let mut line = format!("{number} {}", ink.faint("│"));
        for column in 0..self.grid.size() {
            let square = self.grid.square(column, row).expect("on the board");
            let pawn = Seat::all(self.seats).find(|&seat| state.pawn(seat) == square);
            line += &match pawn {
                Some(seat) => ink.seat(seat, &format!(" {seat} ")),
                None => blank(square),
            };
            let is_edge = column + 1 == self.grid.size();
            line += &if is_edge || passages.right.has(square) {
                ink.faint("│")
            } else {
                ink.strong("┃")
            };
        }
        format!("{line} {number}\n")
    }

    /// Draws the line of terminal text above a row: horizontal walls and line crossings.
    fn groove(&self, state: &State, row: usize, ink: TerminalStyle) -> String {
        let passages = self.grid.passages(state.walls());
        let mut line = format!("   {}", ink.faint("├"));
        for column in 0..self.grid.size() {
            let square = self.grid.square(column, row).expect("on the board");
            let is_open = passages.up.has(square);
            line += &if is_open {
                ink.faint("───")
            } else {
                ink.strong("━━━")
            };
            if column + 1 < self.grid.size() {
                let thick = thick_arms(&self.grid, &passages, column, row);
                line += &match thick {
                    0 => ink.faint(CROSSINGS[0]),
                    _ => ink.strong(CROSSINGS[thick]),
                };
            }
        }
        line + &ink.faint("┤") + "\n"
    }

    /// Describes a player's goal, walls in hand and distance to the goal in one line of text.
    fn player(&self, state: &State, seat: Seat, ink: TerminalStyle) -> String {
        let size = self.grid.size();
        let goal = self.goal(seat);
        let side = if goal == self.grid.row(size - 1) {
            "top"
        } else if goal == self.grid.row(0) {
            "bottom"
        } else if goal == self.grid.column(0) {
            "left"
        } else {
            "right"
        };
        let walls = state.walls_left(seat);
        let steps = state.distance(seat);
        let turn = match self.node(state) {
            NodeKind::Decide(to_move) if to_move == seat => "▶",
            _ => " ",
        };
        format!(
            " {turn} {} to the {side}: {walls} wall{} in hand, {steps} step{} to go\n",
            ink.seat(seat, &seat.to_string()),
            if walls == 1 { "" } else { "s" },
            if steps == 1 { "" } else { "s" },
        )
    }
}

/// Bit mask of the arms that are walls at the crossing at the upper right corner of a square.
fn thick_arms(grid: &SquareGrid, passages: &OpenEdges, column: usize, row: usize) -> usize {
    let blocked = |set: SquareSet, column, row| {
        let square = grid.square(column, row).expect("on the board");
        !set.has(square)
    };
    usize::from(blocked(passages.right, column, row + 1))
        | usize::from(blocked(passages.up, column + 1, row)) << 1
        | usize::from(blocked(passages.right, column, row)) << 2
        | usize::from(blocked(passages.up, column, row)) << 3
}

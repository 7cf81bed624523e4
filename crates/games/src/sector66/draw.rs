//! The board as terminal text, with a legend of fields and spells.

use ludorum_core::{Seat, TerminalStyle};

use super::element::{PluginId, WallState};
use super::rules::Rules;
use super::state::State;
use crate::quoridor::{SquareSet, WallNotation, print_square};

impl Rules {
    pub(super) fn drawing(&self, state: &State, ink: TerminalStyle, targets: SquareSet) -> String {
        let letter = |id: PluginId| {
            let name = &self.plugin(id).name;
            name.chars().next().unwrap_or('?')
        };
        let mut out = self.quoridor().board(&state.board, ink, |square| {
            if let Some(spell) = state.spell_on(square) {
                return ink.strong(&format!("*{} ", letter(spell)));
            }
            match state.kind_of(square) {
                Some(kind) => format!("[{}]", letter(kind).to_ascii_uppercase()),
                None if targets.has(square) => ink.faint(" · "),
                None => "   ".to_owned(),
            }
        });
        for seat in Seat::all(self.seats()) {
            out += &self.player(state, ink, seat);
        }
        let disabled = self.walls_in_state(state, WallState::Disabled);
        if !disabled.is_empty() {
            out += &format!("   no walls at {}\n", disabled.join(" "));
        }
        for (index, plugin) in self.plugins().iter().enumerate() {
            let Some(id) = PluginId::new(index) else {
                continue;
            };
            let mut fields = self.grid().all();
            let is_there =
                |square| state.kind_of(square) == Some(id) || state.spell_on(square) == Some(id);
            if fields.any(is_there) {
                let letter = letter(id);
                let sign = match plugin.kind {
                    super::PluginKind::Field => format!("[{}]", letter.to_ascii_uppercase()),
                    super::PluginKind::Spell => format!("*{letter} "),
                };
                out += &format!("   {sign} {}\n", plugin.name);
            }
        }
        out
    }

    fn player(&self, state: &State, ink: TerminalStyle, seat: Seat) -> String {
        let goal = self.quoridor().goal(seat);
        let walls = state.board.walls_left(seat);
        let steps = state.board.distance(seat);
        let turn = if state.to_move() == seat { "▶" } else { " " };
        let spells: Vec<&str> = state
            .spells_of(seat)
            .map(|id| self.plugin(id).name.as_str())
            .collect();
        let spells = if spells.is_empty() {
            String::new()
        } else {
            format!(", spells: {}", spells.join(" "))
        };
        format!(
            " {turn} {} to {}: {walls} wall{} in hand, {steps} step{} to go{spells}\n",
            ink.seat(seat, &seat.to_string()),
            self.print_goal(goal),
            if walls == 1 { "" } else { "s" },
            if steps == 1 { "" } else { "s" },
        )
    }

    /// Formats a set of board fields for players: as a row, as a column, or field by field.
    pub fn print_goal(&self, goal: SquareSet) -> String {
        let grid = self.grid();
        for line in 0..grid.size() {
            if goal == grid.row(line) {
                return format!("row {}", line + 1);
            }
            if goal == grid.column(line) {
                return format!("column {}", char::from(b'a' + line as u8));
            }
        }
        let fields: Vec<String> = goal.map(|square| print_square(grid, square)).collect();
        fields.join(" ")
    }

    /// Text notation of all walls that are in the state `wanted`.
    pub(super) fn walls_in_state(&self, state: &State, wanted: WallState) -> Vec<String> {
        let walls = self.grid().walls().iter();
        walls
            .filter(|&wall| state.wall(wall) == wanted)
            .map(|wall| WallNotation::Ours.print_wall(self.grid(), wall))
            .collect()
    }
}

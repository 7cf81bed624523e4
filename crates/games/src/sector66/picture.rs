//! The board as a picture: Quoridor's, with fields and spells by the first letters of their names.

use ludorum_core::{Picture, Seat, Svg};

use super::element::WallState;
use super::state::State;
use super::{Content, Sector66};
use crate::quoridor::{Direction, Wall, draw_wall};

impl<C: Content> Picture for Sector66<C> {
    fn picture(&self, state: &State) -> Svg {
        let rules = self.rules();
        let (quoridor, grid) = (rules.quoridor(), rules.grid());
        let (mut svg, sheet) = quoridor.empty_board(|field| match state.kind_of(field) {
            Some(_) => "#c9b6d8",
            None => "#d5dbe4",
        });
        let short = |name: &str| name.chars().take(5).collect::<String>();
        for field in grid.all() {
            let (x, y) = sheet.middle(grid.column_of(field), grid.row_of(field));
            if let Some(kind) = state.kind_of(field) {
                let name = short(&rules.plugin(kind).name);
                svg.text((x, y + 10.0), 9.0, "#5c3a78", &name);
            }
            if let Some(spell) = state.spell_on(field) {
                svg.disc((x, y - 5.0), 8.0, "#e8c33c");
                svg.text((x, y - 5.0), 8.0, "#333", &short(&rules.plugin(spell).name));
            }
        }
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in grid.slots() {
                let wall = Wall { square, direction };
                if state.wall(wall) == WallState::Disabled {
                    draw_wall(quoridor, &mut svg, sheet, wall, "#e9a9a0");
                }
            }
        }
        let spells = |seat: Seat| {
            let names = state
                .spells_of(seat)
                .map(|id| rules.plugin(id).name.clone());
            let names: Vec<String> = names.collect();
            match names.is_empty() {
                true => String::new(),
                false => format!(", {}", names.join(", ")),
            }
        };
        quoridor.draw_pieces(&mut svg, sheet, state.board(), state.to_move(), spells);
        svg
    }
}

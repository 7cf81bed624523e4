//! The board as a picture: Quoridor's, with fields and spells labelled by name.

use ludorum_core::{DrawSvg, Seat, Svg};

use super::element::WallState;
use super::state::State;
use super::{ContentSource, Sector66};
use crate::quoridor::draw_wall;

impl<C: ContentSource> DrawSvg for Sector66<C> {
    fn picture(&self, state: &State) -> Svg {
        let rules = self.rules();
        let (quoridor, grid) = (rules.quoridor(), rules.grid());
        let (mut svg, layout) = quoridor.empty_board(|field| match state.kind_of(field) {
            Some(_) => "#c9b6d8",
            None => "#d5dbe4",
        });
        for field in grid.all() {
            let (x, y) = layout.middle(grid.column_of(field), grid.row_of(field));
            if let Some(kind) = state.kind_of(field) {
                let name = &rules.plugin(kind).name;
                svg.fitted((x, y + 10.0), 32.0, 9.0, "#5c3a78", name);
            }
            if let Some(spell) = state.spell_on(field) {
                svg.rect((x - 16.0, y - 13.0), (32.0, 14.0), "#e8c33c");
                let name = &rules.plugin(spell).name;
                svg.fitted((x, y - 6.0), 30.0, 9.0, "#333", name);
            }
        }
        for wall in grid.walls().iter() {
            if state.wall(wall) == WallState::Disabled {
                draw_wall(quoridor, &mut svg, layout, wall, "#e9a9a0");
            }
        }
        let spells = |seat: Seat| {
            let names = state
                .spells_of(seat)
                .map(|id| rules.plugin(id).name.clone());
            let names: Vec<String> = names.collect();
            if names.is_empty() {
                String::new()
            } else {
                format!(", {}", names.join(", "))
            }
        };
        quoridor.draw_pieces(&mut svg, layout, state.board(), state.to_move(), spells);
        svg
    }
}

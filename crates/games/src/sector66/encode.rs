//! Action numbers and input planes for learning: those of Quoridor, then the possible targets of
//! each plug-in (fields, pawns of four seats, walls).

use ludorum_core::{Game, NodeKind, PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::element::{BoardElement, FIELDS, HAND, MOST_SEATS, Move, PluginId, WallState};
use super::plugin::PluginKind;
use super::state::State;
use super::{ContentSource, Sector66};
use crate::quoridor::{self, Wall, WallOrientation};

impl<C: ContentSource> Sector66<C> {
    /// Number of fields, pawns and wall slots: the possible targets of a spell.
    fn targets(&self) -> usize {
        FIELDS + MOST_SEATS + 2 * self.rules.grid().slots().count()
    }

    fn element_number(&self, element: BoardElement) -> usize {
        match element {
            BoardElement::Field(field) => field.index(),
            BoardElement::Pawn(seat) => FIELDS + seat.index(),
            BoardElement::Wall(wall) => FIELDS + MOST_SEATS + self.rules.grid().wall_number(wall),
        }
    }

    fn element_numbered(&self, number: usize) -> Option<BoardElement> {
        let grid = self.rules.grid();
        if number < FIELDS {
            return grid.square_numbered(number).map(BoardElement::Field);
        }
        match number - FIELDS {
            pawn if pawn < self.seats() => Some(BoardElement::Pawn(Seat::new(pawn))),
            rest => {
                let wall = rest.checked_sub(MOST_SEATS)?;
                grid.wall_numbered(wall).map(BoardElement::Wall)
            }
        }
    }

    /// Iterates over the plug-ins of a kind, field or spell, with their names.
    fn of_kind(&self, kind: PluginKind) -> impl Iterator<Item = (PluginId, &str)> {
        let plugins = self.rules.plugins().iter().enumerate();
        plugins
            .filter(move |(_, plugin)| plugin.kind == kind)
            .filter_map(|(index, plugin)| Some((PluginId::new(index)?, plugin.name.as_str())))
    }
}

impl<C: ContentSource> TensorEncoding for Sector66<C> {
    fn action_count(&self) -> usize {
        self.rules.grid().actions() + self.rules.plugins().len() * self.targets()
    }

    fn action_id(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Step(_) | Move::Build(_) | Move::Pass => {
                self.rules.quoridor().action_id(super::plain(mv))
            }
            Move::Cast(spell, element) => {
                let before = self.rules.grid().actions() + spell.index() * self.targets();
                Some(before + self.element_number(element))
            }
            Move::Roll(_) => None,
        }
    }

    fn move_of_action(&self, action: usize) -> Option<Move> {
        let Some(cast) = action.checked_sub(self.rules.grid().actions()) else {
            return Some(match self.rules.quoridor().move_of_action(action)? {
                quoridor::Move::Step(to) => Move::Step(to),
                quoridor::Move::Place(wall) => Move::Build(wall),
                quoridor::Move::Pass => Move::Pass,
            });
        };
        let plugin = cast / self.targets();
        let spell = PluginId::new(plugin).filter(|_| plugin < self.rules.plugins().len())?;
        let element = self.element_numbered(cast % self.targets())?;
        Some(Move::Cast(spell, element))
    }

    fn plane_layout(&self) -> PlaneLayout {
        let size = self.rules.grid().size();
        let mut names = quoridor::board_planes(self.seats());
        names.extend(["horizontal", "vertical"].map(|way| format!("disabled {way} walls")));
        names.extend(
            self.of_kind(PluginKind::Field)
                .map(|(_, name)| format!("fields of {name}")),
        );
        names.extend(
            self.of_kind(PluginKind::Spell)
                .map(|(_, name)| format!("{name} lying on the board")),
        );
        for step in 0..self.seats() {
            let whose = match step {
                0 => "own".to_owned(),
                step => format!("seat +{step}'s"),
            };
            names.extend(
                self.of_kind(PluginKind::Spell)
                    .map(|(_, name)| format!("{whose} {name} in hand, of {HAND}")),
            );
            names.push(format!("{whose} turns to be skipped, of 4"));
        }
        PlaneLayout {
            height: size,
            width: size,
            names,
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut PlaneWriter<'_>) {
        let grid = self.rules.grid();
        let to_move = match self.node(state) {
            NodeKind::Decide(mover) => Some(mover),
            _ => None,
        };
        let quoridor = self.rules.quoridor();
        quoridor.encode_board(state.board(), seat, to_move, out);
        for direction in WallOrientation::ALL {
            let is_disabled = |&square: &_| {
                let wall = Wall { square, direction };
                state.wall(wall) == WallState::Disabled
            };
            out.marks(grid.places(grid.slots().filter(is_disabled).collect()));
        }
        for (id, _) in self.of_kind(PluginKind::Field) {
            let fields = grid.all().filter(|&field| state.kind_of(field) == Some(id));
            out.marks(grid.places(fields.collect()));
        }
        for (id, _) in self.of_kind(PluginKind::Spell) {
            let fields = grid
                .all()
                .filter(|&field| state.spell_on(field) == Some(id));
            out.marks(grid.places(fields.collect()));
        }
        for other in seat.around(self.seats()) {
            for (id, _) in self.of_kind(PluginKind::Spell) {
                let held = state.spells_of(other).filter(|&held| held == id).count();
                out.constant(held as f32 / HAND as f32);
            }
            out.constant(f32::from(state.skips(other)) / 4.0);
        }
    }
}

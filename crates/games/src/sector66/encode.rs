//! Moves and positions as numbers: those of Quoridor, then for each plug-in what it can be cast on
//! (fields, pawns of four seats, walls).

use ludorum_core::{Canvas, Encode, Game, Node, Planes, Seat};

use super::element::{Element, FIELDS, HAND, MOST_SEATS, Move, PluginId, WallState};
use super::plugin::PluginKind;
use super::state::State;
use super::{Content, Sector66};
use crate::quoridor::{self, Direction, Wall};

impl<C: Content> Sector66<C> {
    /// The number of elements a spell can be cast on.
    fn targets(&self) -> usize {
        FIELDS + MOST_SEATS + 2 * self.rules.grid().slots().count()
    }

    fn element_number(&self, element: Element) -> usize {
        match element {
            Element::Field(field) => field.index(),
            Element::Pawn(seat) => FIELDS + seat.index(),
            Element::Wall(wall) => FIELDS + MOST_SEATS + self.rules.grid().wall_number(wall),
        }
    }

    fn element_numbered(&self, number: usize) -> Option<Element> {
        let grid = self.rules.grid();
        if number < FIELDS {
            return grid.square_numbered(number).map(Element::Field);
        }
        match number - FIELDS {
            pawn if pawn < self.seats() => Some(Element::Pawn(Seat::new(pawn))),
            rest => {
                let wall = rest.checked_sub(MOST_SEATS)?;
                grid.wall_numbered(wall).map(Element::Wall)
            }
        }
    }

    /// The plug-ins of a kind.
    fn of_kind(&self, kind: PluginKind) -> impl Iterator<Item = (PluginId, &str)> {
        let plugins = self.rules.plugins().iter().enumerate();
        plugins
            .filter(move |(_, plugin)| plugin.kind == kind)
            .filter_map(|(index, plugin)| Some((PluginId::new(index)?, plugin.name.as_str())))
    }
}

impl<C: Content> Encode for Sector66<C> {
    fn actions(&self) -> usize {
        self.rules.grid().actions() + self.rules.plugins().len() * self.targets()
    }

    fn number(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Step(_) | Move::Build(_) | Move::Pass => {
                self.rules.quoridor().number(super::plain(mv))
            }
            Move::Cast(spell, element) => {
                let before = self.rules.grid().actions() + spell.index() * self.targets();
                Some(before + self.element_number(element))
            }
            Move::Roll(_) => None,
        }
    }

    fn numbered(&self, action: usize) -> Option<Move> {
        let Some(cast) = action.checked_sub(self.rules.grid().actions()) else {
            return Some(match self.rules.quoridor().numbered(action)? {
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

    fn planes(&self) -> Planes {
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
        Planes {
            height: size,
            width: size,
            names,
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut Canvas<'_>) {
        let grid = self.rules.grid();
        let to_move = match self.node(state) {
            Node::Decide(mover) => Some(mover),
            _ => None,
        };
        let quoridor = self.rules.quoridor();
        quoridor.encode_board(state.board(), seat, to_move, out);
        for direction in [Direction::Horizontal, Direction::Vertical] {
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
                out.level(held as f32 / HAND as f32);
            }
            out.level(f32::from(state.skips(other)) / 4.0);
        }
    }
}

//! Which moves there are.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{Element, Move, PluginId, WallState};
use super::plugin::{Call, Fault, Hook, Targets};
use super::rules::Rules;
use super::state::State;
use crate::quoridor::grid::Walls;
use crate::quoridor::{Direction, Square, Squares, Wall};

const DIRECTIONS: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

impl Rules {
    /// Appends the moves of the seat to move; the game is not over and chance has nothing to decide.
    pub(super) fn list(self: &Arc<Rules>, state: &State, out: &mut Vec<Move>) {
        let before = out.len();
        self.begin_move();
        if state.more.is_none() {
            out.extend(self.quoridor().pawn_moves(&state.board).map(Move::Step));
            push_walls(&self.quoridor().placeable(&state.board), out);
        } else if self.may_move(state) {
            out.extend(self.steps(state).map(Move::Step));
            let first_wall = out.len();
            push_walls(&self.buildable(state), out);
            self.remove_guarded(state, first_wall, out);
            self.list_casts(state, out);
        }
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    /// Whether plug-ins let the seat to move do anything.
    pub(super) fn may_move(self: &Arc<Rules>, state: &State) -> bool {
        let seat = state.to_move();
        self.all_agree(state, Hook::CanMove, Element::Pawn(seat), seat, None)
    }

    /// The fields the pawn of the seat to move may go to.
    pub(super) fn steps(&self, state: &State) -> Squares {
        let seat = state.to_move();
        let passages = self.grid().passages(&state.board.walls);
        let entering = state.more().ways.entering(seat);
        self.quoridor().targets_entering(
            &passages,
            state.board.pawn(seat),
            state.board.occupied(),
            entering,
        )
    }

    /// Takes walls off the list that plug-ins do not let be built.
    fn remove_guarded(self: &Arc<Rules>, state: &State, from: usize, out: &mut Vec<Move>) {
        let data = &state.more().data;
        let is_wall = |element: Element| matches!(element, Element::Wall(_));
        if !data.iter().any(|datum| is_wall(datum.element)) {
            return;
        }
        let seat = state.to_move();
        let mut index = 0;
        out.retain(|mv| {
            index += 1;
            match mv {
                Move::Build(wall) if index > from => self.may_change(state, *wall, seat),
                _ => true,
            }
        });
    }

    fn list_casts(self: &Arc<Rules>, state: &State, out: &mut Vec<Move>) {
        self.list_casts_on_few(state, usize::MAX, out);
    }

    /// Appends the spells the seat to move may cast if it may move, without those that might be cast
    /// on more than `most` elements.
    pub fn list_casts_on_few(self: &Arc<Rules>, state: &State, most: usize, out: &mut Vec<Move>) {
        let mut last = None;
        for spell in state.spells_of(state.to_move()) {
            // Spells in hand are in order, equal ones side by side.
            if last.replace(spell) == Some(spell) {
                continue;
            }
            let candidates = self.candidates(state, spell);
            if candidates.len() > most {
                continue;
            }
            for element in candidates {
                if self.may_cast(state, spell, element) {
                    out.push(Move::Cast(spell, element));
                }
            }
        }
    }

    /// The elements a spell might be cast on, as far as it can be said without asking it.
    fn candidates(&self, state: &State, spell: PluginId) -> Vec<Element> {
        let targets = self.plugin(spell).targets;
        let mut elements = Vec::new();
        if targets.fields {
            let near = self.grid().all();
            let near = near.filter(|&field| self.is_in_range(state, &targets, field));
            elements.extend(near.map(Element::Field));
        }
        if targets.pawns {
            elements.extend(Seat::all(self.seats()).map(Element::Pawn));
        }
        if targets.built || targets.unbuilt {
            for direction in DIRECTIONS {
                let walls = self.grid().slots().map(|square| Wall { square, direction });
                let walls = walls.filter(|&wall| wants_wall(state, &targets, wall));
                elements.extend(walls.map(Element::Wall));
            }
        }
        elements
    }

    fn is_in_range(&self, state: &State, targets: &Targets, field: Square) -> bool {
        let Some(range) = targets.range else {
            return true;
        };
        let grid = self.grid();
        let from = state.board.pawn(state.to_move());
        let columns = grid.column_of(from).abs_diff(grid.column_of(field));
        let rows = grid.row_of(from).abs_diff(grid.row_of(field));
        columns.max(rows) <= usize::from(range)
    }

    fn is_candidate(&self, state: &State, spell: PluginId, element: Element) -> bool {
        let targets = self.plugin(spell).targets;
        match element {
            Element::Field(field) => targets.fields && self.is_in_range(state, &targets, field),
            Element::Pawn(seat) => targets.pawns && seat.index() < self.seats(),
            Element::Wall(wall) => wants_wall(state, &targets, wall),
        }
    }

    /// Whether the seat to move may cast a spell on an element, if it has the spell.
    pub(super) fn may_cast(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: Element,
    ) -> bool {
        self.is_candidate(state, spell, element)
            && self
                .ask_spell(state, spell, element)
                .unwrap_or(Ok(false))
                .unwrap_or(false)
            && self.all_agree(
                state,
                Hook::CanReceive,
                element,
                state.to_move(),
                Some(spell),
            )
    }

    /// What goes wrong when a spell is asked whether it can be cast on an element.
    pub(super) fn fault_in_cast(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: Element,
    ) -> Option<Fault> {
        self.ask_spell(state, spell, element)?.err()
    }

    fn ask_spell(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: Element,
    ) -> Option<Result<bool, Fault>> {
        // A spell that does not say what it can be cast on is cast on nothing.
        if !self.plugin(spell).hooks.has(Hook::CanCast) {
            return Some(Ok(false));
        }
        let call = Call {
            hook: Hook::CanCast,
            plugin: spell,
            element,
            pawn: state.to_move(),
            from: None,
            spell: None,
        };
        Some(self.host()?.judge(self, state, &call).answer)
    }
}

fn wants_wall(state: &State, targets: &Targets, wall: Wall) -> bool {
    match state.wall(wall) {
        WallState::Built => targets.built,
        _ => targets.unbuilt,
    }
}

fn push_walls(walls: &Walls, out: &mut Vec<Move>) {
    for direction in DIRECTIONS {
        let squares = walls.along(direction);
        out.reserve(squares.count());
        squares.for_each(|square| out.push(Move::Build(Wall { square, direction })));
    }
}

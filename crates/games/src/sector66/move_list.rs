//! Move generation.

use std::sync::Arc;

use ludorum_core::Seat;

use super::element::{BoardElement, Move, PluginId, WallState};
use super::plugin::{DeclaredSpellTargets, HookCall, PluginFault, PluginHook};
use super::rules::Rules;
use super::state::State;
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, SquareSet, Wall};

impl Rules {
    /// Appends the legal moves of the seat to move. Only valid if a seat has to choose a move.
    pub(super) fn list(self: &Arc<Rules>, state: &State, out: &mut Vec<Move>) {
        let before = out.len();
        self.begin_move();
        if state.extra.is_none() {
            out.extend(self.quoridor().pawn_moves(&state.board).map(Move::Step));
            push_walls(&self.quoridor().placeable(&state.board), out);
        } else if self.may_move(state) {
            out.extend(self.steps(state).map(Move::Step));
            let first_wall = out.len();
            push_walls(&self.buildable(state), out);
            self.remove_guarded(state, first_wall, out);
            self.list_casts_on_few(state, usize::MAX, out);
        }
        if out.len() == before {
            out.push(Move::Pass);
        }
    }

    /// True if plug-ins allow the seat to move to make any move.
    pub(super) fn may_move(self: &Arc<Rules>, state: &State) -> bool {
        let seat = state.to_move();
        self.all_allow(
            state,
            PluginHook::CanMove,
            BoardElement::Pawn(seat),
            seat,
            None,
        )
    }

    /// The fields to which the pawn of the seat to move may step or jump.
    pub(super) fn steps(&self, state: &State) -> SquareSet {
        let seat = state.to_move();
        let passages = self.grid().passages(&state.board.walls);
        let entering = state.extra().step_map.value.entering(seat);
        self.quoridor().targets_entering(
            &passages,
            state.board.pawn(seat),
            state.board.occupied(),
            entering,
        )
    }

    /// Removes wall moves that plug-ins forbid from `out`, starting at index `from`.
    fn remove_guarded(self: &Arc<Rules>, state: &State, from: usize, out: &mut Vec<Move>) {
        let data = &state.extra().data;
        let is_wall = |element: BoardElement| matches!(element, BoardElement::Wall(_));
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

    /// Appends the spell moves of the seat to move, without spells that have more than `most`
    /// candidate targets. The caller checks that plug-ins allow the seat to move.
    pub fn list_casts_on_few(self: &Arc<Rules>, state: &State, most: usize, out: &mut Vec<Move>) {
        let mut last = None;
        for spell in state.spells_of(state.to_move()) {
            // The hand is sorted, so equal spells are adjacent.
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

    /// The fields, pawns and walls that fit the declared targets of a spell.
    fn candidates(&self, state: &State, spell: PluginId) -> Vec<BoardElement> {
        let targets = self.plugin(spell).targets;
        let mut elements = Vec::new();
        if targets.fields {
            let near = self.grid().all();
            let near = near.filter(|&field| self.is_in_range(state, &targets, field));
            elements.extend(near.map(BoardElement::Field));
        }
        if targets.pawns {
            elements.extend(Seat::all(self.seats()).map(BoardElement::Pawn));
        }
        if targets.built || targets.unbuilt {
            let walls = self.grid().walls().iter();
            let walls = walls.filter(|&wall| wants_wall(state, &targets, wall));
            elements.extend(walls.map(BoardElement::Wall));
        }
        elements
    }

    fn is_in_range(&self, state: &State, targets: &DeclaredSpellTargets, field: Square) -> bool {
        let Some(range) = targets.range else {
            return true;
        };
        let grid = self.grid();
        let from = state.board.pawn(state.to_move());
        let columns = grid.column_of(from).abs_diff(grid.column_of(field));
        let rows = grid.row_of(from).abs_diff(grid.row_of(field));
        columns.max(rows) <= usize::from(range)
    }

    fn is_candidate(&self, state: &State, spell: PluginId, element: BoardElement) -> bool {
        let targets = self.plugin(spell).targets;
        match element {
            BoardElement::Field(field) => {
                targets.fields && self.is_in_range(state, &targets, field)
            }
            BoardElement::Pawn(seat) => targets.pawns && seat.index() < self.seats(),
            BoardElement::Wall(wall) => wants_wall(state, &targets, wall),
        }
    }

    /// True if the seat to move may cast a spell on an element, given that it has the spell.
    pub(super) fn may_cast(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: BoardElement,
    ) -> bool {
        self.is_candidate(state, spell, element)
            && self
                .ask_spell(state, spell, element)
                .unwrap_or(Ok(false))
                .unwrap_or(false)
            && self.all_allow(
                state,
                PluginHook::CanReceive,
                element,
                state.to_move(),
                Some(spell),
            )
    }

    /// The failure of the spell's own rule about casting it on `element`; `None` if it works.
    pub(super) fn fault_in_cast(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: BoardElement,
    ) -> Option<PluginFault> {
        self.ask_spell(state, spell, element)?.err()
    }

    fn ask_spell(
        self: &Arc<Rules>,
        state: &State,
        spell: PluginId,
        element: BoardElement,
    ) -> Option<Result<bool, PluginFault>> {
        // A spell without this rule cannot be cast.
        if !self.plugin(spell).hooks.has(PluginHook::CanCast) {
            return Some(Ok(false));
        }
        let call = HookCall {
            hook: PluginHook::CanCast,
            plugin: spell,
            element,
            pawn: state.to_move(),
            from: None,
            spell: None,
        };
        Some(self.host()?.ask_rule(self, state, &call).answer)
    }
}

fn wants_wall(state: &State, targets: &DeclaredSpellTargets, wall: Wall) -> bool {
    match state.wall(wall) {
        WallState::Built => targets.built,
        _ => targets.unbuilt,
    }
}

fn push_walls(walls: &WallSet, out: &mut Vec<Move>) {
    out.reserve(walls.count());
    walls.iter().for_each(|wall| out.push(Move::Build(wall)));
}

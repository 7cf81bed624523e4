//! Queries of plug-ins. Every read is recorded, so answers depend on nothing else.

use ludorum_core::Seat;

use super::{EffectContext, PluginActionDenied, PluginPermission, denied};
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{BoardElement, PluginId, WallState};
use crate::sector66::memo::StatePart;
use crate::sector66::state::State;

impl EffectContext {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.seats()
    }

    /// The seat to move.
    pub fn to_move(&mut self) -> Seat {
        self.read(StatePart::Turn).to_move()
    }

    /// Number of turns that a player will miss.
    pub fn skips(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Turn).skips(seat)
    }

    /// The field on which a pawn stands.
    pub fn pawn(&mut self, seat: Seat) -> Square {
        self.reads.add_pawn(seat);
        self.state.board.pawn(seat)
    }

    /// The seat whose pawn stands on a field; `None` if the field has no pawn.
    pub fn pawn_on(&mut self, field: Square) -> Option<Seat> {
        self.reads.add_field(field);
        let board = &self.state.board;
        Seat::all(self.rules.seats()).find(|&seat| board.pawn(seat) == field)
    }

    /// Number of walls in a player's hand.
    pub fn walls_left(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Hands).board.walls_left(seat)
    }

    /// Spells in a player's hand.
    pub fn spells(&mut self, seat: Seat) -> Vec<PluginId> {
        self.read_spells().spells_of(seat).collect()
    }

    /// The plug-in of a special field; `None` for an ordinary field.
    pub fn kind(&mut self, field: Square) -> Option<PluginId> {
        self.read(StatePart::FieldKinds).kind_of(field)
    }

    /// All special fields of a plug-in.
    pub fn fields_of(&mut self, kind: PluginId) -> Vec<Square> {
        let all = self.rules.grid().all();
        let state = self.read(StatePart::FieldKinds);
        all.filter(|&field| state.kind_of(field) == Some(kind))
            .collect()
    }

    /// The spell that lies on a field.
    pub fn spell_on(&mut self, field: Square) -> Option<PluginId> {
        self.read_spells().spell_on(field)
    }

    /// State of a wall slot.
    pub fn wall(&mut self, wall: Wall) -> WallState {
        self.reads.add_walls(WallSet::default().with(wall));
        self.state.wall(wall)
    }

    /// True if no wall separates two neighbouring fields.
    pub fn is_open(&mut self, from: Square, to: Square) -> bool {
        let grid = self.rules.grid();
        // Of two neighbours, one lies above or to the right of the other.
        let both = from.set() | to.set();
        let rising = both & grid.down(both);
        let sideways = both & both.left();
        self.reads.add_walls(grid.walls_across(rising, sideways));
        let passages = grid.passages(&self.state.board.walls);
        grid.step(&passages, from.set()).has(to)
    }

    /// True if a pawn may land on a field: it is empty and the rules allow stepping on it. Walls do
    /// not matter.
    ///
    /// # Errors
    /// In `can_step`: the rule would call itself.
    pub fn is_free_for(&mut self, seat: Seat, field: Square) -> Result<bool, PluginActionDenied> {
        if self.permission == PluginPermission::ReadExceptSteps {
            return denied(
                "can_step may not ask is_free, which asks can_step; pawn_at tells who stands there",
            );
        }
        self.refresh_step_map();
        let step_map = &self.state.extra().step_map;
        let may_land = step_map.value.landing(seat).has(field);
        self.reads.merge(&step_map.reads);
        Ok(may_land && self.pawn_on(field).is_none())
    }

    /// True if the field is a goal of the player.
    pub fn is_goal(&self, seat: Seat, field: Square) -> bool {
        self.rules.quoridor().goal(seat).has(field)
    }

    /// The number that the plug-in being called has stored in a slot of an element.
    pub fn stored(&mut self, element: BoardElement, slot: u8) -> Option<i32> {
        let actor = self.actor?;
        self.read(StatePart::data_in(element))
            .stored(element, actor, slot)
    }

    /// Records that spells in hands or on fields are read. A pawn that steps moves a spell from one to
    /// the other.
    pub(super) fn read_spells(&mut self) -> &State {
        self.reads.add([StatePart::Hands, StatePart::FieldSpells]);
        &self.state
    }
}

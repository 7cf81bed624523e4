//! Queries of plug-ins. Every read is recorded, so answers depend on nothing else.

use ludorum_core::Seat;

use super::{EffectContext, PluginActionDenied, PluginPermission, denied};
use crate::quoridor::grid::WallSet;
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{BoardElement, PluginId, WallState};
use crate::sector66::memo::StatePart;
use crate::sector66::state::State;

impl EffectContext {
    /// Number of players in the game.
    pub fn players(&self) -> usize {
        self.rules.seats()
    }

    /// The seat to move. Records the read.
    pub fn to_move(&mut self) -> Seat {
        self.read(StatePart::Turn).to_move()
    }

    /// Number of turns that `seat` will miss. Records the read.
    pub fn skips(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Turn).skips(seat)
    }

    /// The field on which the pawn of `seat` stands. Records the read.
    pub fn pawn(&mut self, seat: Seat) -> Square {
        self.reads.add_pawn(seat);
        self.state.board.pawn(seat)
    }

    /// The seat whose pawn stands on `field`; `None` if the field has no pawn. Records the read.
    pub fn pawn_on(&mut self, field: Square) -> Option<Seat> {
        self.reads.add_field(field);
        let board = &self.state.board;
        Seat::all(self.rules.seats()).find(|&seat| board.pawn(seat) == field)
    }

    /// Number of walls that `seat` has in hand. Records the read.
    pub fn walls_left(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Hands).board.walls_left(seat)
    }

    /// The spells that `seat` has in hand. Records the read.
    pub fn spells(&mut self, seat: Seat) -> Vec<PluginId> {
        self.read_spells().spells_of(seat).collect()
    }

    /// The plug-in of a special field; `None` for an ordinary field. Records the read.
    pub fn kind(&mut self, field: Square) -> Option<PluginId> {
        self.read(StatePart::FieldKinds).kind_of(field)
    }

    /// All special fields of the plug-in `kind`. Records the read.
    pub fn fields_of(&mut self, kind: PluginId) -> Vec<Square> {
        let all = self.rules.grid().all();
        let state = self.read(StatePart::FieldKinds);
        all.filter(|&field| state.kind_of(field) == Some(kind))
            .collect()
    }

    /// The spell that lies on `field`; `None` if there is none. Records the read.
    pub fn spell_on(&mut self, field: Square) -> Option<PluginId> {
        self.read_spells().spell_on(field)
    }

    /// State of a wall slot: built, open or disabled. Records the read.
    pub fn wall(&mut self, wall: Wall) -> WallState {
        self.reads.add_walls(WallSet::default().with(wall));
        self.state.wall(wall)
    }

    /// True if no wall separates the neighbouring fields `from` and `to`. Records the read.
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

    /// True if the pawn of `seat` may land on `field`: no pawn stands there and `can_step` rules
    /// allow it. Walls do not matter. Records the read.
    ///
    /// # Errors
    /// When a `can_step` rule calls this: the rule would call itself.
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

    /// True if `field` is a goal field of `seat`.
    pub fn is_goal(&self, seat: Seat, field: Square) -> bool {
        self.rules.quoridor().goal(seat).has(field)
    }

    /// The number that the current plug-in has stored in a slot of an element; `None` if there is
    /// none. Records the read.
    pub fn stored(&mut self, element: BoardElement, slot: u8) -> Option<i32> {
        let actor = self.actor?;
        self.read(StatePart::data_in(element))
            .stored(element, actor, slot)
    }

    /// Records a read of the spells in hands and on fields, and returns the position. Both count as
    /// read, because a stepping pawn moves a spell from a field to a hand.
    pub(super) fn read_spells(&mut self) -> &State {
        self.reads.add([StatePart::Hands, StatePart::FieldSpells]);
        &self.state
    }
}

//! Queries of plug-ins. Every read is recorded, so answers depend on nothing else.

use ludorum_core::Seat;

use super::{ActionDenied, EffectContext, PluginPermission, denied};
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{BoardElement, PluginId, WallState};
use crate::sector66::plugin::StatePart;

impl EffectContext {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.seats()
    }

    /// The seat to move.
    pub fn to_move(&mut self) -> Seat {
        self.read(StatePart::Turn).to_move()
    }

    /// Turns a player will miss.
    pub fn skips(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Turn).skips(seat)
    }

    /// Position of a pawn.
    pub fn pawn(&mut self, seat: Seat) -> Square {
        self.reads.add(StatePart::Pawns);
        if self.watched_seat != Some(seat) {
            self.detailed_reads.parts.add(StatePart::Pawns);
        }
        self.state.board.pawn(seat)
    }

    /// The pawn on a field.
    pub fn pawn_on(&mut self, field: Square) -> Option<Seat> {
        self.reads.add(StatePart::Pawns);
        self.detailed_reads.fields |= field.set();
        let board = &self.state.board;
        Seat::all(self.rules.seats()).find(|&seat| board.pawn(seat) == field)
    }

    /// Walls in a player's hand.
    pub fn walls_left(&mut self, seat: Seat) -> u8 {
        self.read(StatePart::Hands).board.walls_left(seat)
    }

    /// Spells in a player's hand.
    pub fn spells(&mut self, seat: Seat) -> Vec<PluginId> {
        // The spell may just have been picked up.
        self.detailed_reads.parts.add(StatePart::Fields);
        self.read(StatePart::Hands).spells_of(seat).collect()
    }

    /// Kind of a field; `None` if ordinary.
    pub fn kind(&mut self, field: Square) -> Option<PluginId> {
        self.read(StatePart::Fields).kind_of(field)
    }

    /// All fields of a kind.
    pub fn fields_of(&mut self, kind: PluginId) -> Vec<Square> {
        let all = self.rules.grid().all();
        let state = self.read(StatePart::Fields);
        all.filter(|&field| state.kind_of(field) == Some(kind))
            .collect()
    }

    /// The spell on a field.
    pub fn spell_on(&mut self, field: Square) -> Option<PluginId> {
        self.read(StatePart::Fields).spell_on(field)
    }

    /// State of a wall slot.
    pub fn wall(&mut self, wall: Wall) -> WallState {
        self.walls_seen = self.walls_seen.with(wall);
        self.read(StatePart::Walls).wall(wall)
    }

    /// True if no wall separates two neighbouring fields.
    pub fn is_open(&mut self, from: Square, to: Square) -> bool {
        self.reads.add(StatePart::Walls);
        self.detailed_reads.edges |= from.set() | to.set();
        let grid = self.rules.grid();
        // Of two neighbours, one lies above or to the right of the other.
        let both = from.set() | to.set();
        let rising = both & grid.down(both);
        let sideways = both & both.left();
        let across = grid.walls_across(rising, sideways);
        self.walls_seen = self.walls_seen.with_all(across);
        let passages = grid.passages(&self.state.board.walls);
        grid.step(&passages, from.set()).has(to)
    }

    /// True if a pawn may land on a field: it is empty and the rules allow stepping on it. Walls do
    /// not matter.
    ///
    /// # Errors
    /// In `can_step`: the rule would call itself.
    pub fn is_free_for(&mut self, seat: Seat, field: Square) -> Result<bool, ActionDenied> {
        if self.permission == PluginPermission::ReadExceptSteps {
            return denied(
                "can_step may not ask is_free, which asks can_step; pawn_at tells who stands there",
            );
        }
        self.refresh_step_map();
        let step_map = &self.state.extra().step_map;
        let may_land = step_map.landing(seat).has(field);
        let mut looked = step_map.reads;
        looked.add(StatePart::Fields);
        looked.add(StatePart::Data);
        self.reads.merge(looked);
        self.detailed_reads.parts.merge(looked);
        Ok(may_land && self.pawn_on(field).is_none())
    }

    /// True if the field is a goal of the player.
    pub fn is_goal(&self, seat: Seat, field: Square) -> bool {
        self.rules.quoridor().goal(seat).has(field)
    }

    /// The number this plug-in has stored in an element's slot.
    pub fn stored(&mut self, element: BoardElement, slot: u8) -> Option<i32> {
        let actor = self.actor?;
        self.read(StatePart::Data).stored(element, actor, slot)
    }
}

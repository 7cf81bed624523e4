//! What plug-ins can see. All of it is taken down: answers depend on nothing else.

use ludorum_core::Seat;

use super::{Denied, Desk, Leave, denied};
use crate::quoridor::{Square, Wall};
use crate::sector66::element::{Element, PluginId, WallState};
use crate::sector66::plugin::Part;

impl Desk {
    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.seats()
    }

    /// Whose turn it is.
    pub fn to_move(&mut self) -> Seat {
        self.look(Part::Turn).to_move()
    }

    /// The turns a player will be skipped.
    pub fn skips(&mut self, seat: Seat) -> u8 {
        self.look(Part::Turn).skips(seat)
    }

    /// Where a pawn stands.
    pub fn pawn(&mut self, seat: Seat) -> Square {
        self.reads.add(Part::Pawns);
        if self.watched != Some(seat) {
            self.sight.parts.add(Part::Pawns);
        }
        self.state.board.pawn(seat)
    }

    /// Whose pawn stands on a field.
    pub fn pawn_on(&mut self, field: Square) -> Option<Seat> {
        self.reads.add(Part::Pawns);
        self.sight.fields |= field.set();
        let board = &self.state.board;
        Seat::all(self.rules.seats()).find(|&seat| board.pawn(seat) == field)
    }

    /// The walls a player has in hand.
    pub fn walls_left(&mut self, seat: Seat) -> u8 {
        self.look(Part::Hands).board.walls_left(seat)
    }

    /// The spells a player holds.
    pub fn spells(&mut self, seat: Seat) -> Vec<PluginId> {
        // A spell may just have been picked up.
        self.sight.parts.add(Part::Fields);
        self.look(Part::Hands).spells_of(seat).collect()
    }

    /// What kind of field this is; none if an ordinary one.
    pub fn kind(&mut self, field: Square) -> Option<PluginId> {
        self.look(Part::Fields).kind_of(field)
    }

    /// All fields of a kind.
    pub fn fields_of(&mut self, kind: PluginId) -> Vec<Square> {
        let all = self.rules.grid().all();
        let state = self.look(Part::Fields);
        all.filter(|&field| state.kind_of(field) == Some(kind))
            .collect()
    }

    /// The spell lying on a field.
    pub fn spell_on(&mut self, field: Square) -> Option<PluginId> {
        self.look(Part::Fields).spell_on(field)
    }

    /// What a wall is.
    pub fn wall(&mut self, wall: Wall) -> WallState {
        self.walls_seen = self.walls_seen.with(wall);
        self.look(Part::Walls).wall(wall)
    }

    /// Whether there is no wall between two neighbouring fields.
    pub fn is_open(&mut self, from: Square, to: Square) -> bool {
        self.reads.add(Part::Walls);
        self.sight.edges |= from.set() | to.set();
        let grid = self.rules.grid();
        // Of two neighbours one is up or to the right of the other.
        let both = from.set() | to.set();
        let rising = both & grid.down(both);
        let sideways = both & both.left();
        let across = grid.walls_across(rising, sideways);
        self.walls_seen = self.walls_seen.with_all(across);
        let passages = grid.passages(&self.state.board.walls);
        grid.step(&passages, from.set()).has(to)
    }

    /// Whether a pawn may be put on a field, walls notwithstanding: nobody stands there, and it may
    /// be stepped on.
    ///
    /// # Errors
    /// In the rule that says whether a field may be stepped on: it would ask itself.
    pub fn is_free_for(&mut self, seat: Seat, field: Square) -> Result<bool, Denied> {
        if self.leave == Leave::LookAround {
            return denied(
                "can_step may not ask is_free, which asks can_step; pawn_at tells who stands there",
            );
        }
        self.catch_up();
        let ways = &self.state.more().ways;
        let may_land = ways.landing(seat).has(field);
        let mut looked = ways.reads;
        looked.add(Part::Fields);
        looked.add(Part::Data);
        self.reads.merge(looked);
        self.sight.parts.merge(looked);
        Ok(may_land && self.pawn_on(field).is_none())
    }

    /// Whether a player has won by standing on this field.
    pub fn is_goal(&self, seat: Seat, field: Square) -> bool {
        self.rules.quoridor().goal(seat).has(field)
    }

    /// The number the plug-in has stored in an element.
    pub fn stored(&mut self, element: Element, slot: u8) -> Option<i32> {
        let actor = self.actor?;
        self.look(Part::Data).stored(element, actor, slot)
    }
}

//! What is on the board: fields, pawns and walls, each of which can be a spell's target and can
//! have data of plug-ins stored in it.

use ludorum_core::Seat;

use crate::quoridor::{Square, Wall};

/// Rows and columns of the board.
pub const SIZE: usize = 9;

/// The number of fields.
pub(super) const FIELDS: usize = SIZE * SIZE;

/// The most players.
pub(super) const MOST_SEATS: usize = 4;

/// The most spells a player can hold.
pub const HAND: usize = 4;

/// One thing on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A field.
    Field(Square),
    /// The pawn of a seat.
    Pawn(Seat),
    /// A wall, or a place for one.
    Wall(Wall),
}

/// What a wall can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallState {
    /// It stands.
    Built,
    /// It does not stand, and may be built.
    Open,
    /// It does not stand, and may not be built.
    Disabled,
}

/// A plug-in of a game, by its place in the game's list, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PluginId(std::num::NonZeroU8);

impl PluginId {
    /// The plug-in with this index, counted from 0; none if there cannot be so many.
    pub fn new(index: usize) -> Option<PluginId> {
        let number = u8::try_from(index + 1).ok()?;
        std::num::NonZeroU8::new(number).map(PluginId)
    }

    /// Its index in the list, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    /// Its number, counted from 1.
    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0.get()
    }
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The pawn goes to this field, by a step or a jump.
    Step(Square),
    /// A wall is built.
    Build(Wall),
    /// A spell in hand is cast.
    Cast(PluginId, Element),
    /// Nothing: there is no other move.
    Pass,
    /// Chance decides for a plug-in: one of the numbers it asked for, counted from 1.
    Roll(u8),
}

//! Fields, pawns and walls: the targets of spells. Plug-ins can store data in each of them.

use ludorum_core::Seat;

use crate::quoridor::{Square, Wall};

/// Number of rows and of columns of the board.
pub const SIZE: usize = 9;

/// Number of fields of the board.
pub(super) const FIELDS: usize = SIZE * SIZE;

/// Largest number of players.
pub(super) const MOST_SEATS: usize = 4;

/// Largest number of spells in one hand.
pub const HAND: usize = 4;

/// A field, pawn or wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardElement {
    /// A field.
    Field(Square),
    /// The pawn of a seat.
    Pawn(Seat),
    /// A wall, built or not.
    Wall(Wall),
}

/// State of a wall slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallState {
    /// A wall stands in the slot.
    Built,
    /// The slot is empty, and a wall may be built.
    Open,
    /// The slot is empty, and no wall may be built.
    Disabled,
}

/// Number of a plug-in in the game's list, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PluginId(std::num::NonZeroU8);

impl PluginId {
    /// The plug-in with this index, from 0. `None` if the index is too large.
    pub fn new(index: usize) -> Option<PluginId> {
        let number = u8::try_from(index + 1).ok()?;
        std::num::NonZeroU8::new(number).map(PluginId)
    }

    /// Index in the game's list of plug-ins, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    /// Number in the game's list of plug-ins, from 1.
    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0.get()
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the pawn to this field, by a step or a jump.
    Step(Square),
    /// Builds a wall.
    Build(Wall),
    /// Casts a spell from the hand on an element.
    Cast(PluginId, BoardElement),
    /// Passes; legal only if there is no other move.
    Pass,
    /// Chance event: the random number that a plug-in has requested, from 1.
    Roll(u8),
}

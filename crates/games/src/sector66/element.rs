//! Fields, pawns and walls: the targets of spells. Plug-ins can store data in each of them.

use ludorum_core::Seat;

use crate::quoridor::{Square, Wall};

/// Number of rows and of columns of the board.
pub const SIZE: usize = 9;

/// Number of fields of the board.
pub(super) const FIELDS: usize = SIZE * SIZE;

/// Largest number of players of Sector 66.
pub(super) const MOST_SEATS: usize = 4;

/// Largest number of spells in one hand.
pub const HAND: usize = 4;

/// A part of the Sector 66 board: a field, pawn or wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardElement {
    /// A field (square) of the board.
    Field(Square),
    /// The pawn of a seat.
    Pawn(Seat),
    /// A wall slot, with or without a wall.
    Wall(Wall),
}

/// State of a wall slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallState {
    /// A wall stands in the slot.
    Built,
    /// The slot is empty, and a wall may be built in it.
    Open,
    /// The slot is empty, and no wall may be built in it.
    Disabled,
}

/// Number of a plug-in in the game's list of plug-ins, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PluginId(std::num::NonZeroU8);

impl PluginId {
    /// Returns the id of the plug-in with this index, counted from 0; `None` if it is too large.
    pub fn new(index: usize) -> Option<PluginId> {
        let number = u8::try_from(index + 1).ok()?;
        std::num::NonZeroU8::new(number).map(PluginId)
    }

    /// Index of the plug-in in the game's list of plug-ins, counted from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }

    /// Number of the plug-in in the game's list of plug-ins, counted from 1.
    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0.get()
    }
}

/// A player's move or a chance event of Sector 66.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the pawn of the seat to move to this field, by a step or a jump.
    Step(Square),
    /// Builds this wall.
    Build(Wall),
    /// Casts this spell from the hand of the seat to move on an element.
    Cast(PluginId, BoardElement),
    /// Passes the turn; legal only if there is no other move.
    Pass,
    /// Chance event: the random number that a plug-in has requested, from 1.
    Roll(u8),
}

//! A position: pawns, walls, walls in hand, and what is cached of them.

use ludorum_core::{Seat, Seed};

use super::field::Field;
use super::grid::{Grid, Walls};
use super::squares::{Direction, MAX_SQUARES, Square, Squares, Wall};

/// The most pawns on a board.
pub const MAX_PAWNS: usize = 4;

/// A position of Quoridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) walls: Walls,
    pub(crate) pawns: [Square; MAX_PAWNS],
    pub(crate) left: [u8; MAX_PAWNS],
    pub(crate) seats: u8,
    pub(crate) ply: u16,
    /// The Zobrist hash of all but the ply.
    pub(crate) hash: u64,
    /// The distances from each seat's goal; they change with the walls only. Seats nobody sits
    /// on have none.
    pub(crate) fields: [Field; MAX_PAWNS],
}

impl State {
    /// The walls on the board.
    #[inline]
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Where the pawn of `seat` stands.
    #[inline]
    pub fn pawn(&self, seat: Seat) -> Square {
        self.pawns[seat.index()]
    }

    /// The squares on which pawns stand.
    #[inline]
    pub fn occupied(&self) -> Squares {
        let pawns = &self.pawns[..usize::from(self.seats)];
        pawns
            .iter()
            .fold(Squares::NONE, |set, pawn| set | pawn.set())
    }

    /// The walls `seat` has in hand.
    #[inline]
    pub fn walls_left(&self, seat: Seat) -> u8 {
        self.left[seat.index()]
    }

    /// The distances of all squares from the goal of `seat`, pawns not in the way.
    #[inline]
    pub fn field(&self, seat: Seat) -> &Field {
        &self.fields[seat.index()]
    }

    /// The steps `seat` needs to its goal if no pawn is in the way.
    #[inline]
    pub fn distance(&self, seat: Seat) -> u32 {
        self.field(seat).distance(self.pawn(seat))
    }

    /// The seat whose turn it is, or would be if the game were not over.
    #[inline]
    pub fn to_move(&self) -> Seat {
        Seat::new(usize::from(self.ply) % usize::from(self.seats))
    }

    /// The number of moves played.
    #[inline]
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }
}

/// Random numbers for every feature of a position (Zobrist 1970).
#[derive(Clone, Debug)]
pub(super) struct Keys {
    pawns: [[u64; MAX_SQUARES]; MAX_PAWNS],
    walls: [[u64; MAX_SQUARES]; 2],
    left: [[u64; 256]; MAX_PAWNS],
}

impl Keys {
    pub(super) fn new() -> Keys {
        let mut rng = Seed(0).child("quoridor", 0).rng();
        let mut fill = |numbers: &mut [u64]| numbers.fill_with(|| rng.bits());
        let mut keys = Keys {
            pawns: [[0; MAX_SQUARES]; MAX_PAWNS],
            walls: [[0; MAX_SQUARES]; 2],
            left: [[0; 256]; MAX_PAWNS],
        };
        keys.pawns.iter_mut().for_each(|seat| fill(seat));
        keys.walls.iter_mut().for_each(|direction| fill(direction));
        keys.left.iter_mut().for_each(|seat| fill(seat));
        keys
    }

    #[inline]
    pub(super) fn pawn(&self, seat: Seat, square: Square) -> u64 {
        self.pawns[seat.index()][square.index()]
    }

    #[inline]
    pub(super) fn wall(&self, wall: Wall) -> u64 {
        let direction = usize::from(wall.direction == Direction::Vertical);
        self.walls[direction][wall.square.index()]
    }

    #[inline]
    pub(super) fn left(&self, seat: Seat, walls: u8) -> u64 {
        self.left[seat.index()][usize::from(walls)]
    }

    /// The hash of a position from scratch.
    pub(super) fn hash(&self, grid: &Grid, state: &State) -> u64 {
        let mut hash = 0;
        for seat in Seat::all(usize::from(state.seats)) {
            hash ^= self.pawn(seat, state.pawn(seat)) ^ self.left(seat, state.walls_left(seat));
        }
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in state.walls.along(direction) & grid.slots() {
                hash ^= self.wall(Wall { square, direction });
            }
        }
        hash
    }
}

//! A position: pawns, walls, walls in hand, cached distances and hash.

use ludorum_core::{Seat, Seed};

use super::goal_distances::GoalDistances;
use super::grid::{SquareGrid, WallSet};
use super::squares::{MAX_SQUARES, Square, SquareSet, Wall, WallOrientation};

/// Largest number of pawns in a game.
pub const MAX_PAWNS: usize = 4;

/// A Quoridor position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) walls: WallSet,
    pub(crate) pawns: [Square; MAX_PAWNS],
    pub(crate) left: [u8; MAX_PAWNS],
    pub(crate) seats: u8,
    pub(crate) ply: u16,
    /// Zobrist hash of all fields except the ply.
    pub(crate) hash: u64,
    /// Distances of all squares to each seat's goal; they change only with the walls. Array
    /// elements of unused seats have no meaning.
    pub(crate) goal_distances: [GoalDistances; MAX_PAWNS],
}

impl State {
    /// The walls on the board.
    #[inline]
    pub fn walls(&self) -> &WallSet {
        &self.walls
    }

    /// Square on which the pawn of `seat` stands.
    #[inline]
    pub fn pawn(&self, seat: Seat) -> Square {
        self.pawns[seat.index()]
    }

    /// The set of squares with a pawn.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        let pawns = &self.pawns[..usize::from(self.seats)];
        pawns
            .iter()
            .fold(SquareSet::NONE, |set, pawn| set | pawn.set())
    }

    /// Number of walls that `seat` has in hand.
    #[inline]
    pub fn walls_left(&self, seat: Seat) -> u8 {
        self.left[seat.index()]
    }

    /// Distance of each square to the goal of `seat`, ignoring pawns.
    #[inline]
    pub fn goal_distances(&self, seat: Seat) -> &GoalDistances {
        &self.goal_distances[seat.index()]
    }

    /// Distance in steps from the pawn of `seat` to its goal, ignoring other pawns.
    #[inline]
    pub fn distance(&self, seat: Seat) -> u32 {
        self.goal_distances(seat).distance(self.pawn(seat))
    }

    /// The seat to move by turn order, even if the game is over.
    #[inline]
    pub fn to_move(&self) -> Seat {
        Seat::new(usize::from(self.ply) % usize::from(self.seats))
    }

    /// Number of moves played so far.
    #[inline]
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }
}

/// Zobrist keys: random numbers for every feature of a position (Zobrist 1970).
#[derive(Clone, Debug)]
pub(super) struct QuoridorZobristKeys {
    pawns: [[u64; MAX_SQUARES]; MAX_PAWNS],
    walls: [[u64; MAX_SQUARES]; 2],
    left: [[u64; 256]; MAX_PAWNS],
}

impl QuoridorZobristKeys {
    pub(super) fn new() -> QuoridorZobristKeys {
        let mut rng = Seed(0).child("quoridor", 0).rng();
        let mut fill = |numbers: &mut [u64]| numbers.fill_with(|| rng.bits());
        let mut keys = QuoridorZobristKeys {
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
        let direction = usize::from(wall.direction == WallOrientation::Vertical);
        self.walls[direction][wall.square.index()]
    }

    #[inline]
    pub(super) fn left(&self, seat: Seat, walls: u8) -> u64 {
        self.left[seat.index()][usize::from(walls)]
    }

    /// Computes the hash of a position from scratch.
    pub(super) fn hash(&self, grid: &SquareGrid, state: &State) -> u64 {
        let mut hash = 0;
        for seat in Seat::all(usize::from(state.seats)) {
            hash ^= self.pawn(seat, state.pawn(seat)) ^ self.left(seat, state.walls_left(seat));
        }
        let walls = (state.walls & grid.walls()).iter();
        walls.fold(hash, |hash, wall| hash ^ self.wall(wall))
    }
}

//! A position: rings, markers, the seat to act and the step of its turn.

use ludorum_core::{Seat, Seed};

use super::points::{BoardPoint, NUMBERS};
use super::set::PointSet;

/// Number of rings that each player places in the opening phase.
pub const RINGS: usize = 5;

/// Number of markers in the pool that both players share.
pub const MARKERS: usize = 51;

/// Type of move that the seat to act has to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum YinshTurnStep {
    /// The seat has to place a ring.
    Place,
    /// The seat has to move a ring.
    Move,
    /// The seat has to move a ring; the opponent has just passed.
    MoveAfterPass,
    /// The seat has to remove a row of five of its markers after its own ring move.
    Row,
    /// The seat has to remove one of its rings for the row it has just removed.
    Ring,
    /// The seat has to remove a row of its markers made by the opponent's move; it then moves.
    RowReply,
    /// The seat has to remove one of its rings for a row made by the opponent's move.
    RingReply,
    /// The game is over, and no move is legal.
    Over,
}

impl YinshTurnStep {
    /// All eight types of moves in the order of declaration.
    pub const ALL: [YinshTurnStep; 8] = [
        YinshTurnStep::Place,
        YinshTurnStep::Move,
        YinshTurnStep::MoveAfterPass,
        YinshTurnStep::Row,
        YinshTurnStep::Ring,
        YinshTurnStep::RowReply,
        YinshTurnStep::RingReply,
        YinshTurnStep::Over,
    ];

    /// True if the seat has to remove a row of markers.
    #[inline]
    pub fn is_row(self) -> bool {
        matches!(self, YinshTurnStep::Row | YinshTurnStep::RowReply)
    }

    /// True if the seat has to remove a ring.
    #[inline]
    pub fn is_ring(self) -> bool {
        matches!(self, YinshTurnStep::Ring | YinshTurnStep::RingReply)
    }

    /// True if the seat has to move a ring.
    #[inline]
    pub fn is_move(self) -> bool {
        matches!(self, YinshTurnStep::Move | YinshTurnStep::MoveAfterPass)
    }
}

/// A YINSH position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) rings: [PointSet; 2],
    pub(super) markers: [PointSet; 2],
    /// Number of rings each seat has removed.
    pub(super) won: [u8; 2],
    /// The seat to act; seat 1 if the game is over.
    pub(super) seat: Seat,
    pub(super) step: YinshTurnStep,
    /// Zobrist hash of all other fields of the position.
    pub(super) hash: u64,
}

impl State {
    /// The points with a ring of `seat`.
    #[inline]
    pub fn rings(&self, seat: Seat) -> PointSet {
        self.rings[seat.index()]
    }

    /// The points with a marker in the colour of `seat`.
    #[inline]
    pub fn markers(&self, seat: Seat) -> PointSet {
        self.markers[seat.index()]
    }

    /// The points with a marker of either colour.
    #[inline]
    pub fn all_markers(&self) -> PointSet {
        self.markers[0] | self.markers[1]
    }

    /// The points with a ring of either seat.
    #[inline]
    pub fn all_rings(&self) -> PointSet {
        self.rings[0] | self.rings[1]
    }

    /// The points without ring or marker.
    #[inline]
    pub fn free(&self) -> PointSet {
        !(self.all_rings() | self.all_markers())
    }

    /// Number of rings that `seat` has removed.
    #[inline]
    pub fn won(&self, seat: Seat) -> u8 {
        self.won[seat.index()]
    }

    /// The seat to act; seat 1 if the game is over.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Type of move that the seat to act has to make.
    #[inline]
    pub fn step(&self) -> YinshTurnStep {
        self.step
    }
}

/// Zobrist keys: random numbers for every feature of a position (Zobrist 1970).
#[derive(Clone, Debug)]
pub(super) struct YinshZobristKeys {
    rings: [[u64; NUMBERS]; 2],
    markers: [[u64; NUMBERS]; 2],
    /// Change of the Zobrist hash when the marker on a point is flipped.
    pub(super) flips: [u64; NUMBERS],
    won: [[u64; RINGS + 1]; 2],
    acts: [[u64; YinshTurnStep::ALL.len()]; 2],
}

impl YinshZobristKeys {
    pub(super) fn new() -> YinshZobristKeys {
        let mut rng = Seed(0).child("yinsh", 0).rng();
        let mut numbers = || [0; NUMBERS].map(|_: u64| rng.bits());
        let [white_rings, black_rings, white, black] = [(); 4].map(|()| numbers());
        let mut flips = [0; NUMBERS];
        for (flip, (one, other)) in flips.iter_mut().zip(white.iter().zip(&black)) {
            *flip = one ^ other;
        }
        YinshZobristKeys {
            rings: [white_rings, black_rings],
            markers: [white, black],
            flips,
            won: [(); 2].map(|()| [(); RINGS + 1].map(|()| rng.bits())),
            acts: [(); 2].map(|()| [(); YinshTurnStep::ALL.len()].map(|()| rng.bits())),
        }
    }

    #[inline]
    pub(super) fn ring(&self, seat: Seat, point: BoardPoint) -> u64 {
        self.rings[seat.index()][point.index()]
    }

    #[inline]
    pub(super) fn marker(&self, seat: Seat, point: BoardPoint) -> u64 {
        self.markers[seat.index()][point.index()]
    }

    #[inline]
    pub(super) fn won(&self, seat: Seat, rings: u8) -> u64 {
        self.won[seat.index()][usize::from(rings)]
    }

    #[inline]
    pub(super) fn act(&self, seat: Seat, step: YinshTurnStep) -> u64 {
        self.acts[seat.index()][step as usize]
    }

    /// Computes the Zobrist hash of a position from scratch.
    pub(super) fn hash(&self, state: &State) -> u64 {
        let mut hash = self.act(state.seat, state.step);
        for seat in Seat::all(2) {
            hash ^= self.won(seat, state.won(seat));
            for point in state.rings(seat) {
                hash ^= self.ring(seat, point);
            }
            for point in state.markers(seat) {
                hash ^= self.marker(seat, point);
            }
        }
        hash
    }
}

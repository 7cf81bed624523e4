//! A position: rings, markers, what is to be done and by whom.

use ludorum_core::{Seat, Seed};

use super::points::{NUMBERS, Point};
use super::set::PointSet;

/// The rings of each player.
pub const RINGS: usize = 5;

/// The markers both players share.
pub const MARKERS: usize = 51;

/// What the seat to act has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Place a ring.
    Place,
    /// Move a ring.
    Move,
    /// Move a ring; the other one has just passed.
    MoveAfterPass,
    /// Remove five of the own markers in a row.
    Row,
    /// Remove an own ring for the row just removed.
    Ring,
    /// Remove a row that the other one's move has made; the next move is one's own.
    RowReply,
    /// Remove an own ring for such a row.
    RingReply,
    /// Nothing: the game is over.
    Over,
}

impl Step {
    /// Every step, in the order in which they are declared.
    pub const ALL: [Step; 8] = [
        Step::Place,
        Step::Move,
        Step::MoveAfterPass,
        Step::Row,
        Step::Ring,
        Step::RowReply,
        Step::RingReply,
        Step::Over,
    ];

    /// Whether a row is to be removed.
    #[inline]
    pub fn is_row(self) -> bool {
        matches!(self, Step::Row | Step::RowReply)
    }

    /// Whether a ring is to be removed.
    #[inline]
    pub fn is_ring(self) -> bool {
        matches!(self, Step::Ring | Step::RingReply)
    }

    /// Whether a ring is to be moved.
    #[inline]
    pub fn is_move(self) -> bool {
        matches!(self, Step::Move | Step::MoveAfterPass)
    }
}

/// A position of YINSH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) rings: [PointSet; 2],
    pub(super) markers: [PointSet; 2],
    /// The rings each seat has removed.
    pub(super) won: [u8; 2],
    /// The seat to act; the first when the game is over.
    pub(super) seat: Seat,
    pub(super) step: Step,
    /// The Zobrist hash of all of the above.
    pub(super) hash: u64,
}

impl State {
    /// The points on which the rings of `seat` stand.
    #[inline]
    pub fn rings(&self, seat: Seat) -> PointSet {
        self.rings[seat.index()]
    }

    /// The points with markers of the colour of `seat`.
    #[inline]
    pub fn markers(&self, seat: Seat) -> PointSet {
        self.markers[seat.index()]
    }

    /// All markers on the board.
    #[inline]
    pub fn all_markers(&self) -> PointSet {
        self.markers[0] | self.markers[1]
    }

    /// All rings on the board.
    #[inline]
    pub fn all_rings(&self) -> PointSet {
        self.rings[0] | self.rings[1]
    }

    /// The points with nothing on them.
    #[inline]
    pub fn free(&self) -> PointSet {
        !(self.all_rings() | self.all_markers())
    }

    /// How many rings `seat` has removed.
    #[inline]
    pub fn won(&self, seat: Seat) -> u8 {
        self.won[seat.index()]
    }

    /// The seat to act.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat has to do.
    #[inline]
    pub fn step(&self) -> Step {
        self.step
    }
}

/// Random numbers for every feature of a position (Zobrist 1970).
#[derive(Clone, Debug)]
pub(super) struct Keys {
    rings: [[u64; NUMBERS]; 2],
    markers: [[u64; NUMBERS]; 2],
    /// What it means for the hash that a marker changes its colour.
    pub(super) flips: [u64; NUMBERS],
    won: [[u64; RINGS + 1]; 2],
    acts: [[u64; Step::ALL.len()]; 2],
}

impl Keys {
    pub(super) fn new() -> Keys {
        let mut rng = Seed(0).child("yinsh", 0).rng();
        let mut numbers = || [0; NUMBERS].map(|_: u64| rng.bits());
        let [white_rings, black_rings, white, black] = [(); 4].map(|()| numbers());
        let mut flips = [0; NUMBERS];
        for (flip, (one, other)) in flips.iter_mut().zip(white.iter().zip(&black)) {
            *flip = one ^ other;
        }
        Keys {
            rings: [white_rings, black_rings],
            markers: [white, black],
            flips,
            won: [(); 2].map(|()| [(); RINGS + 1].map(|()| rng.bits())),
            acts: [(); 2].map(|()| [(); Step::ALL.len()].map(|()| rng.bits())),
        }
    }

    #[inline]
    pub(super) fn ring(&self, seat: Seat, point: Point) -> u64 {
        self.rings[seat.index()][point.index()]
    }

    #[inline]
    pub(super) fn marker(&self, seat: Seat, point: Point) -> u64 {
        self.markers[seat.index()][point.index()]
    }

    #[inline]
    pub(super) fn won(&self, seat: Seat, rings: u8) -> u64 {
        self.won[seat.index()][usize::from(rings)]
    }

    #[inline]
    pub(super) fn act(&self, seat: Seat, step: Step) -> u64 {
        self.acts[seat.index()][step as usize]
    }

    /// The hash of a position from scratch.
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

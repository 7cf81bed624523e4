//! Fast random playouts without move lists or hashes, for Monte Carlo searches.
//!
//! Ring moves use rejection sampling: a candidate (ring, direction, distance) is drawn until it is
//! legal, so all legal moves are equally likely.

use std::cmp::Ordering;

use ludorum_core::{Outcome, Rng, Seat};

use super::Yinsh;
use super::points::{BoardPoint, HexDirection};
use super::set::PointSet;
use super::slides::slide;
use super::state::{MARKERS, RINGS, State, YinshTurnStep};

/// Upper bound on the number of destinations of a ring in one direction.
const FURTHEST: usize = 9;

/// Number of rejected random ring moves after which the legal moves are listed instead. Sampling is
/// slow with few legal moves and would not end with none.
const MAX_DRAWS: usize = 64;

impl Yinsh {
    /// Plays uniformly random moves to the end; returns the outcome and the number of moves.
    pub fn random_playout(&self, state: &State, rng: &mut Rng) -> (Outcome, u64) {
        let mut game = YinshPlayoutState::new(self.rings_to_win, state);
        let [white, black] = game.play(state, rng);
        let outcome = match white.cmp(&black) {
            Ordering::Greater => Outcome::win(2, Seat::new(0)),
            Ordering::Less => Outcome::win(2, Seat::new(1)),
            Ordering::Equal => Outcome::draw(2),
        };
        (outcome, game.plies)
    }
}

/// The points of a seat's rings as an array, for random selection.
#[derive(Clone, Copy)]
struct RingList {
    list: [BoardPoint; RINGS],
    count: usize,
}

impl RingList {
    fn new(points: PointSet) -> RingList {
        let mut rings = RingList {
            list: [BoardPoint(0); RINGS],
            count: 0,
        };
        points.for_each(|point| rings.push(point));
        rings
    }

    #[inline]
    fn push(&mut self, point: BoardPoint) {
        self.list[self.count] = point;
        self.count += 1;
    }

    #[inline]
    fn remove(&mut self, index: usize) -> BoardPoint {
        self.count -= 1;
        let removed = self.list[index];
        self.list[index] = self.list[self.count];
        removed
    }
}

/// A position of a random playout: without a hash, and with rings as arrays for random selection.
struct YinshPlayoutState {
    rings_to_win: u8,
    rings: [RingList; 2],
    ring_set: PointSet,
    markers: [PointSet; 2],
    marker_count: usize,
    won: [u8; 2],
    plies: u64,
}

/// Result of one move of a random playout: the game continues or is over.
#[derive(PartialEq, Eq)]
enum YinshPlayoutStatus {
    Running,
    Over,
}

impl YinshPlayoutState {
    fn new(rings_to_win: u8, state: &State) -> YinshPlayoutState {
        YinshPlayoutState {
            rings_to_win,
            rings: state.rings.map(RingList::new),
            ring_set: state.all_rings(),
            markers: state.markers,
            marker_count: state.all_markers().count(),
            won: state.won,
            plies: 0,
        }
    }

    /// Plays random moves to the end; returns the number of rings each seat has removed.
    fn play(&mut self, state: &State, rng: &mut Rng) -> [u8; 2] {
        let mut seat = state.seat.index();
        let mut passed = false;
        match state.step {
            YinshTurnStep::Over => return self.won,
            YinshTurnStep::Place => {
                self.place_all(seat, rng);
                seat = 0;
            }
            YinshTurnStep::Move => {}
            YinshTurnStep::MoveAfterPass => passed = true,
            YinshTurnStep::Row | YinshTurnStep::Ring => {
                if state.step == YinshTurnStep::Ring
                    && self.remove_ring(seat, rng) == YinshPlayoutStatus::Over
                {
                    return self.won;
                }
                if self.finish_move(seat, rng) == YinshPlayoutStatus::Over {
                    return self.won;
                }
                seat = 1 - seat;
            }
            YinshTurnStep::RowReply | YinshTurnStep::RingReply => {
                if state.step == YinshTurnStep::RingReply
                    && self.remove_ring(seat, rng) == YinshPlayoutStatus::Over
                {
                    return self.won;
                }
                if self.remove_rows(seat, rng) == YinshPlayoutStatus::Over {
                    return self.won;
                }
            }
        }
        loop {
            self.plies += 1;
            if self.move_ring(seat, rng) {
                passed = false;
                if self.finish_move(seat, rng) == YinshPlayoutStatus::Over {
                    return self.won;
                }
            } else if passed {
                return self.won;
            } else {
                passed = true;
            }
            seat = 1 - seat;
        }
    }

    fn place_all(&mut self, mut seat: usize, rng: &mut Rng) {
        while self.rings[0].count + self.rings[1].count < 2 * RINGS {
            let point = self.any_free(rng);
            self.rings[seat].push(point);
            self.ring_set ^= point.set();
            self.plies += 1;
            seat = 1 - seat;
        }
    }

    /// Draws a random point without a ring. Only valid while no marker is on the board.
    fn any_free(&self, rng: &mut Rng) -> BoardPoint {
        loop {
            let number = rng.below(super::points::NUMBERS);
            let point = BoardPoint(number as u8);
            if (!self.ring_set).has(point) {
                return point;
            }
        }
    }

    /// Makes a uniformly random ring move of `seat`; returns false if no ring can move.
    #[inline]
    fn move_ring(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let markers = self.markers[0] | self.markers[1];
        let rings = &self.rings[seat];
        for _ in 0..MAX_DRAWS {
            let drawn = rng.below(rings.count * HexDirection::ALL.len() * FURTHEST);
            let (ring, place) = (drawn / (6 * FURTHEST), drawn % FURTHEST);
            let direction = HexDirection::ALL[drawn / FURTHEST % 6];
            let from = rings.list[ring];
            let slide = slide(self.ring_set, markers, from, direction);
            let free = usize::from(slide.free);
            if place < free {
                let far = (place as i8 + 1) * direction.stride();
                self.put_ring(seat, ring, BoardPoint(from.0.wrapping_add_signed(far)));
                return true;
            }
            if place == free
                && let Some(to) = slide.jump
            {
                let jumped = from.between(direction, to) & markers;
                self.markers[0] ^= jumped;
                self.markers[1] ^= jumped;
                self.put_ring(seat, ring, to);
                return true;
            }
        }
        self.move_ring_by_counting(seat, rng)
    }

    /// Lists all ring moves of `seat` and plays a random one; returns false if there is none.
    /// Fallback when few or no ring moves are legal.
    #[cold]
    fn move_ring_by_counting(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let markers = self.markers[0] | self.markers[1];
        let mut legal = Vec::new();
        let rings = &self.rings[seat];
        for (ring, &from) in rings.list[..rings.count].iter().enumerate() {
            for direction in HexDirection::ALL {
                let slide = slide(self.ring_set, markers, from, direction);
                let mut at = from.0;
                for _ in 0..slide.free {
                    at = at.wrapping_add_signed(direction.stride());
                    legal.push((ring, direction, BoardPoint(at)));
                }
                legal.extend(slide.jump.map(|to| (ring, direction, to)));
            }
        }
        let Some(&(ring, direction, to)) = rng.pick(&legal) else {
            return false;
        };
        let jumped = rings.list[ring].between(direction, to) & markers;
        self.markers[0] ^= jumped;
        self.markers[1] ^= jumped;
        self.put_ring(seat, ring, to);
        true
    }

    /// Moves the ring with index `ring` of `seat` to `to`; a marker is left on its starting point.
    #[inline]
    fn put_ring(&mut self, seat: usize, ring: usize, to: BoardPoint) {
        let place = &mut self.rings[seat].list[ring];
        let from = std::mem::replace(place, to);
        self.ring_set ^= from.set() ^ to.set();
        self.markers[seat] ^= from.set();
        self.marker_count += 1;
    }

    /// Completes a ring move of `seat`: removes rows of both seats, checks if markers have run out.
    #[inline]
    fn finish_move(&mut self, seat: usize, rng: &mut Rng) -> YinshPlayoutStatus {
        if self.remove_rows(seat, rng) == YinshPlayoutStatus::Over
            || self.remove_rows(1 - seat, rng) == YinshPlayoutStatus::Over
            || self.marker_count == MARKERS
        {
            return YinshPlayoutStatus::Over;
        }
        YinshPlayoutStatus::Running
    }

    #[inline]
    fn remove_rows(&mut self, seat: usize, rng: &mut Rng) -> YinshPlayoutStatus {
        while self.markers[seat].has_five() {
            self.remove_row(seat, rng);
            if self.remove_ring(seat, rng) == YinshPlayoutStatus::Over {
                return YinshPlayoutStatus::Over;
            }
        }
        YinshPlayoutStatus::Running
    }

    #[cold]
    fn remove_row(&mut self, seat: usize, rng: &mut Rng) {
        let rows = State::rows_of(self.markers[seat]);
        let count = rows.clone().count();
        let row = rows.clone().nth(rng.below(count)).expect("there is a row");
        self.markers[seat] ^= row.points();
        self.marker_count -= 5;
        self.plies += 1;
    }

    fn remove_ring(&mut self, seat: usize, rng: &mut Rng) -> YinshPlayoutStatus {
        let rings = &mut self.rings[seat];
        let ring = rings.remove(rng.below(rings.count));
        self.ring_set ^= ring.set();
        self.won[seat] += 1;
        self.plies += 1;
        if self.won[seat] == self.rings_to_win {
            YinshPlayoutStatus::Over
        } else {
            YinshPlayoutStatus::Running
        }
    }
}

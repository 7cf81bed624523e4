//! Whole random games without lists of moves or hashes, as sampling searches need them by the
//! million.
//!
//! A move of a ring is drawn from all that the board has room for (a ring, a direction, a place in
//! it) and drawn again until it is legal, so each legal one is equally likely.

use std::cmp::Ordering;

use ludorum_core::{Outcome, Rng, Seat};

use super::Yinsh;
use super::points::{Direction, Point};
use super::set::PointSet;
use super::slides::slide;
use super::state::{MARKERS, RINGS, State, Step};

/// No ring has more places to go to in one direction.
const FURTHEST: usize = 9;

/// When hardly anything is legal drawing takes long, and when nothing is it would not end: after so
/// many draws the legal moves are counted.
const PATIENCE: usize = 64;

impl Yinsh {
    /// Plays uniformly random moves to the end: how the game ended, and the number of moves.
    pub fn random_playout(&self, state: &State, rng: &mut Rng) -> (Outcome, u64) {
        let mut game = Lean::new(self.rings_to_win, state);
        let [white, black] = game.play(state, rng);
        let outcome = match white.cmp(&black) {
            Ordering::Greater => Outcome::win(2, Seat::new(0)),
            Ordering::Less => Outcome::win(2, Seat::new(1)),
            Ordering::Equal => Outcome::draw(2),
        };
        (outcome, game.plies)
    }
}

/// The rings of a seat as a list, to draw from.
#[derive(Clone, Copy)]
struct Rings {
    list: [Point; RINGS],
    count: usize,
}

impl Rings {
    fn new(points: PointSet) -> Rings {
        let mut rings = Rings {
            list: [Point(0); RINGS],
            count: 0,
        };
        points.for_each(|point| rings.push(point));
        rings
    }

    #[inline]
    fn push(&mut self, point: Point) {
        self.list[self.count] = point;
        self.count += 1;
    }

    #[inline]
    fn remove(&mut self, index: usize) -> Point {
        self.count -= 1;
        let removed = self.list[index];
        self.list[index] = self.list[self.count];
        removed
    }
}

/// A position without what playouts do not need.
struct Lean {
    rings_to_win: u8,
    rings: [Rings; 2],
    ring_set: PointSet,
    markers: [PointSet; 2],
    marker_count: usize,
    won: [u8; 2],
    plies: u64,
}

/// Whether a turn ended the game.
#[derive(PartialEq, Eq)]
enum After {
    GoesOn,
    Over,
}

impl Lean {
    fn new(rings_to_win: u8, state: &State) -> Lean {
        Lean {
            rings_to_win,
            rings: state.rings.map(Rings::new),
            ring_set: state.all_rings(),
            markers: state.markers,
            marker_count: state.all_markers().count(),
            won: state.won,
            plies: 0,
        }
    }

    /// Plays to the end, and says how many rings each seat has removed.
    fn play(&mut self, state: &State, rng: &mut Rng) -> [u8; 2] {
        let mut seat = state.seat.index();
        let mut passed = false;
        match state.step {
            Step::Over => return self.won,
            Step::Place => {
                self.place_all(seat, rng);
                // Black has placed the last ring.
                seat = 0;
            }
            Step::Move => {}
            Step::MoveAfterPass => passed = true,
            Step::Row | Step::Ring => {
                if state.step == Step::Ring && self.remove_ring(seat, rng) == After::Over {
                    return self.won;
                }
                if self.resolve(seat, rng) == After::Over {
                    return self.won;
                }
                seat = 1 - seat;
            }
            Step::RowReply | Step::RingReply => {
                if state.step == Step::RingReply && self.remove_ring(seat, rng) == After::Over {
                    return self.won;
                }
                if self.remove_rows(seat, rng) == After::Over {
                    return self.won;
                }
            }
        }
        loop {
            self.plies += 1;
            if self.move_ring(seat, rng) {
                passed = false;
                if self.resolve(seat, rng) == After::Over {
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

    /// A point without a ring, while there are no markers.
    fn any_free(&self, rng: &mut Rng) -> Point {
        loop {
            let number = rng.below(super::points::NUMBERS);
            let point = Point(number as u8);
            if (!self.ring_set).has(point) {
                return point;
            }
        }
    }

    /// Moves a ring at random; false if none can move.
    #[inline]
    fn move_ring(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let markers = self.markers[0] | self.markers[1];
        let rings = &self.rings[seat];
        for _ in 0..PATIENCE {
            let drawn = rng.below(rings.count * Direction::ALL.len() * FURTHEST);
            let (ring, place) = (drawn / (6 * FURTHEST), drawn % FURTHEST);
            let direction = Direction::ALL[drawn / FURTHEST % 6];
            let from = rings.list[ring];
            let slide = slide(self.ring_set, markers, from, direction);
            let free = usize::from(slide.free);
            if place < free {
                let far = (place as i8 + 1) * direction.stride();
                self.put(seat, ring, Point(from.0.wrapping_add_signed(far)));
                return true;
            }
            if place == free
                && let Some(to) = slide.jump
            {
                let jumped = from.between(direction, to) & markers;
                self.markers[0] ^= jumped;
                self.markers[1] ^= jumped;
                self.put(seat, ring, to);
                return true;
            }
        }
        self.move_ring_by_counting(seat, rng)
    }

    /// The slow way, for positions in which hardly anything is legal.
    #[cold]
    fn move_ring_by_counting(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let markers = self.markers[0] | self.markers[1];
        let mut legal = Vec::new();
        let rings = &self.rings[seat];
        for (ring, &from) in rings.list[..rings.count].iter().enumerate() {
            for direction in Direction::ALL {
                let slide = slide(self.ring_set, markers, from, direction);
                let mut at = from.0;
                for _ in 0..slide.free {
                    at = at.wrapping_add_signed(direction.stride());
                    legal.push((ring, direction, Point(at)));
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
        self.put(seat, ring, to);
        true
    }

    /// A ring leaves a marker and goes to another point.
    #[inline]
    fn put(&mut self, seat: usize, ring: usize, to: Point) {
        let place = &mut self.rings[seat].list[ring];
        let from = std::mem::replace(place, to);
        self.ring_set ^= from.set() ^ to.set();
        self.markers[seat] ^= from.set();
        self.marker_count += 1;
    }

    /// What follows a move of `seat`: rows are removed, or the markers have run out.
    #[inline]
    fn resolve(&mut self, seat: usize, rng: &mut Rng) -> After {
        if self.remove_rows(seat, rng) == After::Over
            || self.remove_rows(1 - seat, rng) == After::Over
            || self.marker_count == MARKERS
        {
            return After::Over;
        }
        After::GoesOn
    }

    #[inline]
    fn remove_rows(&mut self, seat: usize, rng: &mut Rng) -> After {
        while self.markers[seat].has_five() {
            self.remove_row(seat, rng);
            if self.remove_ring(seat, rng) == After::Over {
                return After::Over;
            }
        }
        After::GoesOn
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

    fn remove_ring(&mut self, seat: usize, rng: &mut Rng) -> After {
        let rings = &mut self.rings[seat];
        let ring = rings.remove(rng.below(rings.count));
        self.ring_set ^= ring.set();
        self.won[seat] += 1;
        self.plies += 1;
        if self.won[seat] == self.rings_to_win {
            After::Over
        } else {
            After::GoesOn
        }
    }
}

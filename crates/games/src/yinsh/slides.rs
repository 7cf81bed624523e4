//! Where rings can move to, and which rows there are to remove.

use ludorum_core::Seat;

use super::Row;
use super::points::{Direction, Point, SIDE};
use super::set::PointSet;
use super::state::State;

/// The places to which a ring can move in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// So many free points follow the ring; it may stop on any of them.
    pub(super) free: u8,
    /// The point behind the first run of markers, if it is free.
    pub(super) jump: Option<Point>,
}

impl Slide {
    /// How many places there are.
    #[inline]
    pub(super) fn count(self) -> usize {
        usize::from(self.free) + usize::from(self.jump.is_some())
    }
}

/// Where a ring on `from` can go in a direction.
#[inline]
pub(super) fn slide(
    rings: PointSet,
    markers: PointSet,
    from: Point,
    direction: Direction,
) -> Slide {
    let ray = from.ray(direction);
    let Some(obstacle) = (ray & (rings | markers)).nearest(direction) else {
        return Slide {
            free: from.room(direction),
            jump: None,
        };
    };
    let free = from.room(direction) - obstacle.room(direction) - 1;
    // If the obstacle is a ring, the first point behind the run is the ring itself.
    let behind = obstacle.ray(direction) | obstacle.set();
    let landing = PointSet(behind.0 & !markers.0).nearest(direction);
    Slide {
        free,
        jump: landing.filter(|&point| !rings.has(point)),
    }
}

impl State {
    /// Where the ring on `from` can move to.
    pub fn targets(&self, from: Point) -> PointSet {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        let mut targets = PointSet::NONE;
        for direction in Direction::ALL {
            let slide = slide(rings, markers, from, direction);
            let mut at = from.0;
            for _ in 0..slide.free {
                at = at.wrapping_add_signed(direction.stride());
                targets |= Point(at).set();
            }
            if let Some(jump) = slide.jump {
                targets |= jump.set();
            }
        }
        targets
    }

    /// The markers that a ring moving from one point to the other jumps over and flips.
    #[inline]
    pub fn jumped(&self, from: Point, to: Point) -> PointSet {
        match from.direction_to(to) {
            Some(direction) => from.between(direction, to) & self.all_markers(),
            None => PointSet::NONE,
        }
    }

    /// Whether some ring of `seat` can move.
    pub fn can_move(&self, seat: Seat) -> bool {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        self.rings(seat).any(|from| {
            let can = |direction| slide(rings, markers, from, direction).count() > 0;
            Direction::ALL.into_iter().any(can)
        })
    }

    /// Whether `seat` has five markers in a row.
    #[inline]
    pub fn has_row(&self, seat: Seat) -> bool {
        self.markers(seat).has_five()
    }

    /// Every five markers in a row of `seat`, by direction and first point.
    pub fn rows(&self, seat: Seat) -> impl Iterator<Item = Row> + Clone + use<> {
        State::rows_of(self.markers(seat))
    }

    /// Every five of these markers in a row.
    pub(super) fn rows_of(markers: PointSet) -> impl Iterator<Item = Row> + Clone {
        let starts = [
            markers.fives::<1>(),
            markers.fives::<{ SIDE as u32 }>(),
            markers.fives::<{ SIDE as u32 + 1 }>(),
        ];
        let rows = Direction::LINES.into_iter().zip(starts);
        rows.flat_map(|(direction, starts)| starts.map(move |start| Row { start, direction }))
    }
}

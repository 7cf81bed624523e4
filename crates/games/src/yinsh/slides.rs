//! Generation of ring moves, and of rows to remove.

use ludorum_core::Seat;

use super::MarkerRow;
use super::points::{BoardPoint, HexDirection, SIDE};
use super::set::PointSet;
use super::state::State;

/// Destinations of a ring in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct RingDestinations {
    /// Number of consecutive free points next to the ring, which may stop on each of them.
    pub(super) free: u8,
    /// Landing point of a jump: the first point behind the first run of markers; `None` if there
    /// are no markers or that point is not free.
    pub(super) jump: Option<BoardPoint>,
}

impl RingDestinations {
    /// Number of destinations of the ring in this direction.
    #[inline]
    pub(super) fn count(self) -> usize {
        usize::from(self.free) + usize::from(self.jump.is_some())
    }
}

/// Computes the destinations of a ring that moves from `from` in `direction`.
#[inline]
pub(super) fn slide(
    rings: PointSet,
    markers: PointSet,
    from: BoardPoint,
    direction: HexDirection,
) -> RingDestinations {
    let ray = from.ray(direction);
    let Some(obstacle) = (ray & (rings | markers)).nearest(direction) else {
        return RingDestinations {
            free: from.room(direction),
            jump: None,
        };
    };
    let free = from.room(direction) - obstacle.room(direction) - 1;
    // If the obstacle is a ring, the search finds the ring itself, and there is no jump.
    let behind = obstacle.ray(direction) | obstacle.set();
    let landing = PointSet(behind.0 & !markers.0).nearest(direction);
    RingDestinations {
        free,
        jump: landing.filter(|&point| !rings.has(point)),
    }
}

impl State {
    /// The set of destinations of a ring on `from`.
    pub fn targets(&self, from: BoardPoint) -> PointSet {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        let mut targets = PointSet::NONE;
        for direction in HexDirection::ALL {
            let slide = slide(rings, markers, from, direction);
            let mut at = from.0;
            for _ in 0..slide.free {
                at = at.wrapping_add_signed(direction.stride());
                targets |= BoardPoint(at).set();
            }
            if let Some(jump) = slide.jump {
                targets |= jump.set();
            }
        }
        targets
    }

    /// The markers over which a ring jumps, and which it flips, when it moves between two points.
    #[inline]
    pub fn jumped(&self, from: BoardPoint, to: BoardPoint) -> PointSet {
        match from.direction_to(to) {
            Some(direction) => from.between(direction, to) & self.all_markers(),
            None => PointSet::NONE,
        }
    }

    /// True if at least one ring of `seat` can move.
    pub fn can_move(&self, seat: Seat) -> bool {
        let (rings, markers) = (self.all_rings(), self.all_markers());
        self.rings(seat).any(|from| {
            let can = |direction| slide(rings, markers, from, direction).count() > 0;
            HexDirection::ALL.into_iter().any(can)
        })
    }

    /// True if `seat` has five markers in a row.
    #[inline]
    pub fn has_row(&self, seat: Seat) -> bool {
        self.markers(seat).has_five()
    }

    /// Iterates over all rows of five markers of `seat`, ordered by direction and first point.
    pub fn rows(&self, seat: Seat) -> impl Iterator<Item = MarkerRow> + Clone + use<> {
        State::rows_of(self.markers(seat))
    }

    /// Iterates over all rows of five in a set of markers.
    pub(super) fn rows_of(markers: PointSet) -> impl Iterator<Item = MarkerRow> + Clone {
        let starts = [
            markers.fives::<1>(),
            markers.fives::<{ SIDE as u32 }>(),
            markers.fives::<{ SIDE as u32 + 1 }>(),
        ];
        let rows = HexDirection::LINES.into_iter().zip(starts);
        rows.flat_map(|(direction, starts)| starts.map(move |start| MarkerRow { start, direction }))
    }
}

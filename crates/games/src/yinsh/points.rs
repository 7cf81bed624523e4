//! The 85 points of the board and the lines through them.
//!
//! Points are numbered on a grid of 11 by 11, column by column, so that a step in each of the three
//! line directions is a constant difference of numbers. Consecutive numbers on the board are always
//! neighbours: if a column ends at the last row, the next does not begin at the first.

use super::set::PointSet;

/// Number of columns, and also of rows, of the square grid that contains the board.
pub(super) const SIDE: u8 = 11;

/// Number of points of the square grid that contains the board, including points off the board.
pub(super) const NUMBERS: usize = SIDE as usize * SIDE as usize;

/// First and last row of the board in each column, counted from 1.
pub(super) const ROWS: [(u8, u8); SIDE as usize] = [
    (2, 5),
    (1, 7),
    (1, 8),
    (1, 9),
    (1, 10),
    (2, 10),
    (2, 11),
    (3, 11),
    (4, 11),
    (5, 11),
    (7, 10),
];

/// A point of the YINSH board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardPoint(pub(super) u8);

impl BoardPoint {
    /// The point at `column`, counted from 0, and `row`, counted from 1; `None` off the board.
    pub fn at(column: u8, row: u8) -> Option<BoardPoint> {
        let &(first, last) = ROWS.get(usize::from(column))?;
        (first <= row && row <= last).then(|| BoardPoint(column * SIDE + row - 1))
    }

    /// The set of all 85 points of the board, from `a2` to `k10`.
    pub fn all() -> PointSet {
        PointSet::BOARD
    }

    /// Column of the point, counted from 0.
    #[inline]
    pub fn column(self) -> u8 {
        self.0 / SIDE
    }

    /// Row of the point, counted from 1.
    #[inline]
    pub fn row(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// Index of the point on the square grid, from 0 to 120; some indices are off the board.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set that contains only this point.
    #[inline]
    pub fn set(self) -> PointSet {
        PointSet(1 << self.0)
    }

    /// The set of adjacent points: six, or fewer at the rim.
    pub fn neighbours(self) -> PointSet {
        let steps = HexDirection::ALL.map(|direction| self.step(direction));
        steps
            .into_iter()
            .flatten()
            .fold(PointSet::NONE, |set, point| set | point.set())
    }

    /// The adjacent point in `direction`; `None` at the rim.
    #[inline]
    pub fn step(self, direction: HexDirection) -> Option<BoardPoint> {
        let next = BoardPoint(self.0.wrapping_add_signed(direction.stride()));
        RAYS[direction as usize][self.index()]
            .has(next)
            .then_some(next)
    }

    /// All points in `direction` up to the rim, without this point.
    #[inline]
    pub fn ray(self, direction: HexDirection) -> PointSet {
        RAYS[direction as usize][self.index()]
    }

    /// Number of points from this one to the rim in `direction`, without this point.
    #[inline]
    pub(super) fn room(self, direction: HexDirection) -> u8 {
        ROOM[direction as usize][self.index()]
    }

    /// Direction from this point to `other`; `None` if no line of the board joins them.
    #[inline]
    pub fn direction_to(self, other: BoardPoint) -> Option<HexDirection> {
        let columns = other.column().cmp(&self.column());
        let rows = other.row().cmp(&self.row());
        let right = i16::from(other.column()) - i16::from(self.column());
        let up = i16::from(other.row()) - i16::from(self.row());
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (columns, rows) {
            (Equal, Greater) => Some(HexDirection::Up),
            (Equal, Less) => Some(HexDirection::Down),
            (Greater, Equal) => Some(HexDirection::Right),
            (Less, Equal) => Some(HexDirection::Left),
            (Greater, Greater) if right == up => Some(HexDirection::RightUp),
            (Less, Less) if right == up => Some(HexDirection::LeftDown),
            _ => None,
        }
    }

    /// The points strictly between this one and `other`, which must lie in `direction`.
    #[inline]
    pub(super) fn between(self, direction: HexDirection, other: BoardPoint) -> PointSet {
        self.ray(direction) & other.ray(direction.opposite())
    }
}

/// One of the six directions in which rings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexDirection {
    /// Up along a column: same letter, next higher number.
    Up,
    /// Right along a row: next letter, same number.
    Right,
    /// Up along a diagonal: next letter and next higher number.
    RightUp,
    /// Down along a column: same letter, next lower number.
    Down,
    /// Left along a row: previous letter, same number.
    Left,
    /// Down along a diagonal: previous letter and next lower number.
    LeftDown,
}

impl HexDirection {
    /// All six directions; the first three lead to higher point indices.
    pub const ALL: [HexDirection; 6] = [
        HexDirection::Up,
        HexDirection::Right,
        HexDirection::RightUp,
        HexDirection::Down,
        HexDirection::Left,
        HexDirection::LeftDown,
    ];

    /// One direction for each of the three orientations of lines.
    pub const LINES: [HexDirection; 3] =
        [HexDirection::Up, HexDirection::Right, HexDirection::RightUp];

    /// The opposite direction.
    #[inline]
    pub const fn opposite(self) -> HexDirection {
        match self {
            HexDirection::Up => HexDirection::Down,
            HexDirection::Right => HexDirection::Left,
            HexDirection::RightUp => HexDirection::LeftDown,
            HexDirection::Down => HexDirection::Up,
            HexDirection::Left => HexDirection::Right,
            HexDirection::LeftDown => HexDirection::RightUp,
        }
    }

    /// Difference of the point indices for one step in this direction.
    #[inline]
    pub(super) const fn stride(self) -> i8 {
        match self {
            HexDirection::Up => 1,
            HexDirection::Right => SIDE as i8,
            HexDirection::RightUp => SIDE as i8 + 1,
            HexDirection::Down => -1,
            HexDirection::Left => -(SIDE as i8),
            HexDirection::LeftDown => -(SIDE as i8) - 1,
        }
    }
}

/// Set of points from a point to the rim in each direction: `RAYS[direction][point]`.
static RAYS: [[PointSet; NUMBERS]; 6] = rays();

const fn rays() -> [[PointSet; NUMBERS]; 6] {
    let mut rays = [[PointSet::NONE; NUMBERS]; 6];
    let mut d = 0;
    while d < 6 {
        let stride = HexDirection::ALL[d].stride() as i16;
        let mut from = 0;
        while from < NUMBERS {
            if PointSet::BOARD.0 >> from & 1 == 1 {
                let mut at = from as i16 + stride;
                while at >= 0 && at < NUMBERS as i16 && PointSet::BOARD.0 >> at & 1 == 1 {
                    rays[d][from].0 |= 1 << at;
                    at += stride;
                }
            }
            from += 1;
        }
        d += 1;
    }
    rays
}

/// Number of points from a point to the rim in each direction: `ROOM[direction][point]`.
static ROOM: [[u8; NUMBERS]; 6] = {
    let rays = rays();
    let mut room = [[0; NUMBERS]; 6];
    let mut d = 0;
    while d < 6 {
        let mut from = 0;
        while from < NUMBERS {
            room[d][from] = rays[d][from].0.count_ones() as u8;
            from += 1;
        }
        d += 1;
    }
    room
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_85_points_on_lines_of_4_to_10() {
        assert_eq!(BoardPoint::all().count(), 85);
        for direction in HexDirection::LINES {
            let ends: Vec<BoardPoint> = BoardPoint::all()
                .filter(|point| point.step(direction.opposite()).is_none())
                .collect();
            let mut lengths: Vec<usize> = ends
                .iter()
                .map(|end| 1 + end.ray(direction).count())
                .collect();
            lengths.sort_unstable();
            assert_eq!(lengths, [4, 4, 7, 7, 8, 8, 9, 9, 9, 10, 10]);
        }
    }

    #[test]
    fn steps_go_to_neighbours_and_back() {
        for point in BoardPoint::all() {
            for direction in HexDirection::ALL {
                let Some(next) = point.step(direction) else {
                    continue;
                };
                assert!(BoardPoint::all().has(next));
                assert_eq!(next.step(direction.opposite()), Some(point));
                assert_eq!(point.direction_to(next), Some(direction));
                assert!(next.column().abs_diff(point.column()) <= 1);
                assert!(next.row().abs_diff(point.row()) <= 1);
            }
        }
    }

    #[test]
    fn the_board_is_the_same_turned_by_half() {
        // The centre is f6.
        for point in BoardPoint::all() {
            assert!(BoardPoint::at(10 - point.column(), 12 - point.row()).is_some());
        }
        assert_eq!(
            BoardPoint::at(5, 6).map(|f6| f6.neighbours().count()),
            Some(6)
        );
    }
}

//! The 85 points of the board, and the lines they lie on.
//!
//! PointSet are numbered on a grid of 11 by 11, column by column, so that a step along any of the
//! three kinds of lines is the same difference of numbers everywhere. The grid has no points of the
//! board next to each other that are not neighbours: where a column ends at its last row, the next
//! does not begin at its first.

use super::set::PointSet;

/// Columns, and rows of the grid.
pub(super) const SIDE: u8 = 11;

/// Numbers of points, those of the grid that are not on the board included.
pub(super) const NUMBERS: usize = SIDE as usize * SIDE as usize;

/// The first and the last row of each column, counted from 1.
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

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub(super) u8);

impl Point {
    /// The point in this column, counted from 0, and row, counted from 1; none off the board.
    pub fn at(column: u8, row: u8) -> Option<Point> {
        let &(first, last) = ROWS.get(usize::from(column))?;
        (first <= row && row <= last).then(|| Point(column * SIDE + row - 1))
    }

    /// Every point: `a2`, `a3` and so on to `k10`.
    pub fn all() -> PointSet {
        PointSet::BOARD
    }

    /// The column, counted from 0.
    #[inline]
    pub fn column(self) -> u8 {
        self.0 / SIDE
    }

    /// The row, counted from 1.
    #[inline]
    pub fn row(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// The number of the point, below 121. Not all numbers have a point.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of just this point.
    #[inline]
    pub fn set(self) -> PointSet {
        PointSet(1 << self.0)
    }

    /// The points around this one.
    pub fn neighbours(self) -> PointSet {
        let steps = Direction::ALL.map(|direction| self.step(direction));
        steps
            .into_iter()
            .flatten()
            .fold(PointSet::NONE, |set, point| set | point.set())
    }

    /// The next point in a direction; none at the rim.
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Point> {
        let next = Point(self.0.wrapping_add_signed(direction.stride()));
        RAYS[direction as usize][self.index()]
            .has(next)
            .then_some(next)
    }

    /// All points in a direction.
    #[inline]
    pub fn ray(self, direction: Direction) -> PointSet {
        RAYS[direction as usize][self.index()]
    }

    /// How many points there are in a direction.
    #[inline]
    pub(super) fn room(self, direction: Direction) -> u8 {
        ROOM[direction as usize][self.index()]
    }

    /// In which direction `other` lies, if both are on a line.
    #[inline]
    pub fn direction_to(self, other: Point) -> Option<Direction> {
        let columns = other.column().cmp(&self.column());
        let rows = other.row().cmp(&self.row());
        let right = i16::from(other.column()) - i16::from(self.column());
        let up = i16::from(other.row()) - i16::from(self.row());
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (columns, rows) {
            (Equal, Greater) => Some(Direction::Up),
            (Equal, Less) => Some(Direction::Down),
            (Greater, Equal) => Some(Direction::Right),
            (Less, Equal) => Some(Direction::Left),
            (Greater, Greater) if right == up => Some(Direction::RightUp),
            (Less, Less) if right == up => Some(Direction::LeftDown),
            _ => None,
        }
    }

    /// The points between this one and another in the direction `direction` of it.
    #[inline]
    pub(super) fn between(self, direction: Direction, other: Point) -> PointSet {
        self.ray(direction) & other.ray(direction.opposite())
    }
}

/// One of the six directions in which rings move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Same letter, higher number.
    Up,
    /// Next letter, same number.
    Right,
    /// Next letter, next number.
    RightUp,
    /// Same letter, lower number.
    Down,
    /// Letter before, same number.
    Left,
    /// Letter before, number before.
    LeftDown,
}

impl Direction {
    /// All of them; the first three are those of rising numbers of points.
    pub const ALL: [Direction; 6] = [
        Direction::Up,
        Direction::Right,
        Direction::RightUp,
        Direction::Down,
        Direction::Left,
        Direction::LeftDown,
    ];

    /// One direction for each of the three kinds of lines.
    pub const LINES: [Direction; 3] = [Direction::Up, Direction::Right, Direction::RightUp];

    /// The other way.
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Right => Direction::Left,
            Direction::RightUp => Direction::LeftDown,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::LeftDown => Direction::RightUp,
        }
    }

    /// How far the next point is in number.
    #[inline]
    pub(super) const fn stride(self) -> i8 {
        match self {
            Direction::Up => 1,
            Direction::Right => SIDE as i8,
            Direction::RightUp => SIDE as i8 + 1,
            Direction::Down => -1,
            Direction::Left => -(SIDE as i8),
            Direction::LeftDown => -(SIDE as i8) - 1,
        }
    }
}

/// All points in each direction from each number.
static RAYS: [[PointSet; NUMBERS]; 6] = rays();

const fn rays() -> [[PointSet; NUMBERS]; 6] {
    let mut rays = [[PointSet::NONE; NUMBERS]; 6];
    let mut d = 0;
    while d < 6 {
        let stride = Direction::ALL[d].stride() as i16;
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

/// The number of points in each direction from each number.
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
        assert_eq!(Point::all().count(), 85);
        for direction in Direction::LINES {
            let ends: Vec<Point> = Point::all()
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
        for point in Point::all() {
            for direction in Direction::ALL {
                let Some(next) = point.step(direction) else {
                    continue;
                };
                assert!(Point::all().has(next));
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
        for point in Point::all() {
            assert!(Point::at(10 - point.column(), 12 - point.row()).is_some());
        }
        assert_eq!(Point::at(5, 6).map(|f6| f6.neighbours().count()), Some(6));
    }
}

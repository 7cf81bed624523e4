//! A board: the hexes of each area, and the adjacency of areas.

use super::areas::{Area, AreaSet, MAX_AREAS};
use crate::mixing::mixed;

/// Number of hexes in each row of the Dice Wars grid.
pub const WIDTH: usize = 32;

/// Number of rows of the Dice Wars grid.
pub const HEIGHT: usize = 28;

/// Number of hexes of the Dice Wars grid.
pub(super) const HEXES: usize = WIDTH * HEIGHT;

/// A hex of the grid, numbered row by row from the top left. Odd rows are shifted half a hex right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u16);

impl Hex {
    /// Returns the hex at `column` and `row`, both counted from 0; `None` if it is off the grid.
    #[inline]
    pub const fn at(column: usize, row: usize) -> Option<Hex> {
        if column < WIDTH && row < HEIGHT {
            Some(Hex((row * WIDTH + column) as u16))
        } else {
            None
        }
    }

    /// Iterates over all hexes of the grid, row by row from the top left.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..HEXES as u16).map(Hex)
    }

    /// Column of the hex, counted from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % WIDTH
    }

    /// Row of the hex, counted from 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / WIDTH
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Iterates over the adjacent hexes, at most six.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        let HexNeighbours { hexes, count } = &NEIGHBOURS[self.index()];
        hexes[..usize::from(*count)].iter().copied()
    }
}

/// The neighbours of a hex: the first `count` elements of `hexes`.
#[derive(Clone, Copy)]
struct HexNeighbours {
    hexes: [Hex; 6],
    count: u8,
}

/// Precomputed neighbours of every hex, because board generation needs them thousands of times.
static NEIGHBOURS: [HexNeighbours; HEXES] = {
    let mut all = [HexNeighbours {
        hexes: [Hex(0); 6],
        count: 0,
    }; HEXES];
    let mut index = 0;
    while index < HEXES {
        all[index] = neighbours_of(Hex(index as u16));
        index += 1;
    }
    all
};

const fn neighbours_of(hex: Hex) -> HexNeighbours {
    let (column, row) = (hex.column() as isize, hex.row() as isize);
    let shift = row & 1;
    let around = [
        (column - 1, row),
        (column + 1, row),
        (column - 1 + shift, row - 1),
        (column + shift, row - 1),
        (column - 1 + shift, row + 1),
        (column + shift, row + 1),
    ];
    let mut near = HexNeighbours {
        hexes: [hex; 6],
        count: 0,
    };
    let mut index = 0;
    while index < around.len() {
        let (column, row) = around[index];
        // A negative coordinate wraps to a huge one, which is off the grid.
        if let Some(hex) = Hex::at(column as usize, row as usize) {
            near.hexes[near.count as usize] = hex;
            near.count += 1;
        }
        index += 1;
    }
    near
}

/// A Dice Wars map: the area of each hex, and the adjacency of areas. Constant during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceWarsBoard {
    /// Area of each hex as its index plus one; 0 for a hex outside all areas.
    hexes: [u8; HEXES],
    areas: u8,
    touching: [AreaSet; MAX_AREAS],
    hash: u64,
}

/// Reason why an assignment of hexes to areas is not a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvalidBoardReason {
    /// The area of this hex breaks the numbering of areas, which follows the order of first hexes.
    WrongOrder(Hex),
    /// The hexes of this area are not connected to each other.
    SplitArea(Area),
    /// Not all areas of the board are connected to each other.
    Disconnected,
}

impl DiceWarsBoard {
    /// Creates a board from the area of each hex: its index plus one, at most [`MAX_AREAS`], or 0
    /// for a hex outside all areas.
    pub(super) fn new(hexes: [u8; HEXES]) -> Result<DiceWarsBoard, InvalidBoardReason> {
        let board = DiceWarsBoard::from_contiguous(hexes)?;
        board.check_contiguous()?;
        Ok(board)
    }

    /// Creates a board like [`DiceWarsBoard::new`], without checking that each area is contiguous.
    pub(super) fn from_contiguous(hexes: [u8; HEXES]) -> Result<DiceWarsBoard, InvalidBoardReason> {
        let mut board = DiceWarsBoard {
            hexes,
            areas: 0,
            touching: [AreaSet::NONE; MAX_AREAS],
            hash: 0,
        };
        for hex in Hex::all() {
            let number = hexes[hex.index()];
            if number > board.areas + 1 {
                return Err(InvalidBoardReason::WrongOrder(hex));
            }
            board.areas = board.areas.max(number);
        }
        for hex in Hex::all() {
            let Some(area) = board.area_at(hex) else {
                continue;
            };
            let mut touching = board.touching[area.index()];
            for other in hex.neighbours().filter_map(|hex| board.area_at(hex)) {
                touching = touching.with(other);
            }
            board.touching[area.index()] = touching.without(area);
        }
        if board.areas > 0
            && board.region(board.all(), Area::at(0).expect("the first")) != board.all()
        {
            return Err(InvalidBoardReason::Disconnected);
        }
        board.hash = board.hexes.chunks(8).fold(0, |hash, chunk| {
            let word = chunk
                .iter()
                .fold(0, |word, &hex| word << 8 | u64::from(hex));
            mixed(hash, word)
        });
        Ok(board)
    }

    /// Checks that the hexes of every area are contiguous.
    fn check_contiguous(&self) -> Result<(), InvalidBoardReason> {
        let mut seen = [false; HEXES];
        let mut begun = AreaSet::NONE;
        let mut stack = Vec::with_capacity(HEXES);
        for hex in Hex::all() {
            let Some(area) = self.area_at(hex).filter(|_| !seen[hex.index()]) else {
                continue;
            };
            if begun.has(area) {
                return Err(InvalidBoardReason::SplitArea(area));
            }
            begun = begun.with(area);
            seen[hex.index()] = true;
            stack.push(hex);
            while let Some(hex) = stack.pop() {
                for next in hex.neighbours() {
                    if !seen[next.index()] && self.area_at(next) == Some(area) {
                        seen[next.index()] = true;
                        stack.push(next);
                    }
                }
            }
        }
        Ok(())
    }

    /// Number of areas on the board.
    #[inline]
    pub fn areas(&self) -> usize {
        usize::from(self.areas)
    }

    /// The set of all areas of the board.
    #[inline]
    pub fn all(&self) -> AreaSet {
        AreaSet::first(self.areas())
    }

    /// The area that contains a hex; `None` if it belongs to no area.
    #[inline]
    pub fn area_at(&self, hex: Hex) -> Option<Area> {
        usize::from(self.hexes[hex.index()])
            .checked_sub(1)
            .and_then(Area::at)
    }

    /// Area of each hex as its index plus one, or 0: the array for [`DiceWarsBoard::new`].
    #[cfg(test)]
    pub(super) fn numbers(&self) -> &[u8; HEXES] {
        &self.hexes
    }

    /// Iterates over the hexes of an area.
    pub fn hexes(&self, area: Area) -> impl Iterator<Item = Hex> {
        Hex::all().filter(move |&hex| self.area_at(hex) == Some(area))
    }

    /// The areas adjacent to `area`.
    #[inline]
    pub fn touching(&self, area: Area) -> AreaSet {
        self.touching[area.index()]
    }

    /// The connected component of `areas` that contains `start`.
    #[inline]
    pub fn region(&self, areas: AreaSet, start: Area) -> AreaSet {
        let mut region = AreaSet::only(start);
        let mut fresh = region;
        while let Some(area) = fresh.next() {
            let reached = self.touching(area).and(areas).minus(region);
            region = region.or(reached);
            fresh = fresh.or(reached);
        }
        region
    }

    /// Largest connected component of `areas`; of equally large ones, the one with the lowest area.
    #[inline]
    pub fn largest_region(&self, areas: AreaSet) -> AreaSet {
        let mut rest = areas;
        let mut largest = AreaSet::NONE;
        while rest.count() > largest.count() {
            let Some(start) = { rest }.next() else {
                break;
            };
            let region = self.region(rest, start);
            rest = rest.minus(region);
            if region.count() > largest.count() {
                largest = region;
            }
        }
        largest
    }

    /// Hash of the assignment of hexes to areas.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }
}

//! Fast random playouts without move lists, for Monte Carlo searches.
//!
//! Moves have the same distribution as uniform choice from the list of legal moves. Rejection
//! sampling draws a candidate from a superset until it is legal. Distances and hashes are not
//! updated. Once all walls are placed, a ply needs one table lookup.

use ludorum_core::{Game, Outcome, Rng, Seat};

use super::Quoridor;
use super::goal_distances::reaches;
use super::grid::{SquareGrid, SquareSide, WallSet};
use super::squares::{MAX_SQUARES, Square, SquareSet, Wall, WallOrientation};
use super::state::{MAX_PAWNS, State};
use super::wall_connectivity::{WallConnectivity, WallEndpointTable};

impl Quoridor {
    /// Plays uniformly random moves to the end; returns the outcome and the number of moves.
    pub fn random_playout(&self, state: &State, rng: &mut Rng) -> (Outcome, u64) {
        if let Some(outcome) = self.outcome(state) {
            return (outcome, 0);
        }
        let mut game = QuoridorPlayoutState::new(self, state);
        let seats = self.seats;
        let longest = self.max_plies() as usize;
        let first = usize::from(state.ply);
        let mut seat = first % seats;
        let mut walls: usize = game.left[..seats]
            .iter()
            .map(|&left| usize::from(left))
            .sum();
        for ply in first..longest {
            let moved = if walls > 0 && game.left[seat] > 0 {
                let moved = game.any_move(seat, rng);
                walls -= usize::from(moved == QuoridorPlayoutMoveKind::Wall);
                moved
            } else {
                game.pawn_move(seat, rng)
            };
            if moved == QuoridorPlayoutMoveKind::Pawn && game.is_on_goal(seat) {
                let outcome = Outcome::win(seats, Seat::new(seat));
                return (outcome, (ply + 1 - first) as u64);
            }
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        (Outcome::draw(seats), (longest - first) as u64)
    }
}

/// Lookup tables for random playouts of Quoridor.
#[derive(Clone, Debug)]
pub(super) struct QuoridorPlayoutTables {
    /// One byte per square of a board without walls. Low bits: open sides in the order of
    /// [`SquareSide::ALL`]; high bits: seats whose goal contains the square.
    blank: [u8; MAX_SQUARES],
    points: WallEndpointTable,
}

impl QuoridorPlayoutTables {
    pub(super) fn new(grid: &SquareGrid, goals: &[SquareSet; MAX_PAWNS]) -> QuoridorPlayoutTables {
        let passages = grid.passages(&WallSet::default());
        let mut blank = [0; MAX_SQUARES];
        for square in grid.all() {
            let byte = &mut blank[square.index()];
            for (bit, side) in SquareSide::ALL.into_iter().enumerate() {
                *byte |= u8::from(grid.open(&passages, square, side)) << bit;
            }
            for (bit, goal) in goals.iter().enumerate() {
                *byte |= u8::from(goal.has(square)) << (4 + bit);
            }
        }
        QuoridorPlayoutTables {
            blank,
            points: WallEndpointTable::new(grid),
        }
    }
}

/// The open sides of a square as a list, decoded from a bit mask of four bits.
#[derive(Clone, Copy)]
struct OpenSides {
    count: usize,
    list: [usize; 4],
}

const OPEN_SIDES: [OpenSides; 16] = {
    let none = OpenSides {
        count: 0,
        list: [0; 4],
    };
    let mut table = [none; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut side = 0;
        while side < 4 {
            if bits >> side & 1 == 1 {
                let sides = &mut table[bits];
                sides.list[sides.count] = side;
                sides.count += 1;
            }
            side += 1;
        }
        bits += 1;
    }
    table
};

/// Upper bound on the number of legal destinations of a pawn.
const MOST_STEPS: usize = 12;

/// Type of the last move of a random playout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuoridorPlayoutMoveKind {
    Pawn,
    Wall,
    Nothing,
}

/// A position of a random playout of Quoridor, with tables for fast move sampling.
struct QuoridorPlayoutState<'a> {
    rules: &'a Quoridor,
    grid: &'a SquareGrid,
    walls: WallSet,
    free: WallSet,
    /// [`QuoridorPlayoutTables::blank`] without the sides that walls have closed.
    squares: [u8; MAX_SQUARES],
    /// Index differences between a square and its four neighbours, modulo 256.
    strides: [u8; 4],
    pawns: [Square; MAX_PAWNS],
    left: [u8; MAX_PAWNS],
    connectivity: WallConnectivity,
}

impl<'a> QuoridorPlayoutState<'a> {
    fn new(rules: &'a Quoridor, state: &State) -> QuoridorPlayoutState<'a> {
        let size = rules.grid.size() as u8;
        let mut playout = QuoridorPlayoutState {
            rules,
            grid: &rules.grid,
            walls: WallSet::default(),
            free: rules.grid.free_slots(&WallSet::default()),
            squares: rules.tables.blank,
            strides: [size, 1, size.wrapping_neg(), 1u8.wrapping_neg()],
            pawns: state.pawns,
            left: state.left,
            connectivity: WallConnectivity::new(),
        };
        state.walls.iter().for_each(|wall| playout.add(wall));
        playout
    }

    #[inline]
    fn is_on_goal(&self, seat: usize) -> bool {
        self.squares[self.pawns[seat].index()] >> (4 + seat) & 1 == 1
    }

    /// True if another pawn is adjacent to that of `seat`, with false positives across board edges.
    #[inline]
    fn has_adjacent_pawn(&self, seat: usize) -> bool {
        let size = self.strides[0];
        let from = self.pawns[seat].0;
        let near = |other: Square| {
            let gap = other.0.abs_diff(from);
            gap == 1 || gap == size
        };
        if self.rules.seats == 2 {
            return near(self.pawns[1 - seat]);
        }
        self.pawns[..self.rules.seats]
            .iter()
            .any(|&other| near(other))
    }

    /// Sides on which the pawn of `seat` can step if no other pawn is adjacent to it.
    #[inline]
    fn sides(&self, seat: usize) -> &'static OpenSides {
        &OPEN_SIDES[usize::from(self.squares[self.pawns[seat].index()] & 15)]
    }

    #[inline]
    fn step(&mut self, seat: usize, side: usize) -> QuoridorPlayoutMoveKind {
        let pawn = &mut self.pawns[seat];
        *pawn = Square(pawn.0.wrapping_add(self.strides[side]));
        QuoridorPlayoutMoveKind::Pawn
    }

    /// Makes a random move of the pawn of `seat`; returns `Nothing` if the pawn cannot move.
    #[inline]
    fn pawn_move(&mut self, seat: usize, rng: &mut Rng) -> QuoridorPlayoutMoveKind {
        if !self.has_adjacent_pawn(seat) {
            let sides = self.sides(seat);
            let side = sides.list[rng.below(sides.count)];
            return self.step(seat, side);
        }
        let targets = self.targets(seat);
        match targets.count() {
            0 => QuoridorPlayoutMoveKind::Nothing,
            count => {
                self.pawns[seat] = targets.nth(rng.below(count));
                QuoridorPlayoutMoveKind::Pawn
            }
        }
    }

    /// Legal destinations of the pawn of `seat`, including jumps.
    fn targets(&self, seat: usize) -> SquareSet {
        let pawns = &self.pawns[..self.rules.seats];
        let occupied = pawns
            .iter()
            .fold(SquareSet::NONE, |set, pawn| set | pawn.set());
        let passages = self.grid.passages(&self.walls);
        self.rules.targets(&passages, self.pawns[seat], occupied)
    }

    /// Makes a random pawn or wall move of `seat`; returns `Nothing` if none is legal.
    fn any_move(&mut self, seat: usize, rng: &mut Rng) -> QuoridorPlayoutMoveKind {
        let inner = self.grid.size() - 1;
        let slots = inner * inner;
        // Limited, because sampling is slow with few legal moves and would not end with none.
        for _ in 0..2 * slots {
            let drawn = rng.below(MOST_STEPS + 2 * slots);
            let Some(wall) = drawn.checked_sub(MOST_STEPS) else {
                if !self.has_adjacent_pawn(seat) {
                    let sides = self.sides(seat);
                    if drawn < sides.count {
                        return self.step(seat, sides.list[drawn]);
                    }
                    continue;
                }
                let targets = self.targets(seat);
                if drawn < targets.count() {
                    self.pawns[seat] = targets.nth(drawn);
                    return QuoridorPlayoutMoveKind::Pawn;
                }
                continue;
            };
            let (slot, direction) = if wall < slots {
                (wall, WallOrientation::Horizontal)
            } else {
                (wall - slots, WallOrientation::Vertical)
            };
            // Slots are numbered without the last column.
            let square = Square((slot + slot / inner) as u8);
            let wall = Wall { square, direction };
            if self.free.along(direction).has(square) && self.keeps_all_paths(wall) {
                return self.place(seat, wall);
            }
        }
        self.pick_from_list(seat, rng)
    }

    /// Lists all moves of `seat` and plays a random one: the fallback when few or none are legal.
    #[cold]
    fn pick_from_list(&mut self, seat: usize, rng: &mut Rng) -> QuoridorPlayoutMoveKind {
        let targets = self.targets(seat);
        let steps = targets.count();
        let keeps_all_paths = |&wall: &Wall| self.keeps_all_paths(wall);
        let legal: Vec<Wall> = self.free.iter().filter(keeps_all_paths).collect();
        if steps + legal.len() == 0 {
            return QuoridorPlayoutMoveKind::Nothing;
        }
        let drawn = rng.below(steps + legal.len());
        if drawn < steps {
            self.pawns[seat] = targets.nth(drawn);
            return QuoridorPlayoutMoveKind::Pawn;
        }
        self.place(seat, legal[drawn - steps])
    }

    #[inline]
    fn keeps_all_paths(&self, wall: Wall) -> bool {
        if !self
            .connectivity
            .would_close(self.rules.tables.points.of(wall))
        {
            return true;
        }
        let passages = self.grid.passages(&self.walls.with(wall));
        (0..self.rules.seats).all(|seat| {
            reaches(
                self.grid,
                &passages,
                self.pawns[seat],
                self.rules.goals[seat],
            )
        })
    }

    fn place(&mut self, seat: usize, wall: Wall) -> QuoridorPlayoutMoveKind {
        self.left[seat] -= 1;
        self.add(wall);
        QuoridorPlayoutMoveKind::Wall
    }

    #[inline]
    fn add(&mut self, wall: Wall) {
        self.walls = self.walls.with(wall);
        self.free = self.grid.free_slots(&self.walls);
        self.connectivity.join(self.rules.tables.points.of(wall));
        let first = wall.square.index();
        let size = self.grid.size();
        // Offsets along and across the wall, and bits of the sides it closes.
        let (along, across, near, far) = match wall.direction {
            WallOrientation::Horizontal => (1, size, 0b0001, 0b0100),
            WallOrientation::Vertical => (size, 1, 0b0010, 0b1000),
        };
        for square in [first, first + along] {
            self.squares[square] &= !near;
            self.squares[square + across] &= !far;
        }
    }
}

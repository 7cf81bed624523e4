//! Whole games of uniformly random moves, many times faster than move by move.
//!
//! The same distribution over games as picking from the list of legal moves, without ever making
//! the list: a candidate is drawn from all moves one could think of and thrown away if it is not
//! legal, which leaves every legal move equally likely. Distances and hashes are not kept. Once all
//! walls are placed, each ply is a look at one byte.

use ludorum_core::{Game, Outcome, Rng, Seat};

use super::Quoridor;
use super::field::reaches;
use super::grid::{Grid, Passages, Walls};
use super::squares::{Direction, MAX_SQUARES, Square, Squares, Wall};
use super::state::{MAX_PAWNS, State};

impl Quoridor {
    /// Plays uniformly random moves to the end; returns how it ended and the number of moves.
    pub fn random_playout(&self, state: &State, rng: &mut Rng) -> (Outcome, u64) {
        if let Some(outcome) = self.outcome(state) {
            return (outcome, 0);
        }
        let mut game = Lean::new(self, state);
        let seats = self.seats;
        let longest = 4 * (self.grid.size() * self.grid.size());
        let mut ply = usize::from(state.ply);
        let mut seat = ply % seats;
        let outcome = |winner: Option<usize>, ply: usize| {
            let outcome = match winner {
                Some(seat) => Outcome::win(seats, Seat::new(seat)),
                None => Outcome::draw(seats),
            };
            (outcome, (ply - usize::from(state.ply)) as u64)
        };
        // 1. While anyone has walls.
        while game.left[..seats].iter().any(|&left| left > 0) {
            if ply >= longest {
                return outcome(None, ply);
            }
            let moved = if game.left[seat] > 0 {
                game.any_move(seat, rng)
            } else {
                game.pawn_move(seat, rng)
            };
            ply += 1;
            if moved && self.goals[seat].has(game.pawns[seat]) {
                return outcome(Some(seat), ply);
            }
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        // 2. Nothing but pawns.
        let squares = game.byte_a_square();
        let strides = game.strides();
        while ply < longest {
            let from = game.pawns[seat];
            let moved = if game.is_near(seat) {
                game.pawn_move(seat, rng)
            } else {
                let sides = &SIDES[usize::from(squares[from.index()] & 15)];
                let side = sides.list[rng.below(sides.count)];
                game.pawns[seat] = Square(from.0.wrapping_add(strides[side]));
                true
            };
            ply += 1;
            if moved && squares[game.pawns[seat].index()] >> (4 + seat) & 1 == 1 {
                return outcome(Some(seat), ply);
            }
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        outcome(None, ply)
    }
}

/// Which of the four sides are set in four bits.
#[derive(Clone, Copy)]
struct Sides {
    count: usize,
    list: [usize; 4],
}

const SIDES: [Sides; 16] = {
    let none = Sides {
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

/// No pawn has more places to go to.
const MOST_STEPS: usize = 12;

/// A position without what playouts do not need.
struct Lean<'a> {
    rules: &'a Quoridor,
    grid: &'a Grid,
    walls: Walls,
    free: Walls,
    passages: Passages,
    pawns: [Square; MAX_PAWNS],
    left: [u8; MAX_PAWNS],
    posts: Posts,
}

impl<'a> Lean<'a> {
    fn new(rules: &'a Quoridor, state: &State) -> Lean<'a> {
        let grid = &rules.grid;
        let mut posts = Posts::new(grid);
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in state.walls.along(direction) {
                posts.join(grid, Wall { square, direction });
            }
        }
        Lean {
            rules,
            grid,
            walls: state.walls,
            free: grid.free_slots(&state.walls),
            passages: grid.passages(&state.walls),
            pawns: state.pawns,
            left: state.left,
            posts,
        }
    }

    fn occupied(&self) -> Squares {
        let pawns = &self.pawns[..self.rules.seats];
        pawns
            .iter()
            .fold(Squares::NONE, |set, pawn| set | pawn.set())
    }

    /// Whether another pawn stands on one of the four squares around.
    #[inline]
    fn is_near(&self, seat: usize) -> bool {
        let size = self.grid.size() as u8;
        let from = self.pawns[seat].0;
        let mut near = false;
        for other in 0..self.rules.seats {
            let gap = self.pawns[other].0.abs_diff(from);
            near |= gap == 1 || gap == size;
        }
        near
    }

    /// How far the squares on the four sides of a square are from it in number.
    fn strides(&self) -> [u8; 4] {
        let size = self.grid.size() as u8;
        [size, 1, size.wrapping_neg(), 255]
    }

    /// Moves the pawn at random; returns whether it could.
    fn pawn_move(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let targets = self.targets(seat);
        let count = targets.count();
        if count > 0 {
            self.pawns[seat] = targets.nth(rng.below(count));
        }
        count > 0
    }

    fn targets(&self, seat: usize) -> Squares {
        self.rules
            .targets(&self.passages, self.pawns[seat], self.occupied())
    }

    /// Moves the pawn or places a wall at random; returns whether the pawn moved.
    fn any_move(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let inner = self.grid.size() - 1;
        let slots = inner * inner;
        // When nothing can be drawn any more, drawing would not end.
        for _ in 0..64 * slots {
            let drawn = rng.below(MOST_STEPS + 2 * slots);
            if drawn < MOST_STEPS {
                let targets = self.targets(seat);
                if drawn < targets.count() {
                    self.pawns[seat] = targets.nth(drawn);
                    return true;
                }
                continue;
            }
            let drawn = drawn - MOST_STEPS;
            let (slot, direction) = if drawn < slots {
                (drawn, Direction::Horizontal)
            } else {
                (drawn - slots, Direction::Vertical)
            };
            // Slots are numbered without the last column.
            let square = Square((slot + slot / inner) as u8);
            let wall = Wall { square, direction };
            if self.free.along(direction).has(square) && self.keeps_paths(wall) {
                self.place(seat, wall);
                return false;
            }
        }
        self.pick_from_list(seat, rng)
    }

    /// The slow way, for positions in which hardly any wall is legal.
    fn pick_from_list(&mut self, seat: usize, rng: &mut Rng) -> bool {
        let targets = self.targets(seat);
        let steps = targets.count();
        let mut legal = Vec::new();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let walls = self
                .free
                .along(direction)
                .map(|square| Wall { square, direction });
            legal.extend(walls.filter(|&wall| self.keeps_paths(wall)));
        }
        match steps + legal.len() {
            0 => false,
            all => {
                let drawn = rng.below(all);
                if drawn < steps {
                    self.pawns[seat] = targets.nth(drawn);
                    return true;
                }
                self.place(seat, legal[drawn - steps]);
                false
            }
        }
    }

    fn keeps_paths(&self, wall: Wall) -> bool {
        if !self.posts.would_close(self.grid, wall) {
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

    fn place(&mut self, seat: usize, wall: Wall) {
        self.left[seat] -= 1;
        self.walls = self.walls.with(wall);
        self.free = self.grid.free_slots(&self.walls);
        self.passages = self.grid.passages(&self.walls);
        self.posts.join(self.grid, wall);
    }

    /// For every square a byte: the lower bits say on which sides it is open, the upper ones of
    /// which seats it is a goal.
    fn byte_a_square(&self) -> [u8; MAX_SQUARES] {
        let (up, right) = (self.passages.up.0, self.passages.right.0);
        let size = self.grid.size();
        let goals = self.rules.goals.map(|goal| goal.0);
        let sets = [
            up,
            right,
            up << size,
            right << 1,
            goals[0],
            goals[1],
            goals[2],
            goals[3],
        ];
        let mut bytes = [0; MAX_SQUARES];
        for (bit, set) in sets.into_iter().enumerate() {
            let (low, high) = (set as u64, (set >> 64) as u64);
            for (square, byte) in bytes[..size * size].iter_mut().enumerate() {
                let word = if square < 64 { low } else { high };
                *byte |= ((word >> (square & 63) & 1) as u8) << bit;
            }
        }
        bytes
    }
}

/// Which corners of squares are joined by walls. The rim of the board is one corner.
///
/// A wall closes off a part of the board just when it joins two of its three points that are
/// joined already.
struct Posts {
    /// The corner each corner was joined to; itself if to none (union-find).
    root: [u8; 128],
}

/// The rim, as a number no inner corner has.
const RIM: u8 = 127;

impl Posts {
    fn new(_: &Grid) -> Posts {
        let mut root = [0; 128];
        let mut corner = 0;
        while corner < 128 {
            root[corner] = corner as u8;
            corner += 1;
        }
        Posts { root }
    }

    /// The two ends and the middle of a wall. Inner corners are numbered as the squares to their
    /// lower left.
    #[inline]
    fn points(grid: &Grid, wall: Wall) -> [u8; 3] {
        let size = grid.size() as u8;
        let middle = wall.square.0;
        let (place, step) = match wall.direction {
            Direction::Horizontal => (middle % size, 1),
            Direction::Vertical => (middle / size, size),
        };
        let before = if place == 0 { RIM } else { middle - step };
        let after = if place + 2 == size {
            RIM
        } else {
            middle + step
        };
        [before, middle, after]
    }

    #[inline]
    fn find(&self, corner: u8) -> u8 {
        let mut at = corner;
        loop {
            let up = self.root[usize::from(at & 127)];
            if up == at {
                return at;
            }
            at = up;
        }
    }

    #[inline]
    fn would_close(&self, grid: &Grid, wall: Wall) -> bool {
        let [a, b, c] = Posts::points(grid, wall).map(|point| self.find(point));
        a == b || b == c || a == c
    }

    fn join(&mut self, grid: &Grid, wall: Wall) {
        let [a, b, c] = Posts::points(grid, wall);
        let into = self.find(b);
        for point in [a, c] {
            let root = self.find(point);
            self.root[usize::from(root)] = into;
        }
    }
}

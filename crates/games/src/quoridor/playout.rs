//! Whole games of uniformly random moves, many times faster than move by move.
//!
//! The same distribution over games as picking from the list of legal moves, without ever making
//! the list: a candidate is drawn from all moves one could think of and thrown away if it is not
//! legal, which leaves every legal move equally likely. Distances and hashes are not kept. Once all
//! walls are placed, a ply is a look at one byte.

use ludorum_core::{Game, Outcome, Rng, Seat};

use super::Quoridor;
use super::field::reaches;
use super::grid::{Grid, Side, Walls};
use super::posts::{Posts, WallEnds};
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
                walls -= usize::from(moved == Moved::Wall);
                moved
            } else {
                game.pawn_move(seat, rng)
            };
            if moved == Moved::Pawn && game.is_on_goal(seat) {
                let outcome = Outcome::win(seats, Seat::new(seat));
                return (outcome, (ply + 1 - first) as u64);
            }
            seat = if seat + 1 == seats { 0 } else { seat + 1 };
        }
        (Outcome::draw(seats), (longest - first) as u64)
    }
}

/// What playouts look up instead of working it out.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    /// For every square of a board without walls a byte: the lower bits say on which sides it is
    /// open, in the order of [`Side::ALL`], the upper ones of which seats it is a goal.
    blank: [u8; MAX_SQUARES],
    ends: WallEnds,
}

impl Tables {
    pub(super) fn new(grid: &Grid, goals: &[Squares; MAX_PAWNS]) -> Tables {
        let passages = grid.passages(&Walls::default());
        let mut blank = [0; MAX_SQUARES];
        for square in grid.all() {
            let byte = &mut blank[square.index()];
            for (bit, side) in Side::ALL.into_iter().enumerate() {
                *byte |= u8::from(grid.open(&passages, square, side)) << bit;
            }
            for (bit, goal) in goals.iter().enumerate() {
                *byte |= u8::from(goal.has(square)) << (4 + bit);
            }
        }
        Tables {
            blank,
            ends: WallEnds::new(grid),
        }
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

/// What a move was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    Pawn,
    Wall,
    Nothing,
}

/// A position without what playouts do not need.
struct Lean<'a> {
    rules: &'a Quoridor,
    grid: &'a Grid,
    walls: Walls,
    free: Walls,
    /// What is left of [`Tables::blank`].
    squares: [u8; MAX_SQUARES],
    /// How far the squares on the four sides of a square are from it in number.
    strides: [u8; 4],
    pawns: [Square; MAX_PAWNS],
    left: [u8; MAX_PAWNS],
    posts: Posts,
}

impl<'a> Lean<'a> {
    fn new(rules: &'a Quoridor, state: &State) -> Lean<'a> {
        let size = rules.grid.size() as u8;
        let mut lean = Lean {
            rules,
            grid: &rules.grid,
            walls: Walls::default(),
            free: rules.grid.free_slots(&Walls::default()),
            squares: rules.tables.blank,
            strides: [size, 1, size.wrapping_neg(), 1u8.wrapping_neg()],
            pawns: state.pawns,
            left: state.left,
            posts: Posts::new(),
        };
        for direction in [Direction::Horizontal, Direction::Vertical] {
            for square in state.walls.along(direction) {
                lean.add(Wall { square, direction });
            }
        }
        lean
    }

    #[inline]
    fn is_on_goal(&self, seat: usize) -> bool {
        self.squares[self.pawns[seat].index()] >> (4 + seat) & 1 == 1
    }

    /// Whether another pawn may stand on one of the four squares around.
    #[inline]
    fn is_near(&self, seat: usize) -> bool {
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

    /// The sides on which the pawn of a seat can go one step if no pawn is near.
    #[inline]
    fn sides(&self, seat: usize) -> &'static Sides {
        &SIDES[usize::from(self.squares[self.pawns[seat].index()] & 15)]
    }

    #[inline]
    fn step(&mut self, seat: usize, side: usize) -> Moved {
        let pawn = &mut self.pawns[seat];
        *pawn = Square(pawn.0.wrapping_add(self.strides[side]));
        Moved::Pawn
    }

    /// Moves the pawn at random if it can move.
    #[inline]
    fn pawn_move(&mut self, seat: usize, rng: &mut Rng) -> Moved {
        if !self.is_near(seat) {
            let sides = self.sides(seat);
            let side = sides.list[rng.below(sides.count)];
            return self.step(seat, side);
        }
        let targets = self.targets(seat);
        match targets.count() {
            0 => Moved::Nothing,
            count => {
                self.pawns[seat] = targets.nth(rng.below(count));
                Moved::Pawn
            }
        }
    }

    /// Where the pawn can go, jumps included.
    fn targets(&self, seat: usize) -> Squares {
        let pawns = &self.pawns[..self.rules.seats];
        let occupied = pawns
            .iter()
            .fold(Squares::NONE, |set, pawn| set | pawn.set());
        let passages = self.grid.passages(&self.walls);
        self.rules.targets(&passages, self.pawns[seat], occupied)
    }

    /// Moves the pawn or places a wall at random.
    fn any_move(&mut self, seat: usize, rng: &mut Rng) -> Moved {
        let inner = self.grid.size() - 1;
        let slots = inner * inner;
        // When hardly anything is legal, drawing takes long; when nothing is, it would not end.
        for _ in 0..2 * slots {
            let drawn = rng.below(MOST_STEPS + 2 * slots);
            let Some(wall) = drawn.checked_sub(MOST_STEPS) else {
                if !self.is_near(seat) {
                    let sides = self.sides(seat);
                    if drawn < sides.count {
                        return self.step(seat, sides.list[drawn]);
                    }
                    continue;
                }
                let targets = self.targets(seat);
                if drawn < targets.count() {
                    self.pawns[seat] = targets.nth(drawn);
                    return Moved::Pawn;
                }
                continue;
            };
            let (slot, direction) = if wall < slots {
                (wall, Direction::Horizontal)
            } else {
                (wall - slots, Direction::Vertical)
            };
            // Slots are numbered without the last column.
            let square = Square((slot + slot / inner) as u8);
            let wall = Wall { square, direction };
            if self.free.along(direction).has(square) && self.keeps_paths(wall) {
                return self.place(seat, wall);
            }
        }
        self.pick_from_list(seat, rng)
    }

    /// The slow way, for positions in which hardly anything is legal.
    #[cold]
    fn pick_from_list(&mut self, seat: usize, rng: &mut Rng) -> Moved {
        let targets = self.targets(seat);
        let steps = targets.count();
        let mut legal = Vec::new();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let walls = self.free.along(direction);
            let walls = walls.map(|square| Wall { square, direction });
            legal.extend(walls.filter(|&wall| self.keeps_paths(wall)));
        }
        if steps + legal.len() == 0 {
            return Moved::Nothing;
        }
        let drawn = rng.below(steps + legal.len());
        if drawn < steps {
            self.pawns[seat] = targets.nth(drawn);
            return Moved::Pawn;
        }
        self.place(seat, legal[drawn - steps])
    }

    #[inline]
    fn keeps_paths(&self, wall: Wall) -> bool {
        if !self.posts.would_close(self.rules.tables.ends.of(wall)) {
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

    fn place(&mut self, seat: usize, wall: Wall) -> Moved {
        self.left[seat] -= 1;
        self.add(wall);
        Moved::Wall
    }

    #[inline]
    fn add(&mut self, wall: Wall) {
        self.walls = self.walls.with(wall);
        self.free = self.grid.free_slots(&self.walls);
        self.posts.join(self.rules.tables.ends.of(wall));
        let first = wall.square.index();
        let size = self.grid.size();
        // The two squares along the wall, from them to those across it, and the sides it closes.
        let (along, across, near, far) = match wall.direction {
            Direction::Horizontal => (1, size, 0b0001, 0b0100),
            Direction::Vertical => (size, 1, 0b0010, 0b1000),
        };
        for square in [first, first + along] {
            self.squares[square] &= !near;
            self.squares[square + across] &= !far;
        }
    }
}

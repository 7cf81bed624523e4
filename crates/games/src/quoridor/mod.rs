//! Quoridor on boards of 3 by 3 to 11 by 11, for two and four players.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters |
//! | `squares.rs` | squares, sets of squares as bits, walls |
//! | `grid.rs` | geometry: steps, walls and blocked edges, for all squares at once |
//! | `goal_distances.rs` | distances from a goal, and the walls that change them |
//! | `state.rs` | positions, with hash and distances |
//! | `pawns.rs` | pawn moves: steps and jumps |
//! | `placing.rs` | wall moves, and reasons why others are illegal |
//! | `playout.rs`, `wall_connectivity.rs` | fast random playouts |
//! | `rules.rs` | turns, making and unmaking moves, outcomes |
//! | `notation.rs` | moves as text, in four notations |
//! | `position.rs` | positions as text |
//! | `draw.rs` | the board as terminal text |
//! | `encode.rs`, `picture.rs` | number planes and pictures |
//!
//! Geometry and distances are independent of players, so that other games on the same board can use
//! them.

pub mod goal_distances;
pub mod grid;

mod draw;
mod encode;
mod notation;
mod pawns;
mod picture;
mod placing;
mod playout;
mod position;
mod rules;
mod squares;
mod state;
mod wall_connectivity;

use ludorum_core::{Configure, Param, ParamError, Params, Seat};

pub(crate) use encode::board_planes;
pub use notation::WallNotation;
pub(crate) use notation::{parse_square, print_square};
pub(crate) use picture::draw_wall;
pub use placing::IllegalWallReason;
pub use rules::Undo;
pub use squares::{MAX_SIZE, Square, SquareSet, Wall, WallOrientation};
pub use state::{MAX_PAWNS, State};

use goal_distances::GoalDistances;
use grid::{SquareGrid, WallSet};
use playout::PlayoutTables;
use state::ZobristKeys;

/// The game: one variant of Quoridor.
#[derive(Clone, Debug)]
pub struct Quoridor {
    grid: SquareGrid,
    seats: usize,
    walls: u8,
    goals: [SquareSet; MAX_PAWNS],
    starts: [Square; MAX_PAWNS],
    form: WallNotation,
    keys: Box<ZobristKeys>,
    tables: Box<PlayoutTables>,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the pawn to this square, by a step or a jump.
    Step(Square),
    /// Places a wall.
    Place(Wall),
    /// Passes; legal only if there is no other move.
    Pass,
}

/// Walls in hand at the start for two players, by board size from 3.
const WALLS_FOR_TWO: [u8; 9] = [1, 2, 4, 5, 6, 8, 10, 12, 15];

impl Quoridor {
    /// The game on a board of `size` by `size` squares for two or four `seats` with `walls` each.
    ///
    /// # Panics
    /// If there is no such board, or another number of seats.
    pub fn new(size: usize, seats: usize, walls: u8) -> Quoridor {
        assert!(size >= 3, "no board of size {size}");
        let grid = SquareGrid::new(size);
        let middle = (size - 1) / 2;
        let last = size - 1;
        // Start and goal of each pawn; four seats go clockwise.
        let bottom = ((middle, 0), grid.row(last));
        let left = ((0, middle), grid.column(last));
        let top = ((middle, last), grid.row(0));
        let right = ((last, middle), grid.column(0));
        let places = match seats {
            2 => [bottom, top, bottom, top],
            4 => [bottom, left, top, right],
            _ => panic!("two or four players, not {seats}"),
        };
        let start = |(column, row): (usize, usize)| grid.square(column, row).expect("on the board");
        let places = places.map(|(place, goal)| (start(place), goal));
        Quoridor::between(size, &places[..seats], walls)
    }

    /// The game on a board of `size` by `size` squares, with one seat for each start and goal and
    /// `walls` each.
    ///
    /// # Panics
    /// If there is no such board, or there are not two to four seats.
    pub fn between(size: usize, places: &[(Square, SquareSet)], walls: u8) -> Quoridor {
        let seats = places.len();
        assert!(
            (2..=MAX_PAWNS).contains(&seats),
            "two to four players, not {seats}"
        );
        let grid = SquareGrid::new(size);
        // Unused seats repeat the others' places and are never read.
        let place = |index: usize| places[index % seats];
        let goals = std::array::from_fn(|index| place(index).1);
        Quoridor {
            seats,
            walls,
            goals,
            starts: std::array::from_fn(|index| place(index).0),
            form: WallNotation::Ours,
            keys: Box::new(ZobristKeys::new()),
            tables: Box::new(PlayoutTables::new(&grid, &goals)),
            grid,
        }
    }

    /// Default number of walls for each player at the start.
    pub fn default_walls(size: usize, seats: usize) -> u8 {
        let for_two = WALLS_FOR_TWO[size - 3];
        if seats == 4 { for_two / 2 } else { for_two }
    }

    /// Board geometry.
    #[inline]
    pub fn grid(&self) -> &SquareGrid {
        &self.grid
    }

    /// The goal squares of `seat`.
    #[inline]
    pub fn goal(&self, seat: Seat) -> SquareSet {
        self.goals[seat.index()]
    }

    /// Start square of `seat`.
    pub fn start(&self, seat: Seat) -> Square {
        self.starts[seat.index()]
    }

    /// Walls of each player at the start.
    pub fn walls(&self) -> u8 {
        self.walls
    }

    /// Builds a position from its parts and fills the caches.
    pub(crate) fn assemble(
        &self,
        walls: WallSet,
        pawns: [Square; MAX_PAWNS],
        left: [u8; MAX_PAWNS],
        ply: u16,
    ) -> State {
        let passages = self.grid.passages(&walls);
        let mut state = State {
            walls,
            pawns,
            left,
            seats: self.seats as u8,
            ply,
            hash: 0,
            goal_distances: [GoalDistances::default(); MAX_PAWNS],
        };
        for seat in Seat::all(self.seats) {
            state.goal_distances[seat.index()] =
                GoalDistances::new(&self.grid, &passages, self.goal(seat));
        }
        state.hash = self.keys.hash(&self.grid, &state);
        state
    }
}

impl Configure for Quoridor {
    const NAME: &'static str = "quoridor";
    const SUMMARY: &'static str = "Race to the other side, or build walls to slow the others down";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["north", "east", "south", "west", "ply-cap"];

    fn params() -> Vec<Param> {
        let most_walls = i64::from(u8::MAX) / 2;
        vec![
            Param::int(
                "size",
                "rows and columns of the board",
                9,
                (3, MAX_SIZE as i64),
            ),
            Param::int(
                "walls",
                "walls per player; by board size if not given",
                10,
                (0, most_walls),
            )
            .with_default(None),
            Param::choice("players", "number of players", ["2", "4"]),
            Param::choice(
                "notation",
                "wall notation",
                WallNotation::ALL.map(WallNotation::name),
            ),
        ]
    }

    fn configure(params: &Params) -> Result<Quoridor, ParamError> {
        let size = params.int("size") as usize;
        let seats = if params.choice("players") == "4" {
            4
        } else {
            2
        };
        let walls = params.int_if_given("walls").map(|walls| walls as u8);
        let walls = walls.unwrap_or_else(|| Quoridor::default_walls(size, seats));
        let form = WallNotation::named(params.choice("notation"))
            .expect("the parameter offers just these");
        Ok(Quoridor {
            form,
            ..Quoridor::new(size, seats, walls)
        })
    }

    /// Equation 4.5 of the thesis (after Mertens 2006): the number of pawn placements, times the
    /// number of ways to place walls one by one when each takes away four slots.
    ///
    /// The equation is printed with one wall too many. This follows Mertens, whose number for the
    /// usual board it is meant to give.
    fn log10_positions(&self) -> Option<f64> {
        let squares = self.grid.all().count() as f64;
        let pawns: f64 = (0..self.seats).map(|pawn| squares - pawn as f64).product();
        let slots = 2.0 * self.grid.slots().count() as f64;
        let walls = usize::from(self.walls) * self.seats;
        let (mut ways, mut sum) = (1.0, 1.0);
        for placed in 0..walls {
            ways *= (slots - 4.0 * placed as f64).max(0.0);
            sum += ways;
        }
        Some((pawns * sum).log10())
    }
}

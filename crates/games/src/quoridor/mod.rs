//! Quoridor on boards of 3 by 3 to 11 by 11, for two and four players.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters |
//! | `squares.rs` | squares, sets of squares as bits, walls |
//! | `grid.rs` | geometry: steps, walls and blocked edges on bitboards |
//! | `goal_distances.rs` | distances from a goal, and the walls that change them |
//! | `state.rs` | positions, with hash and distances |
//! | `pawns.rs` | pawn moves: steps and jumps |
//! | `placing.rs` | legal wall moves, and reasons why a wall is illegal |
//! | `playout.rs`, `wall_connectivity.rs` | fast random playouts |
//! | `rules.rs` | turns, making and unmaking moves, outcomes |
//! | `notation.rs` | moves as text, in four notations |
//! | `position.rs` | positions as text |
//! | `draw.rs` | the board as terminal text |
//! | `encode.rs`, `picture.rs` | tensor encoding and pictures |
//!
//! Geometry and distances are independent of players, so other games on this board reuse them.

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
use playout::QuoridorPlayoutTables;
use state::QuoridorZobristKeys;

/// The rules of Quoridor with a given board size, number of seats and number of walls.
#[derive(Clone, Debug)]
pub struct Quoridor {
    grid: SquareGrid,
    seats: usize,
    walls: u8,
    goals: [SquareSet; MAX_PAWNS],
    starts: [Square; MAX_PAWNS],
    form: WallNotation,
    keys: Box<QuoridorZobristKeys>,
    tables: Box<QuoridorPlayoutTables>,
}

/// A move of Quoridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves the pawn of the seat to move to this square, by a step or a jump.
    Step(Square),
    /// Places this wall on the board.
    Place(Wall),
    /// Passes the turn; legal only if there is no other move.
    Pass,
}

/// Number of walls per player in a game for two, indexed by board size minus 3.
const WALLS_FOR_TWO: [u8; 9] = [1, 2, 4, 5, 6, 8, 10, 12, 15];

impl Quoridor {
    /// Creates a game on `size` by `size` squares for two or four `seats`, each with `walls` walls.
    ///
    /// # Panics
    /// If `size` is not 3 to [`MAX_SIZE`], or `seats` is neither 2 nor 4.
    pub fn new(size: usize, seats: usize, walls: u8) -> Quoridor {
        assert!(size >= 3, "no board of size {size}");
        let grid = SquareGrid::new(size);
        let middle = (size - 1) / 2;
        let last = size - 1;
        // Start and goal of each pawn; with four seats in clockwise order.
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

    /// Creates a game on `size` by `size` squares with `walls` walls per seat; `places` has the
    /// start square and goal squares of each seat.
    ///
    /// # Panics
    /// If `size` is not 2 to [`MAX_SIZE`], or there are not two to four seats.
    pub fn between(size: usize, places: &[(Square, SquareSet)], walls: u8) -> Quoridor {
        let seats = places.len();
        assert!(
            (2..=MAX_PAWNS).contains(&seats),
            "two to four players, not {seats}"
        );
        let grid = SquareGrid::new(size);
        // Array elements of unused seats are never read.
        let place = |index: usize| places[index % seats];
        let goals = std::array::from_fn(|index| place(index).1);
        Quoridor {
            seats,
            walls,
            goals,
            starts: std::array::from_fn(|index| place(index).0),
            form: WallNotation::Ours,
            keys: Box::new(QuoridorZobristKeys::new()),
            tables: Box::new(QuoridorPlayoutTables::new(&grid, &goals)),
            grid,
        }
    }

    /// Default number of walls per player on a board of `size` for `seats` players.
    pub fn default_walls(size: usize, seats: usize) -> u8 {
        let for_two = WALLS_FOR_TWO[size - 3];
        if seats == 4 { for_two / 2 } else { for_two }
    }

    /// Geometry of the board.
    #[inline]
    pub fn grid(&self) -> &SquareGrid {
        &self.grid
    }

    /// The goal squares of `seat`.
    #[inline]
    pub fn goal(&self, seat: Seat) -> SquareSet {
        self.goals[seat.index()]
    }

    /// Square on which the pawn of `seat` starts.
    pub fn start(&self, seat: Seat) -> Square {
        self.starts[seat.index()]
    }

    /// Number of walls each player has at the start.
    pub fn walls(&self) -> u8 {
        self.walls
    }

    /// Builds a position from walls, pawns, walls in hand and ply; computes its distances and hash.
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

    /// Logarithm of equation 4.5 of the thesis (after Mertens 2006): the number of pawn placements,
    /// times the number of ways to place walls one by one if each occupies four slots.
    ///
    /// The printed equation counts one wall too many. The code follows Mertens, whose number for
    /// the standard board the equation is meant to give.
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

//! Quoridor on boards of 3 by 3 to 11 by 11, for two and four players.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters |
//! | `squares.rs` | squares, sets of squares as bits, walls |
//! | `grid.rs` | the geometry: steps, walls and what they block, for all squares at once |
//! | `field.rs` | distances from a goal, and how a wall changes them |
//! | `state.rs` | a position, with its hash and its distances |
//! | `pawns.rs` | steps and jumps |
//! | `placing.rs` | which walls may be placed, and why others may not |
//! | `playout.rs`, `posts.rs` | whole random games at full speed |
//! | `rules.rs` | how a game goes |
//! | `notation.rs` | moves as text, in four forms |
//! | `position.rs` | positions as text |
//! | `draw.rs` | the board on a terminal |
//! | `encode.rs`, `picture.rs` | the same in numbers and as a picture |
//!
//! Geometry and distances know of no players and take any goals, so that other games on the same
//! board can use them.

pub mod field;
pub mod grid;

mod draw;
mod encode;
mod notation;
mod pawns;
mod picture;
mod placing;
mod playout;
mod position;
mod posts;
mod rules;
mod squares;
mod state;

use ludorum_core::{Configure, Param, ParamError, Params, Seat};

pub(crate) use encode::board_planes;
pub use notation::Form;
pub(crate) use notation::{parse_square, print_square};
pub(crate) use picture::draw_wall;
pub use placing::Refusal;
pub use rules::Undo;
pub use squares::{Direction, MAX_SIZE, Square, Squares, Wall};
pub use state::{MAX_PAWNS, State};

use field::Field;
use grid::{Grid, Walls};
use playout::Tables;
use state::Keys;

/// One variant of Quoridor.
#[derive(Clone, Debug)]
pub struct Quoridor {
    grid: Grid,
    seats: usize,
    walls: u8,
    goals: [Squares; MAX_PAWNS],
    starts: [Square; MAX_PAWNS],
    form: Form,
    keys: Box<Keys>,
    tables: Box<Tables>,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The pawn goes to this square, by a step or a jump.
    Step(Square),
    /// A wall is placed.
    Place(Wall),
    /// Nothing: there is no other move.
    Pass,
}

/// Walls in hand at the start, by size from 3, for two players.
const WALLS_FOR_TWO: [u8; 9] = [1, 2, 4, 5, 6, 8, 10, 12, 15];

impl Quoridor {
    /// The game on a board of `size` by `size` squares for two or four `seats` with `walls` each.
    ///
    /// # Panics
    /// If there is no such board, or another number of seats.
    pub fn new(size: usize, seats: usize, walls: u8) -> Quoridor {
        assert!(size >= 3, "no board of size {size}");
        let grid = Grid::new(size);
        let middle = (size - 1) / 2;
        let last = size - 1;
        // Where each pawn starts, and where it wants to go; four seats go clockwise.
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

    /// The game on a board of `size` by `size` squares, with a seat for each of these starts and
    /// goals and `walls` each.
    ///
    /// # Panics
    /// If there is no such board, or there are not two to four seats.
    pub fn between(size: usize, places: &[(Square, Squares)], walls: u8) -> Quoridor {
        let seats = places.len();
        assert!(
            (2..=MAX_PAWNS).contains(&seats),
            "two to four players, not {seats}"
        );
        let grid = Grid::new(size);
        // Seats nobody sits on look like others; nobody asks them.
        let place = |index: usize| places[index % seats];
        let goals = std::array::from_fn(|index| place(index).1);
        Quoridor {
            seats,
            walls,
            goals,
            starts: std::array::from_fn(|index| place(index).0),
            form: Form::Ours,
            keys: Box::new(Keys::new()),
            tables: Box::new(Tables::new(&grid, &goals)),
            grid,
        }
    }

    /// The walls each player has at the start if nothing else is said.
    pub fn default_walls(size: usize, seats: usize) -> u8 {
        let for_two = WALLS_FOR_TWO[size - 3];
        if seats == 4 { for_two / 2 } else { for_two }
    }

    /// The geometry of the board.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The squares `seat` wants to reach.
    #[inline]
    pub fn goal(&self, seat: Seat) -> Squares {
        self.goals[seat.index()]
    }

    /// The square on which the pawn of `seat` starts.
    pub fn start(&self, seat: Seat) -> Square {
        self.starts[seat.index()]
    }

    /// The walls each player has at the start.
    pub fn walls(&self) -> u8 {
        self.walls
    }

    /// A position from its parts; the caches are filled in.
    pub(crate) fn assemble(
        &self,
        walls: Walls,
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
            fields: [Field::default(); MAX_PAWNS],
        };
        for seat in Seat::all(self.seats) {
            state.fields[seat.index()] = Field::new(&self.grid, &passages, self.goal(seat));
        }
        state.hash = self.keys.hash(&self.grid, &state);
        state
    }
}

impl Configure for Quoridor {
    const NAME: &'static str = "quoridor";
    const SUMMARY: &'static str = "Race to the other side, or build walls to slow the others down";
    const RULES_VERSION: u32 = 1;

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
                "walls of each player; by size if not given",
                10,
                (0, most_walls),
            )
            .with_default(None),
            Param::choice("players", "number of players", ["2", "4"]),
            Param::choice(
                "notation",
                "how walls are written",
                Form::ALL.map(Form::name),
            ),
        ]
    }

    fn configure(params: &Params) -> Result<Quoridor, ParamError> {
        let size = params.int("size") as usize;
        let seats = if params.word("players") == "4" { 4 } else { 2 };
        let walls = params.int_if_given("walls").map(|walls| walls as u8);
        let walls = walls.unwrap_or_else(|| Quoridor::default_walls(size, seats));
        let form = Form::named(params.word("notation")).expect("the parameter offers just these");
        Ok(Quoridor {
            form,
            ..Quoridor::new(size, seats, walls)
        })
    }

    /// Equation 4.5 of the thesis (after Mertens 2006): the places of the pawns, times the ways to
    /// place walls one after the other when each takes away four places.
    ///
    /// The equation is printed with one wall too many; that of Mertens, whose number for the usual
    /// board it is to give, places as many as there are.
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

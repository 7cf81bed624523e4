//! YINSH: move rings, flip markers, make rows of five.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters; moves |
//! | `points.rs` | points and lines |
//! | `set.rs` | sets of points as bits, five in a row |
//! | `state.rs` | a position with its hash |
//! | `slides.rs` | where rings can move, and which rows there are |
//! | `rules.rs` | how a game goes |
//! | `playout.rs` | whole random games at full speed |
//! | `notation.rs` | moves as text |
//! | `refusal.rs` | why a move is refused |
//! | `position.rs` | positions as text |
//! | `draw.rs` | the board on a terminal |
//! | `encode.rs`, `picture.rs` | the same in numbers and as a picture |

mod draw;
mod encode;
mod notation;
mod picture;
mod playout;
mod points;
mod position;
mod refusal;
mod rules;
mod set;
mod slides;
mod state;

use ludorum_core::{Configure, Param, ParamError, Params};

pub use points::{Direction, Point};
pub use rules::Undo;
pub use set::PointSet;
pub use state::{MARKERS, RINGS, State, Step};

use state::Keys;

/// One variant of YINSH.
#[derive(Clone, Debug)]
pub struct Yinsh {
    rings_to_win: u8,
    keys: Box<Keys>,
}

/// One move: a turn may consist of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A ring is placed.
    Place(Point),
    /// A ring leaves a marker and moves.
    Slide {
        /// Where the ring stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// Five markers in a row are removed.
    Row(Row),
    /// A ring is removed.
    Ring(Point),
    /// Nothing: no ring can move.
    Pass,
}

/// Five points in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    start: Point,
    direction: Direction,
}

impl Row {
    /// The row with these ends, in either order; none if they are not the ends of five in a row.
    pub fn with_ends(one: Point, other: Point) -> Option<Row> {
        let (start, end) = (one.min(other), one.max(other));
        let direction = start.direction_to(end)?;
        let row = Row { start, direction };
        (row.points().count() == 5 && row.end() == end).then_some(row)
    }

    /// The end with the lower letter, or else the lower number.
    #[inline]
    pub fn start(self) -> Point {
        self.start
    }

    /// The other end.
    #[inline]
    pub fn end(self) -> Point {
        Point(
            self.start
                .0
                .wrapping_add_signed(4 * self.direction.stride()),
        )
    }

    /// The five points.
    #[inline]
    pub fn points(self) -> PointSet {
        let stride = self.direction.stride().unsigned_abs();
        let five = 1 | 1 << stride | 1 << (2 * stride) | 1 << (3 * stride) | 1u128 << (4 * stride);
        PointSet(five << self.start.0) & PointSet::BOARD
    }
}

impl Yinsh {
    /// The game in which `rings_to_win` rings have to be removed.
    ///
    /// # Panics
    /// If that is not 1 to 5.
    pub fn new(rings_to_win: u8) -> Yinsh {
        assert!(
            (1..=RINGS as u8).contains(&rings_to_win),
            "{rings_to_win} rings"
        );
        Yinsh {
            rings_to_win,
            keys: Box::new(Keys::new()),
        }
    }

    /// The number of rings a player has to remove.
    #[inline]
    pub fn rings_to_win(&self) -> u8 {
        self.rings_to_win
    }
}

impl Configure for Yinsh {
    const NAME: &'static str = "yinsh";
    const SUMMARY: &'static str = "Move rings, flip markers, and give up a ring for five in a row";
    const RULES_VERSION: u32 = 1;

    fn params() -> Vec<Param> {
        vec![Param::choice(
            "rings_to_win",
            "rings to remove; 1 is blitz",
            ["3", "1"],
        )]
    }

    fn configure(params: &Params) -> Result<Yinsh, ParamError> {
        Ok(Yinsh::new(match params.word("rings_to_win") {
            "1" => 1,
            _ => 3,
        }))
    }

    /// Each point is free, or has a ring or a marker of one of two colours.
    fn log10_positions(&self) -> Option<f64> {
        Some(85.0 * 5f64.log10())
    }
}

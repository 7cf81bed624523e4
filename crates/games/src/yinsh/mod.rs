//! YINSH: move rings, flip markers, make rows of five.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the variant, its name and its parameters; moves |
//! | `points.rs` | points and lines |
//! | `set.rs` | sets of points as bitboards, five in a row |
//! | `state.rs` | positions with their hash |
//! | `slides.rs` | ring moves, and rows to remove |
//! | `rules.rs` | turns, making and unmaking moves, outcomes |
//! | `playout.rs` | fast random playouts |
//! | `notation.rs` | moves as text |
//! | `refusal.rs` | reasons why a move is illegal |
//! | `position.rs` | positions as text |
//! | `draw.rs` | the board as terminal text |
//! | `encode.rs`, `picture.rs` | number planes and pictures |

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

pub use points::{BoardPoint, HexDirection};
pub use rules::Undo;
pub use set::PointSet;
pub use state::{MARKERS, RINGS, State, YinshTurnStep};

use state::ZobristKeys;

/// The game: one variant of YINSH.
#[derive(Clone, Debug)]
pub struct Yinsh {
    rings_to_win: u8,
    keys: Box<ZobristKeys>,
}

/// A move. A turn may consist of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a ring.
    Place(BoardPoint),
    /// Moves a ring, which leaves a marker behind.
    Slide {
        /// Start of the ring.
        from: BoardPoint,
        /// Destination of the ring.
        to: BoardPoint,
    },
    /// Removes five markers in a row.
    Row(MarkerRow),
    /// Removes a ring.
    Ring(BoardPoint),
    /// Passes; legal only if no ring can move.
    Pass,
}

/// A row: five points on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkerRow {
    start: BoardPoint,
    direction: HexDirection,
}

impl MarkerRow {
    /// The row with these ends, in either order; `None` if they are not the ends of five in a row.
    pub fn with_ends(one: BoardPoint, other: BoardPoint) -> Option<MarkerRow> {
        let (start, end) = (one.min(other), one.max(other));
        let direction = start.direction_to(end)?;
        let row = MarkerRow { start, direction };
        (row.points().count() == 5 && row.end() == end).then_some(row)
    }

    /// The end with the lower letter, or else the lower number.
    #[inline]
    pub fn start(self) -> BoardPoint {
        self.start
    }

    /// The other end.
    #[inline]
    pub fn end(self) -> BoardPoint {
        BoardPoint(
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
    /// The game won by removing `rings_to_win` rings.
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
            keys: Box::new(ZobristKeys::new()),
        }
    }

    /// Number of rings a player has to remove to win.
    #[inline]
    pub fn rings_to_win(&self) -> u8 {
        self.rings_to_win
    }
}

impl Configure for Yinsh {
    const NAME: &'static str = "yinsh";
    const SUMMARY: &'static str = "Move rings, flip markers, and give up a ring for five in a row";
    const RULES_VERSION: u32 = 1;
    const ENDINGS: &'static [&'static str] = &[
        "letter-row",
        "number-row",
        "diagonal-row",
        "markers-run-out",
        "draw",
    ];

    fn params() -> Vec<Param> {
        vec![Param::choice(
            "rings_to_win",
            "rings to remove to win; 1 is blitz",
            ["3", "1"],
        )]
    }

    fn configure(params: &Params) -> Result<Yinsh, ParamError> {
        Ok(Yinsh::new(match params.choice("rings_to_win") {
            "1" => 1,
            _ => 3,
        }))
    }

    /// Each point is free, or has a ring or a marker of one of two colours.
    fn log10_positions(&self) -> Option<f64> {
        Some(85.0 * 5f64.log10())
    }
}

//! YINSH: move rings, flip markers, make rows of five.
//!
//! | file | contents |
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
//! | `encode.rs`, `picture.rs` | tensor encoding and pictures |

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

use state::YinshZobristKeys;

/// The rules of YINSH with a given number of removed rings that wins.
#[derive(Clone, Debug)]
pub struct Yinsh {
    rings_to_win: u8,
    keys: Box<YinshZobristKeys>,
}

/// A move of YINSH. One turn may consist of several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Places a ring on an empty point during the opening phase.
    Place(BoardPoint),
    /// Moves a ring along a line; a marker is left on its starting point.
    Slide {
        /// Starting point of the ring.
        from: BoardPoint,
        /// Destination of the ring.
        to: BoardPoint,
    },
    /// Removes this row of five of the player's own markers.
    Row(MarkerRow),
    /// Removes the player's own ring on this point, after the removal of a row.
    Ring(BoardPoint),
    /// Passes the turn; legal only if no ring can move.
    Pass,
}

/// Five consecutive points on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarkerRow {
    start: BoardPoint,
    direction: HexDirection,
}

impl MarkerRow {
    /// The row of five points with these ends, in either order; `None` if there is no such row.
    pub fn with_ends(one: BoardPoint, other: BoardPoint) -> Option<MarkerRow> {
        let (start, end) = (one.min(other), one.max(other));
        let direction = start.direction_to(end)?;
        let row = MarkerRow { start, direction };
        (row.points().count() == 5 && row.end() == end).then_some(row)
    }

    /// End of the row with the earlier column letter or, within one column, the lower row number.
    #[inline]
    pub fn start(self) -> BoardPoint {
        self.start
    }

    /// End of the row opposite to [`start`](MarkerRow::start).
    #[inline]
    pub fn end(self) -> BoardPoint {
        BoardPoint(
            self.start
                .0
                .wrapping_add_signed(4 * self.direction.stride()),
        )
    }

    /// The five points of the row.
    #[inline]
    pub fn points(self) -> PointSet {
        let stride = self.direction.stride().unsigned_abs();
        let five = 1 | 1 << stride | 1 << (2 * stride) | 1 << (3 * stride) | 1u128 << (4 * stride);
        PointSet(five << self.start.0) & PointSet::BOARD
    }
}

impl Yinsh {
    /// Creates the game that a player wins by removing `rings_to_win` rings.
    ///
    /// # Panics
    /// If `rings_to_win` is not 1 to 5.
    pub fn new(rings_to_win: u8) -> Yinsh {
        assert!(
            (1..=RINGS as u8).contains(&rings_to_win),
            "{rings_to_win} rings"
        );
        Yinsh {
            rings_to_win,
            keys: Box::new(YinshZobristKeys::new()),
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

    /// Logarithm of 5^85, a bound on the number of positions: each point is free or has a ring or a
    /// marker of one of two colours.
    fn log10_positions(&self) -> Option<f64> {
        Some(85.0 * 5f64.log10())
    }
}

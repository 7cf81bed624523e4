//! Moves as text: `e5` places a ring, `e5-e8` moves one, `=b3-f7` removes five markers, `xb2`
//! removes a ring, and `pass` passes.

use ludorum_core::{Notation, NotationError, TerminalStyle};

use super::points::{BoardPoint, SIDE};
use super::state::State;
use super::{MarkerRow, Move, Yinsh};

/// Text form of the move that passes the turn.
const PASS: &str = "pass";

impl Notation for Yinsh {
    fn print_move(&self, mv: Move) -> String {
        let name = print_point;
        match mv {
            Move::Place(point) => name(point),
            Move::Slide { from, to } => format!("{}-{}", name(from), name(to)),
            Move::Row(row) => format!("={}-{}", name(row.start()), name(row.end())),
            Move::Ring(point) => format!("x{}", name(point)),
            Move::Pass => PASS.to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == PASS {
            return Ok(Move::Pass);
        }
        if let Some(point) = text.strip_prefix('x') {
            return Ok(Move::Ring(parse_point(point).map_err(|e| e.shifted(1))?));
        }
        if let Some(row) = text.strip_prefix('=') {
            let (one, other) = parse_pair(row).map_err(|error| error.shifted(1))?;
            return MarkerRow::with_ends(one, other)
                .map(Move::Row)
                .ok_or_else(|| {
                    let message = "these are not the ends of five points in a row, such as =b3-f7";
                    NotationError::at(2, message)
                });
        }
        if !text.contains('-') {
            return parse_point(text).map(Move::Place);
        }
        let (from, to) = parse_pair(text)?;
        match from.direction_to(to) {
            Some(_) => Ok(Move::Slide { from, to }),
            None => Err(NotationError::at(
                1,
                format!("{text} does not go along a line: same letter, same number, or both alike"),
            )
            .with_code("ring-off-line")),
        }
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), NotationError> {
        match self.refusal(state, mv) {
            None => Ok(()),
            Some(refusal) => Err(refusal),
        }
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        self.read_position(text)
    }

    fn draw(&self, state: &State, ink: TerminalStyle) -> String {
        self.drawing(state, ink)
    }
}

pub(super) fn print_point(point: BoardPoint) -> String {
    let column = char::from(b'a' + point.column());
    format!("{column}{}", point.row())
}

/// Parses a point such as `e5`; error columns count from the start of `text`.
pub(super) fn parse_point(text: &str) -> Result<BoardPoint, NotationError> {
    let mut chars = text.chars();
    let Some(letter) = chars.next() else {
        return Err(NotationError::at(1, "expected a point such as e5"));
    };
    let column = match letter {
        'a'..='k' => letter as u8 - b'a',
        _ => {
            let message = format!("expected a column from a to k, found {letter:?}");
            return Err(NotationError::at(1, message));
        }
    };
    let digits = chars.as_str();
    let row: Option<u8> = digits.parse().ok();
    let row = row.filter(|row| (1..=SIDE).contains(row) && row.to_string() == digits);
    let Some(row) = row else {
        let message = format!("expected a row from 1 to 11 after {letter}, found {digits:?}");
        return Err(NotationError::at(2, message));
    };
    BoardPoint::at(column, row).ok_or_else(|| {
        let message = format!("there is no {text} on the board");
        NotationError::at(1, message)
    })
}

/// Parses two points separated by a hyphen, such as `e5-e8`.
fn parse_pair(text: &str) -> Result<(BoardPoint, BoardPoint), NotationError> {
    let Some((one, other)) = text.split_once('-') else {
        return Err(NotationError::at(1, "expected two points such as b3-f7"));
    };
    let before = one.chars().count() + 1;
    let one = parse_point(one)?;
    let other = parse_point(other).map_err(|error| error.shifted(before))?;
    Ok((one, other))
}

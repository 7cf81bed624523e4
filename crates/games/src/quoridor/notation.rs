//! Moves as text. A square is a column letter and a row number, a pawn move is its destination.
//! Walls are written in one of four notations.

use ludorum_core::{BoardPathAnnotation, NodeKind, Notation, NotationError};
use ludorum_core::{Game, Seat, TerminalStyle};

use super::grid::{SquareGrid, SquareSide};
use super::placing::IllegalWallReason;
use super::squares::{Square, Wall, WallOrientation};
use super::state::State;
use super::{Move, Quoridor};

/// A text notation for walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallNotation {
    /// Default notation: the square at the lower left of the wall's centre, such as `e3h` or `e3v`.
    Ours,
    /// A square and the side of it on which the wall lies; the wall extends to the next square on
    /// the right or below (Koirala 2024): `e3N` or `e4S`, `e4E` or `f4W`.
    Compass,
    /// The square at whose upper left corner the wall begins, extending right or down (Glendenning
    /// 2002): `e3h`, `f4v`.
    UpperLeft,
    /// The square at whose lower left corner the wall begins, extending right or up (Quoridor
    /// Strats 2014): `e4h`, `f3v`.
    LowerLeft,
}

impl WallNotation {
    /// All four wall notations.
    pub const ALL: [WallNotation; 4] = [
        WallNotation::Ours,
        WallNotation::Compass,
        WallNotation::UpperLeft,
        WallNotation::LowerLeft,
    ];

    /// Name of the notation in game specs.
    pub fn name(self) -> &'static str {
        match self {
            WallNotation::Ours => "ours",
            WallNotation::Compass => "compass",
            WallNotation::UpperLeft => "upper-left",
            WallNotation::LowerLeft => "lower-left",
        }
    }

    /// Returns the wall notation called `name`; `None` if no notation has this name.
    pub fn named(name: &str) -> Option<WallNotation> {
        WallNotation::ALL
            .into_iter()
            .find(|form| form.name() == name)
    }

    /// Letters that can follow a square in this notation of a wall.
    fn letters(self) -> &'static [char] {
        match self {
            WallNotation::Compass => &['N', 'S', 'E', 'W'],
            _ => &['h', 'v'],
        }
    }

    /// Spellings of a wall with orientation `direction`: offset in columns and rows from
    /// [`Wall::square`] to the square that is written, and the letter after it. The first one is
    /// printed; all are parsed.
    fn names(self, direction: WallOrientation) -> &'static [(usize, usize, char)] {
        match (self, direction) {
            (WallNotation::Ours | WallNotation::UpperLeft, WallOrientation::Horizontal) => {
                &[(0, 0, 'h')]
            }
            (WallNotation::LowerLeft, WallOrientation::Horizontal) => &[(0, 1, 'h')],
            (WallNotation::Compass, WallOrientation::Horizontal) => &[(0, 0, 'N'), (0, 1, 'S')],
            (WallNotation::Ours, WallOrientation::Vertical) => &[(0, 0, 'v')],
            (WallNotation::UpperLeft, WallOrientation::Vertical) => &[(1, 1, 'v')],
            (WallNotation::LowerLeft, WallOrientation::Vertical) => &[(1, 0, 'v')],
            (WallNotation::Compass, WallOrientation::Vertical) => &[(0, 1, 'E'), (1, 1, 'W')],
        }
    }

    /// Formats a wall in this notation.
    pub fn print_wall(self, grid: &SquareGrid, wall: Wall) -> String {
        let (columns, rows, letter) = self.names(wall.direction)[0];
        let column = grid.column_of(wall.square) + columns;
        let row = grid.row_of(wall.square) + rows;
        format!("{}{letter}", print_place(column, row))
    }

    /// Parses a wall in this notation.
    ///
    /// # Errors
    /// If the text is not a wall of the board.
    pub fn parse_wall(self, grid: &SquareGrid, text: &str) -> Result<Wall, NotationError> {
        let (column, row, rest) = parse_place(grid, text)?;
        self.parse_wall_suffix(grid, text, column, row, rest)
    }

    fn parse_wall_suffix(
        self,
        grid: &SquareGrid,
        text: &str,
        column: usize,
        row: usize,
        rest: &str,
    ) -> Result<Wall, NotationError> {
        let at = text.len() - rest.len() + 1;
        let letters: Vec<String> = self.letters().iter().map(char::to_string).collect();
        let mut chars = rest.chars();
        let letter = chars
            .next()
            .filter(|letter| self.letters().contains(letter));
        let Some(letter) = letter else {
            let letters = letters.join(" or ");
            return Err(NotationError::at(
                at,
                format!("a wall ends in {letters} after its square"),
            ));
        };
        if !chars.as_str().is_empty() {
            return Err(NotationError::at(at + 1, "nothing may follow a wall"));
        }
        for direction in WallOrientation::ALL {
            for &(columns, rows, name) in self.names(direction) {
                if name != letter {
                    continue;
                }
                let place = (column.checked_sub(columns), row.checked_sub(rows));
                let square = match place {
                    (Some(column), Some(row)) => grid.square(column, row),
                    _ => None,
                };
                if let Some(square) = square.filter(|&square| grid.slots().has(square)) {
                    return Ok(Wall { square, direction });
                }
            }
        }
        Err(NotationError::at(
            1,
            format!("{text} would not lie within the board"),
        ))
    }
}

/// Formats a square as column letter and row number, such as `e3`.
pub(crate) fn print_square(grid: &SquareGrid, square: Square) -> String {
    print_place(grid.column_of(square), grid.row_of(square))
}

fn print_place(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Parses a text that consists of one square, such as `e3`.
pub(crate) fn parse_square(grid: &SquareGrid, text: &str) -> Result<Square, NotationError> {
    let (column, row, rest) = parse_place(grid, text)?;
    if !rest.is_empty() {
        let at = text.len() - rest.len() + 1;
        return Err(NotationError::at(at, "nothing may follow a square here"));
    }
    Ok(grid.square(column, row).expect("checked while reading"))
}

/// Parses a column letter and a row number, counted from 0; returns them with the remaining text.
fn parse_place<'a>(
    grid: &SquareGrid,
    text: &'a str,
) -> Result<(usize, usize, &'a str), NotationError> {
    let size = grid.size();
    let last = char::from(b'a' + size as u8 - 1);
    let mut chars = text.chars();
    let column = match chars.next() {
        Some(letter @ 'a'..='z') if letter <= last => usize::from(letter as u8 - b'a'),
        _ => {
            return Err(NotationError::at(
                1,
                format!("a square starts with a column from a to {last}"),
            ));
        }
    };
    let rest = chars.as_str();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let (number, rest) = rest.split_at(digits);
    match number.parse::<usize>() {
        Ok(row) if (1..=size).contains(&row) && !number.starts_with('0') => {
            Ok((column, row - 1, rest))
        }
        _ => Err(NotationError::at(
            2,
            format!("a column is followed by a row from 1 to {size}"),
        )),
    }
}

impl Quoridor {
    /// Explains why the pawn of `seat`, the seat to move, cannot move to `to`.
    pub(crate) fn illegal_step_reason(
        &self,
        state: &State,
        seat: Seat,
        to: Square,
    ) -> NotationError {
        let because = |why, text: String| NotationError::new(text).with_code(why);
        let from = state.pawn(seat);
        let place = print_square(&self.grid, to);
        if from == to {
            return because("pawn-stays", format!("the pawn is on {place} already"));
        }
        if state.occupied().has(to) {
            return because("pawn-there", format!("there is a pawn on {place}"));
        }
        let passages = self.grid.passages(state.walls());
        let all = self.grid.passages(&Default::default());
        let side = SquareSide::ALL.into_iter().find(|&side| {
            self.grid.open(&all, from, side) && self.grid.neighbour(from, side) == to
        });
        match side {
            Some(side) if !self.grid.open(&passages, from, side) => {
                let text = format!("there is a wall between the pawn and {place}");
                because("wall-between", text)
            }
            // Only rules of plug-ins forbid such a step.
            Some(_) => {
                let text = format!("the field {place} does not allow the pawn to enter");
                because("field-closed", text)
            }
            None => {
                let text = format!("the pawn cannot go to {place} in one move");
                because("pawn-too-far", text)
            }
        }
    }
}

impl Quoridor {
    /// Computes a shortest path of a seat's pawn to its goal, ignoring other pawns.
    fn shortest_path(&self, state: &State, seat: Seat) -> BoardPathAnnotation {
        let passages = self.grid.passages(state.walls());
        let mut square = state.pawn(seat);
        let mut line = vec![print_square(&self.grid, square)];
        while let Some(next) = state
            .goal_distances(seat)
            .nearer(&self.grid, &passages, square)
            .first()
        {
            line.push(print_square(&self.grid, next));
            square = next;
        }
        BoardPathAnnotation {
            seat,
            number: state.distance(seat),
            line,
        }
    }
}

impl Notation for Quoridor {
    fn print_move(&self, mv: Move) -> String {
        match mv {
            Move::Step(square) => print_square(&self.grid, square),
            Move::Place(wall) => self.form.print_wall(&self.grid, wall),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let (column, row, rest) = parse_place(&self.grid, text)?;
        if rest.is_empty() {
            let square = self
                .grid
                .square(column, row)
                .expect("checked while reading");
            return Ok(Move::Step(square));
        }
        let wall = self
            .form
            .parse_wall_suffix(&self.grid, text, column, row, rest);
        wall.map(Move::Place)
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), NotationError> {
        if self.node(state) == NodeKind::Over {
            return Err(NotationError::new("the game is over").with_code("game-over"));
        }
        let text = self.print_move(mv);
        let because = |why, text: String| NotationError::new(text).with_code(why);
        Err(match mv {
            Move::Step(to) if self.pawn_moves(state).has(to) => return Ok(()),
            Move::Step(to) => self.illegal_step_reason(state, state.to_move(), to),
            Move::Place(wall) => match self.illegal_wall_reason(state, wall) {
                None => return Ok(()),
                Some(IllegalWallReason::NoneLeft) => {
                    because("no-walls-left", "no walls are left".to_owned())
                }
                Some(IllegalWallReason::Overlaps) => {
                    because("wall-overlaps", format!("{text} overlaps a wall"))
                }
                Some(IllegalWallReason::Crosses) => {
                    because("wall-crosses", format!("{text} crosses a wall"))
                }
                Some(IllegalWallReason::ClosesPath(seat)) => {
                    let text = format!("{text} would close the last path of player {seat}");
                    because("wall-closes-path", text).with_seat(seat)
                }
            },
            Move::Pass => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves);
                if moves == [Move::Pass] {
                    return Ok(());
                }
                let text = "passing is legal only when there is no other move";
                because("no-pass", text.to_owned())
            }
        })
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, NotationError> {
        self.read_position(text)
    }

    fn path_annotations(&self, state: &State) -> Vec<BoardPathAnnotation> {
        Seat::all(self.seats)
            .map(|seat| self.shortest_path(state, seat))
            .collect()
    }

    fn draw(&self, view: &State, ink: TerminalStyle) -> String {
        self.drawing(view, ink)
    }
}

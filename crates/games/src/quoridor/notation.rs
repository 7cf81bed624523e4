//! Moves as text. A square is its column letter and row number, a pawn move its destination; walls
//! are written in one of four forms.

use ludorum_core::{Game, Ink, Seat};
use ludorum_core::{Insight, Node, Notation, TextError};

use super::grid::{Grid, Side};
use super::placing::Refusal;
use super::squares::{Direction, Square, Wall};
use super::state::State;
use super::{Move, Quoridor};

/// How walls are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By the square at the lower left of the wall's centre: `e3h`, `e3v`.
    Ours,
    /// By a square and the side of it the wall lies on, covering also the square to its right or
    /// the one below it (Koirala 2024): `e3N` or `e4S`, `e4E` or `f4W`.
    Compass,
    /// By the square at whose upper left corner the wall begins, going right or down (Glendenning
    /// 2002): `e3h`, `f4v`.
    UpperLeft,
    /// By the square at whose lower left corner the wall begins, going right or up (Quoridor
    /// Strats 2014): `e4h`, `f3v`.
    LowerLeft,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 4] = [Form::Ours, Form::Compass, Form::UpperLeft, Form::LowerLeft];

    /// The word for the form in specs.
    pub fn name(self) -> &'static str {
        match self {
            Form::Ours => "ours",
            Form::Compass => "compass",
            Form::UpperLeft => "upper-left",
            Form::LowerLeft => "lower-left",
        }
    }

    /// The form a word stands for.
    pub fn named(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The letters after a square that make a wall of it.
    fn letters(self) -> &'static [char] {
        match self {
            Form::Compass => &['N', 'S', 'E', 'W'],
            _ => &['h', 'v'],
        }
    }

    /// Where the square that names a wall lies as seen from the square of [`Wall`], in columns and
    /// rows, with the letter after it. The first is the form written, the others are read too.
    fn names(self, direction: Direction) -> &'static [(usize, usize, char)] {
        match (self, direction) {
            (Form::Ours | Form::UpperLeft, Direction::Horizontal) => &[(0, 0, 'h')],
            (Form::LowerLeft, Direction::Horizontal) => &[(0, 1, 'h')],
            (Form::Compass, Direction::Horizontal) => &[(0, 0, 'N'), (0, 1, 'S')],
            (Form::Ours, Direction::Vertical) => &[(0, 0, 'v')],
            (Form::UpperLeft, Direction::Vertical) => &[(1, 1, 'v')],
            (Form::LowerLeft, Direction::Vertical) => &[(1, 0, 'v')],
            (Form::Compass, Direction::Vertical) => &[(0, 1, 'E'), (1, 1, 'W')],
        }
    }

    /// Writes a wall.
    pub fn print_wall(self, grid: &Grid, wall: Wall) -> String {
        let (columns, rows, letter) = self.names(wall.direction)[0];
        let column = grid.column_of(wall.square) + columns;
        let row = grid.row_of(wall.square) + rows;
        format!("{}{letter}", print_place(column, row))
    }

    /// Reads a wall.
    ///
    /// # Errors
    /// When the text is not a wall on this board.
    pub fn parse_wall(self, grid: &Grid, text: &str) -> Result<Wall, TextError> {
        let (column, row, rest) = parse_place(grid, text)?;
        self.finish_wall(grid, text, column, row, rest)
    }

    fn finish_wall(
        self,
        grid: &Grid,
        text: &str,
        column: usize,
        row: usize,
        rest: &str,
    ) -> Result<Wall, TextError> {
        let at = text.len() - rest.len() + 1;
        let letters: Vec<String> = self.letters().iter().map(char::to_string).collect();
        let mut chars = rest.chars();
        let letter = chars
            .next()
            .filter(|letter| self.letters().contains(letter));
        let Some(letter) = letter else {
            let letters = letters.join(" or ");
            return Err(TextError::at(
                at,
                format!("a wall ends in {letters} after its square"),
            ));
        };
        if !chars.as_str().is_empty() {
            return Err(TextError::at(at + 1, "nothing may follow a wall"));
        }
        for direction in [Direction::Horizontal, Direction::Vertical] {
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
        Err(TextError::at(
            1,
            format!("{text} would not lie within the board"),
        ))
    }
}

/// Writes a square.
pub(crate) fn print_square(grid: &Grid, square: Square) -> String {
    print_place(grid.column_of(square), grid.row_of(square))
}

fn print_place(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Reads a square that is the whole text.
pub(crate) fn parse_square(grid: &Grid, text: &str) -> Result<Square, TextError> {
    let (column, row, rest) = parse_place(grid, text)?;
    if !rest.is_empty() {
        let at = text.len() - rest.len() + 1;
        return Err(TextError::at(at, "nothing may follow a square here"));
    }
    Ok(grid.square(column, row).expect("checked while reading"))
}

/// Reads a column letter and a row number, and returns what follows.
fn parse_place<'a>(grid: &Grid, text: &'a str) -> Result<(usize, usize, &'a str), TextError> {
    let size = grid.size();
    let last = char::from(b'a' + size as u8 - 1);
    let mut chars = text.chars();
    let column = match chars.next() {
        Some(letter @ 'a'..='z') if letter <= last => usize::from(letter as u8 - b'a'),
        _ => {
            return Err(TextError::at(
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
        _ => Err(TextError::at(
            2,
            format!("a column is followed by a row from 1 to {size}"),
        )),
    }
}

impl Quoridor {
    /// Why the pawn of the seat to move cannot go to `to`.
    fn why_not_there(&self, state: &State, to: Square) -> TextError {
        let because = |why, text: String| TextError::new(text).because(why);
        let from = state.pawn(state.to_move());
        let place = print_square(&self.grid, to);
        if from == to {
            return because("pawn-stays", format!("the pawn is on {place} already"));
        }
        if state.occupied().has(to) {
            return because("pawn-there", format!("there is a pawn on {place}"));
        }
        let passages = self.grid.passages(state.walls());
        let all = self.grid.passages(&Default::default());
        let side = Side::ALL.into_iter().find(|&side| {
            self.grid.open(&all, from, side) && self.grid.neighbour(from, side) == to
        });
        match side {
            Some(side) if !self.grid.open(&passages, from, side) => {
                let text = format!("there is a wall between the pawn and {place}");
                because("wall-between", text)
            }
            _ => {
                let text = format!("the pawn cannot go to {place} in one move");
                because("pawn-too-far", text)
            }
        }
    }
}

impl Quoridor {
    /// A shortest way of a seat to its goal, past other pawns as if they were not there.
    fn shortest_way(&self, state: &State, seat: Seat) -> Insight {
        let passages = self.grid.passages(state.walls());
        let mut square = state.pawn(seat);
        let mut line = vec![print_square(&self.grid, square)];
        while let Some(next) = state
            .field(seat)
            .nearer(&self.grid, &passages, square)
            .first()
        {
            line.push(print_square(&self.grid, next));
            square = next;
        }
        Insight {
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

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
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
        let wall = self.form.finish_wall(&self.grid, text, column, row, rest);
        wall.map(Move::Place)
    }

    fn check_move(&self, state: &State, mv: Move) -> Result<(), TextError> {
        if self.node(state) == Node::Over {
            return Err(TextError::new("the game is over").because("game-over"));
        }
        let text = self.print_move(mv);
        let because = |why, text: String| TextError::new(text).because(why);
        Err(match mv {
            Move::Step(to) if self.pawn_moves(state).has(to) => return Ok(()),
            Move::Step(to) => self.why_not_there(state, to),
            Move::Place(wall) => match self.refusal(state, wall) {
                None => return Ok(()),
                Some(Refusal::NoneLeft) => because("no-walls-left", "no walls are left".to_owned()),
                Some(Refusal::Overlaps) => {
                    because("wall-overlaps", format!("{text} overlaps a wall"))
                }
                Some(Refusal::Crosses) => because("wall-crosses", format!("{text} crosses a wall")),
                Some(Refusal::ClosesPath(seat)) => {
                    let text = format!("{text} would close the last path of player {seat}");
                    because("wall-closes-path", text).about(seat)
                }
            },
            Move::Pass => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves);
                if moves == [Move::Pass] {
                    return Ok(());
                }
                let text = "one may pass only when there is no other move";
                because("no-pass", text.to_owned())
            }
        })
    }

    fn print_position(&self, state: &State) -> String {
        self.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        self.read_position(text)
    }

    fn insights(&self, state: &State) -> Vec<Insight> {
        seats(self)
            .map(|seat| self.shortest_way(state, seat))
            .collect()
    }

    fn draw(&self, view: &State, ink: Ink) -> String {
        self.drawing(view, ink)
    }
}

/// The seats of a game, for lists in text.
pub(super) fn seats(game: &Quoridor) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(game.seats())
}

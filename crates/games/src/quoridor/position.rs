//! Positions as text, such as `e1,e9/10,9/e3h/1`: pawns, walls in hand, walls on the board and
//! number of moves played. Walls are always in [`WallNotation::Ours`].

use ludorum_core::{NotationError, Seat};

use super::Quoridor;
use super::goal_distances::reaches;
use super::grid::WallSet;
use super::notation::{WallNotation, parse_square, print_square};
use super::squares::Square;
use super::state::{MAX_PAWNS, State};

impl Quoridor {
    pub(super) fn position_text(&self, state: &State) -> String {
        let pawns: Vec<String> = Seat::all(self.seats)
            .map(|seat| print_square(&self.grid, state.pawn(seat)))
            .collect();
        let left: Vec<String> = Seat::all(self.seats)
            .map(|seat| state.walls_left(seat).to_string())
            .collect();
        let walls: Vec<String> = state
            .walls()
            .iter()
            .map(|wall| WallNotation::Ours.print_wall(&self.grid, wall))
            .collect();
        let walls = if walls.is_empty() {
            "-".to_owned()
        } else {
            walls.join(",")
        };
        format!(
            "{}/{}/{walls}/{}",
            pawns.join(","),
            left.join(","),
            state.ply()
        )
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State, NotationError> {
        let parts: Vec<&str> = text.split('/').collect();
        let [pawns, left, walls, ply] = parts[..] else {
            return Err(NotationError::new(
                "a position is pawns/walls in hand/walls/moves played, such as e1,e9/10,9/e3h/1",
            ));
        };
        // Offset of each field in the text, for error columns.
        let left_at = pawns.len() + 1;
        let walls_at = left_at + left.len() + 1;
        let ply_at = walls_at + walls.len() + 1;
        let pawns = self.read_pawns(pawns)?;
        let left = self
            .read_left(left)
            .map_err(|error| error.shifted(left_at))?;
        let walls = self
            .read_walls(walls)
            .map_err(|error| error.shifted(walls_at))?;
        let ply: u16 = ply
            .parse()
            .ok()
            .filter(|&number: &u16| {
                u32::from(number) <= self.max_ply() && number.to_string() == ply
            })
            .ok_or_else(|| {
                NotationError::at(ply_at + 1, "the number of moves played is invalid")
            })?;
        let state = self.assemble(walls, pawns, left, ply);
        self.check_position(&state)?;
        Ok(state)
    }

    fn max_ply(&self) -> u32 {
        ludorum_core::Game::max_plies(self)
    }

    fn read_pawns(&self, text: &str) -> Result<[Square; MAX_PAWNS], NotationError> {
        let mut pawns = self.starts;
        let mut at = 0;
        let words: Vec<&str> = text.split(',').collect();
        if words.len() != self.seats {
            return Err(NotationError::at(
                1,
                format!("there must be {} pawns", self.seats),
            ));
        }
        for (index, word) in words.iter().enumerate() {
            pawns[index] = parse_square(&self.grid, word).map_err(|error| error.shifted(at))?;
            if pawns[..index].contains(&pawns[index]) {
                return Err(NotationError::at(
                    at + 1,
                    format!("two pawns stand on {word}"),
                ));
            }
            at += word.len() + 1;
        }
        Ok(pawns)
    }

    fn read_left(&self, text: &str) -> Result<[u8; MAX_PAWNS], NotationError> {
        let mut left = [self.walls; MAX_PAWNS];
        let words: Vec<&str> = text.split(',').collect();
        if words.len() != self.seats {
            let message = format!("there must be {} numbers of walls in hand", self.seats);
            return Err(NotationError::at(1, message));
        }
        let mut at = 0;
        for (number, word) in left.iter_mut().zip(words) {
            *number = word
                .parse()
                .ok()
                .filter(|&walls: &u8| walls <= self.walls && walls.to_string() == word)
                .ok_or_else(|| {
                    let most = self.walls;
                    let message = format!("walls in hand are a number from 0 to {most}");
                    NotationError::at(at + 1, message)
                })?;
            at += word.len() + 1;
        }
        Ok(left)
    }

    fn read_walls(&self, text: &str) -> Result<WallSet, NotationError> {
        let mut walls = WallSet::default();
        if text == "-" {
            return Ok(walls);
        }
        let mut at = 0;
        for word in text.split(',') {
            let wall = WallNotation::Ours
                .parse_wall(&self.grid, word)
                .map_err(|error| error.shifted(at))?;
            let free = self.grid.free_slots(&walls);
            if !free.has(wall) {
                let message = format!("{word} overlaps or crosses another wall");
                return Err(NotationError::at(at + 1, message));
            }
            walls = walls.with(wall);
            at += word.len() + 1;
        }
        Ok(walls)
    }

    /// Checks that the fields of a parsed position are consistent with each other.
    fn check_position(&self, state: &State) -> Result<(), NotationError> {
        let placed = state.walls().count();
        let mut used = 0;
        for seat in Seat::all(self.seats) {
            let by_seat = usize::from(self.walls - state.walls_left(seat));
            let turns = (state.ply() as usize + self.seats - 1 - seat.index()) / self.seats;
            if by_seat > turns {
                let message =
                    format!("player {seat} has not had enough turns to place so many walls");
                return Err(NotationError::new(message));
            }
            used += by_seat;
        }
        if used != placed {
            return Err(NotationError::new(format!(
                "{placed} walls are on the board but {used} are missing from the hands"
            )));
        }
        let passages = self.grid.passages(state.walls());
        let last_mover = (state.ply() as usize + self.seats - 1) % self.seats;
        for seat in Seat::all(self.seats) {
            if !reaches(&self.grid, &passages, state.pawn(seat), self.goal(seat)) {
                return Err(NotationError::new(format!(
                    "player {seat} has no path to the goal"
                )));
            }
            let has_won = self.goal(seat).has(state.pawn(seat));
            if has_won && (seat.index() != last_mover || state.ply() == 0) {
                let message = format!("player {seat} is on the goal but did not move last");
                return Err(NotationError::new(message));
            }
        }
        Ok(())
    }
}

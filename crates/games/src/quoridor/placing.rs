//! Which walls may be placed, and why others may not.

use ludorum_core::Seat;

use super::Quoridor;
use super::field::{passages_with, reaches};
use super::grid::Walls;
use super::squares::{Direction, Wall};
use super::state::State;

/// Why a wall may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player has no walls in hand.
    NoneLeft,
    /// It would lie on a part of another wall.
    Overlaps,
    /// It would cross another wall in the middle.
    Crosses,
    /// It would close the last path of this seat to its goal.
    ClosesPath(Seat),
}

impl Quoridor {
    /// All walls the seat to move may place.
    pub fn placeable(&self, state: &State) -> Walls {
        if state.walls_left(state.to_move()) == 0 {
            return Walls::default();
        }
        let mut free = self.grid.free_slots(&state.walls);
        let closing = self.grid.closing(&state.walls);
        let sensitive = self.sensitive(state);
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let risky = free.along(direction) & closing.along(direction);
            for square in risky & sensitive.along(direction) {
                let wall = Wall { square, direction };
                if self.closed_path(state, wall).is_some() {
                    free = free.without(wall);
                }
            }
        }
        free
    }

    /// The walls that would make some seat's way longer from somewhere. Only such a wall can close
    /// a path.
    fn sensitive(&self, state: &State) -> Walls {
        let passages = self.grid.passages(&state.walls);
        Seat::all(self.seats)
            .map(|seat| state.field(seat).sensitive(&self.grid, &passages))
            .fold(Walls::default(), Walls::with_all)
    }

    /// Why the seat to move may not place `wall`.
    pub fn refusal(&self, state: &State, wall: Wall) -> Option<Refusal> {
        if state.walls_left(state.to_move()) == 0 {
            return Some(Refusal::NoneLeft);
        }
        let crossing = match wall.direction {
            Direction::Horizontal => state.walls.vertical,
            Direction::Vertical => state.walls.horizontal,
        };
        if crossing.has(wall.square) {
            return Some(Refusal::Crosses);
        }
        let free = self.grid.free_slots(&state.walls);
        if !free.along(wall.direction).has(wall.square) {
            return Some(Refusal::Overlaps);
        }
        self.closed_path(state, wall).map(Refusal::ClosesPath)
    }

    /// The first seat whose last path `wall` would close.
    fn closed_path(&self, state: &State, wall: Wall) -> Option<Seat> {
        let passages = passages_with(&self.grid, &state.walls, wall);
        Seat::all(self.seats)
            .find(|&seat| !reaches(&self.grid, &passages, state.pawn(seat), self.goal(seat)))
    }
}

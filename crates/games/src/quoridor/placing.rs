//! Wall moves, and reasons why others are illegal.

use ludorum_core::Seat;

use super::Quoridor;
use super::goal_distances::reaches;
use super::grid::WallSet;
use super::squares::{Wall, WallOrientation};
use super::state::State;

/// Reason why a wall may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalWallReason {
    /// The player has no walls in hand.
    NoneLeft,
    /// It would overlap another wall.
    Overlaps,
    /// It would cross another wall.
    Crosses,
    /// It would close the last path of this seat to its goal.
    ClosesPath(Seat),
}

impl Quoridor {
    /// All walls the seat to move may place.
    pub fn placeable(&self, state: &State) -> WallSet {
        if state.walls_left(state.to_move()) == 0 {
            return WallSet::default();
        }
        let mut free = self.grid.free_slots(&state.walls);
        let closing = self.grid.closing(&state.walls);
        let sensitive = self.sensitive(state);
        for wall in (free & closing & sensitive).iter() {
            if self.closed_path(state, wall).is_some() {
                free = free.without(wall);
            }
        }
        free
    }

    /// The walls that would change some seat's distance from some square. Only such a wall can
    /// close a path.
    fn sensitive(&self, state: &State) -> WallSet {
        let passages = self.grid.passages(&state.walls);
        Seat::all(self.seats)
            .map(|seat| state.goal_distances(seat).sensitive(&self.grid, &passages))
            .fold(WallSet::default(), WallSet::with_all)
    }

    /// The reason why the seat to move may not place `wall`; `None` if it may.
    pub fn illegal_wall_reason(&self, state: &State, wall: Wall) -> Option<IllegalWallReason> {
        if state.walls_left(state.to_move()) == 0 {
            return Some(IllegalWallReason::NoneLeft);
        }
        let crossing = match wall.direction {
            WallOrientation::Horizontal => state.walls.vertical,
            WallOrientation::Vertical => state.walls.horizontal,
        };
        if crossing.has(wall.square) {
            return Some(IllegalWallReason::Crosses);
        }
        let free = self.grid.free_slots(&state.walls);
        if !free.has(wall) {
            return Some(IllegalWallReason::Overlaps);
        }
        self.closed_path(state, wall)
            .map(IllegalWallReason::ClosesPath)
    }

    /// The first seat whose last path `wall` would close.
    fn closed_path(&self, state: &State, wall: Wall) -> Option<Seat> {
        let passages = self.grid.passages(&state.walls.with(wall));
        Seat::all(self.seats)
            .find(|&seat| !reaches(&self.grid, &passages, state.pawn(seat), self.goal(seat)))
    }
}

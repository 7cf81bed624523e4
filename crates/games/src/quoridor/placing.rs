//! Legal wall moves, and reasons why a wall is illegal.

use ludorum_core::Seat;

use super::Quoridor;
use super::goal_distances::reaches;
use super::grid::WallSet;
use super::squares::{Wall, WallOrientation};
use super::state::State;

/// Reason why a wall is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalWallReason {
    /// The seat to move has no walls in hand.
    NoneLeft,
    /// The wall would overlap another wall.
    Overlaps,
    /// The wall would cross another wall.
    Crosses,
    /// The wall would block the last path of a seat to its goal.
    ClosesPath(Seat),
}

impl Quoridor {
    /// The set of walls that the seat to move may legally place.
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

    /// The walls that would change the distance of some square to some seat's goal. Only such a
    /// wall can block a path.
    fn sensitive(&self, state: &State) -> WallSet {
        let passages = self.grid.passages(&state.walls);
        Seat::all(self.seats)
            .map(|seat| state.goal_distances(seat).sensitive(&self.grid, &passages))
            .fold(WallSet::default(), WallSet::with_all)
    }

    /// Explains why the seat to move may not place `wall`; `None` if the wall is legal.
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

    /// The first seat without a path to its goal once `wall` is placed; `None` if all have a path.
    fn closed_path(&self, state: &State, wall: Wall) -> Option<Seat> {
        let passages = self.grid.passages(&state.walls.with(wall));
        Seat::all(self.seats)
            .find(|&seat| !reaches(&self.grid, &passages, state.pawn(seat), self.goal(seat)))
    }
}

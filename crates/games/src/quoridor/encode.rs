//! Tensor encoding. Action ids in order: pawn destinations, horizontal walls, vertical walls,
//! `pass`.

use ludorum_core::{Game, NodeKind, PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::grid::SquareGrid;
use super::{Move, Quoridor, Square, SquareSet, State, Wall, WallOrientation};

impl SquareGrid {
    /// Number of action ids of Quoridor: one per square, two per wall slot and one for passing.
    pub(crate) fn actions(&self) -> usize {
        self.all().count() + 2 * self.slots().count() + 1
    }

    /// Index of a wall among all walls of the board; horizontal walls come first.
    pub(crate) fn wall_number(&self, wall: Wall) -> usize {
        let row = self.size() - 1;
        let slot = self.row_of(wall.square) * row + self.column_of(wall.square);
        match wall.direction {
            WallOrientation::Horizontal => slot,
            WallOrientation::Vertical => row * row + slot,
        }
    }

    /// The wall with index `number`, the inverse of `wall_number`; `None` if it is out of range.
    pub(crate) fn wall_numbered(&self, number: usize) -> Option<Wall> {
        let row = self.size() - 1;
        let direction = match number / (row * row) {
            0 => WallOrientation::Horizontal,
            1 => WallOrientation::Vertical,
            _ => return None,
        };
        let slot = number % (row * row);
        let square = self.square(slot % row, slot / row)?;
        Some(Wall { square, direction })
    }

    /// The square with index `number`; `None` if it is out of range.
    pub(crate) fn square_numbered(&self, number: usize) -> Option<Square> {
        self.square(number % self.size(), number / self.size())
    }

    /// Iterates over the column and row of each square of a set.
    pub(crate) fn places(&self, squares: SquareSet) -> impl Iterator<Item = (usize, usize)> {
        squares.map(|square| (self.column_of(square), self.row_of(square)))
    }
}

/// Names of the feature planes for pawns, goals, walls and the seat to move.
pub(crate) fn board_planes(seats: usize) -> Vec<String> {
    let each = |what: &str| -> Vec<String> {
        let own = (seats > 0).then(|| format!("own {what}"));
        let others = (1..seats).map(|step| format!("{what} of seat +{step}"));
        own.into_iter().chain(others).collect()
    };
    let mut names = each("pawn");
    names.extend(each("goal"));
    names.extend(each("walls in hand"));
    names.extend(["horizontal walls", "vertical walls", "own turn"].map(str::to_owned));
    names
}

impl Quoridor {
    /// Writes the feature planes for pawns, goals, walls and the seat to move, as seen by `seat`.
    pub(crate) fn encode_board(
        &self,
        state: &State,
        seat: Seat,
        to_move: Option<Seat>,
        out: &mut PlaneWriter<'_>,
    ) {
        let (grid, seats) = (self.grid(), self.seats());
        for other in seat.around(seats) {
            out.marks(grid.places(state.pawn(other).set()));
        }
        for other in seat.around(seats) {
            out.marks(grid.places(self.goal(other)));
        }
        for other in seat.around(seats) {
            let at_start = f32::from(self.walls().max(1));
            out.constant(f32::from(state.walls_left(other)) / at_start);
        }
        for direction in WallOrientation::ALL {
            out.marks(grid.places(state.walls().along(direction)));
        }
        out.flag(to_move == Some(seat));
    }
}

impl TensorEncoding for Quoridor {
    fn action_count(&self) -> usize {
        self.grid().actions()
    }

    fn action_id(&self, mv: Move) -> Option<usize> {
        let squares = self.grid().all().count();
        Some(match mv {
            Move::Step(to) => to.index(),
            Move::Place(wall) => squares + self.grid().wall_number(wall),
            Move::Pass => self.action_count() - 1,
        })
    }

    fn move_of_action(&self, action: usize) -> Option<Move> {
        let grid = self.grid();
        if action + 1 == self.action_count() {
            return Some(Move::Pass);
        }
        match action.checked_sub(grid.all().count()) {
            None => grid.square_numbered(action).map(Move::Step),
            Some(wall) => grid.wall_numbered(wall).map(Move::Place),
        }
    }

    fn plane_layout(&self) -> PlaneLayout {
        let size = self.grid().size();
        PlaneLayout {
            height: size,
            width: size,
            names: board_planes(self.seats()),
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut PlaneWriter<'_>) {
        let to_move = match self.node(state) {
            NodeKind::Decide(mover) => Some(mover),
            _ => None,
        };
        self.encode_board(state, seat, to_move, out);
    }
}

//! Tensor encoding: action ids and input planes. The action id of a move is the number of its cell.

use ludorum_core::{PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::{Board, Cell, CellSet, TicTacToe};

impl TensorEncoding for TicTacToe {
    fn action_count(&self) -> usize {
        9
    }

    fn action_id(&self, cell: Cell) -> Option<usize> {
        Some(usize::from(cell.row() * 3 + cell.column()))
    }

    fn move_of_action(&self, action: usize) -> Option<Cell> {
        Cell::all().nth(action)
    }

    fn plane_layout(&self) -> PlaneLayout {
        let names = ["own marks", "marks of the other", "own turn"];
        PlaneLayout {
            height: 3,
            width: 3,
            names: names.map(str::to_owned).to_vec(),
        }
    }

    fn encode(&self, board: &Board, seat: Seat, out: &mut PlaneWriter<'_>) {
        for owner in seat.around(2) {
            out.marks(places(board.marks(owner)));
        }
        out.flag(board.to_move() == seat);
    }
}

fn places(cells: CellSet) -> impl Iterator<Item = (usize, usize)> {
    let place = |cell: Cell| (usize::from(cell.column()), usize::from(cell.row()));
    Cell::all().filter(move |&cell| cells.has(cell)).map(place)
}

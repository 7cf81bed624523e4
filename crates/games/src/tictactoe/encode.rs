//! Moves and boards as numbers: a move is the number of its cell.

use ludorum_core::{Canvas, Encode, Planes, Seat};

use super::board::SIZE;
use super::{Board, Cell, Cells, TicTacToe};

impl Encode for TicTacToe {
    fn actions(&self) -> usize {
        usize::from(SIZE * SIZE)
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        Some(usize::from(cell.row() * SIZE + cell.column()))
    }

    fn numbered(&self, action: usize) -> Option<Cell> {
        Cell::all().nth(action)
    }

    fn planes(&self) -> Planes {
        let names = ["own marks", "marks of the other", "own turn"];
        Planes {
            height: usize::from(SIZE),
            width: usize::from(SIZE),
            names: names.map(str::to_owned).to_vec(),
        }
    }

    fn encode(&self, board: &Board, seat: Seat, out: &mut Canvas<'_>) {
        for owner in seat.around(2) {
            out.marks(places(board.marks(owner)));
        }
        out.flag(board.to_move() == seat);
    }
}

fn places(cells: Cells) -> impl Iterator<Item = (usize, usize)> {
    let place = |cell: Cell| (usize::from(cell.column()), usize::from(cell.row()));
    Cell::all().filter(move |&cell| cells.has(cell)).map(place)
}

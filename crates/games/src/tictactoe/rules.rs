//! Turns, legal moves and outcomes.

use ludorum_core::{Deterministic, Game, NodeKind, Outcome, Randomisable, Seat, Seed};

use super::{Board, Cell, CellSet, LINES, TicTacToe};

impl Game for TicTacToe {
    type State = Board;
    type Move = Cell;
    // The move alone suffices to unmake it; other games store more here.
    type Undo = ();
    // Perfect information: the view is the position.
    type View = Board;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> Board {
        Board::default()
    }

    fn node(&self, board: &Board) -> NodeKind {
        if board.winner(&LINES).is_some() || board.taken() == CellSet::ALL {
            NodeKind::Over
        } else {
            NodeKind::Decide(board.to_move())
        }
    }

    fn moves(&self, board: &Board, out: &mut Vec<Cell>) {
        if self.node(board) != NodeKind::Over {
            let taken = board.taken();
            out.extend(Cell::all().filter(|&cell| !taken.has(cell)));
        }
    }

    fn make(&self, board: &mut Board, cell: Cell) {
        board.mark(cell);
    }

    fn unmake(&self, board: &mut Board, cell: Cell, (): ()) {
        board.unmark(cell);
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        match board.winner(&LINES) {
            Some(winner) => Some(Outcome::win(2, winner)),
            None if board.taken() == CellSet::ALL => Some(Outcome::draw(2)),
            None => None,
        }
    }

    // The position has only 18 bits, so hashing it from scratch is fast. Larger boards keep a hash
    // in the state and update it with every move (Zobrist 1970).
    fn key(&self, board: &Board) -> u64 {
        let [x, o] = [0, 1].map(|seat| board.marks(Seat::new(seat)).bits());
        Seed(x).child("o", o).0
    }

    fn view(&self, board: &Board, _: Seat) -> Board {
        *board
    }

    fn max_plies(&self) -> u32 {
        9
    }
}

impl Deterministic for TicTacToe {}

impl Randomisable for TicTacToe {
    /// Lists all legal moves: each fills a cell, so random moves cannot prolong the game.
    fn randomisable(&self, board: &Board, out: &mut Vec<Cell>) {
        self.moves(board, out);
    }
}

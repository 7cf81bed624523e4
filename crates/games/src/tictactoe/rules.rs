//! Turns, legal moves and outcomes.

use ludorum_core::{Deterministic, Game, NodeKind, Outcome, Randomisable, Seat, Seed};

use super::{Board, Cell, LINES, TicTacToe};

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
        match self.outcome(board) {
            Some(_) => NodeKind::Over,
            None => NodeKind::Decide(board.to_move()),
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
        board.outcome(&LINES)
    }

    // Larger states keep a hash and update it with every move (Zobrist 1970).
    fn key(&self, board: &Board) -> u64 {
        board.key()
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
    /// Appends all legal moves: each fills a cell, so random moves cannot prolong the game.
    fn randomisable(&self, board: &Board, out: &mut Vec<Cell>) {
        self.moves(board, out);
    }
}

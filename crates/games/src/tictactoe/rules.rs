//! How a game goes: whose move it is, which moves there are, and how it ends.

use ludorum_core::{Deterministic, Game, Node, Outcome, Randomisable, Seat, Seed};

use super::{Board, Cell, Cells, TicTacToe};

impl Game for TicTacToe {
    type State = Board;
    type Move = Cell;
    // A move is taken back from what it is; games that cannot do that keep here what they need.
    type Undo = ();
    // Nothing is hidden.
    type View = Board;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> Board {
        Board::default()
    }

    fn node(&self, board: &Board) -> Node {
        if board.winner().is_some() || board.taken() == Cells::ALL {
            Node::Over
        } else {
            Node::Decide(board.to_move())
        }
    }

    fn moves(&self, board: &Board, out: &mut Vec<Cell>) {
        if self.node(board) != Node::Over {
            let taken = board.taken();
            out.extend(Cell::all().filter(|&cell| !taken.has(cell)));
        }
    }

    fn make(&self, board: &mut Board, cell: Cell) {
        board.toggle(board.to_move(), cell);
    }

    fn unmake(&self, board: &mut Board, cell: Cell, (): ()) {
        let mover = board.to_move().next(2);
        board.toggle(mover, cell);
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        match board.winner() {
            Some(winner) => Some(Outcome::win(2, winner)),
            None if board.taken() == Cells::ALL => Some(Outcome::draw(2)),
            None => None,
        }
    }

    // The whole position is 18 bits, quickly hashed afresh. Larger boards keep a hash in the state
    // and change it with every move (Zobrist 1970).
    fn key(&self, board: &Board) -> u64 {
        let [x, o] = [0, 1].map(|seat| u64::from(board.marks(Seat::new(seat)).bits()));
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
    /// Every move brings the end closer, so all are safe.
    fn randomisable(&self, board: &Board, out: &mut Vec<Cell>) {
        self.moves(board, out);
    }
}

//! Evaluation of tic-tac-toe by open lines.

use ludorum_core::{EvalPoints, Evaluate, PerSeat, Seat};
use ludorum_games::tictactoe::{Board, LINES, TicTacToe};

/// Tic-tac-toe evaluation: number of lines that a seat can still complete; a line with two own
/// marks counts ten.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLinesEvaluation;

impl OpenLinesEvaluation {
    fn open_line_points(board: &Board, seat: Seat) -> EvalPoints {
        let (own, other) = (board.marks(seat).bits(), board.marks(seat.next(2)).bits());
        LINES
            .iter()
            .filter(|line| line.bits() & other == 0)
            .map(|line| match (line.bits() & own).count_ones() {
                2 => 10,
                _ => 1,
            })
            .sum()
    }
}

impl Evaluate<TicTacToe> for OpenLinesEvaluation {
    fn points(&self, _: &TicTacToe, board: &Board) -> PerSeat<EvalPoints> {
        let lead = OpenLinesEvaluation::open_line_points(board, Seat::FIRST)
            - OpenLinesEvaluation::open_line_points(board, Seat::new(1));
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
    }

    fn scale(&self) -> EvalPoints {
        10
    }
}

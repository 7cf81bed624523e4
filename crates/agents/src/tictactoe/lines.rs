//! Rows that can still be completed.

use ludorum_core::{Evaluate, PerSeat, Points, Seat};
use ludorum_games::tictactoe::{Board, LINES, TicTacToe};

/// Counts the lines a seat can still complete alone, those with two marks ten times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

impl Lines {
    fn chances(board: &Board, seat: Seat) -> Points {
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

impl Evaluate<TicTacToe> for Lines {
    fn points(&self, _: &TicTacToe, board: &Board) -> PerSeat<Points> {
        let lead = Lines::chances(board, Seat::FIRST) - Lines::chances(board, Seat::new(1));
        PerSeat::from_fn(2, |seat| if seat == Seat::FIRST { lead } else { -lead })
    }

    fn scale(&self) -> Points {
        10
    }
}

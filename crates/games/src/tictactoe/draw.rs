//! The board as terminal text, with coordinates; completed lines stand in brackets.

use ludorum_core::{Seat, TerminalStyle};

use super::notation::rows_from_top;
use super::{Board, Cell, CellSet, LINES};

/// The seats' marks.
const MARKS: [&str; 2] = ["X", "O"];

pub(super) fn draw(board: &Board, ink: TerminalStyle) -> String {
    let won = completed(board);
    let bar = ink.faint("│");
    let rows: Vec<String> = rows_from_top()
        .zip(["3", "2", "1"])
        .map(|(row, name)| {
            let cells: Vec<String> = row.map(|cell| draw_cell(board, cell, won, ink)).collect();
            let cells = cells.join(&bar);
            format!("{} {}\n", ink.faint(name), cells.trim_end())
        })
        .collect();
    let grid = ink.faint("───┼───┼───");
    let columns = ink.faint("a   b   c");
    format!("{}   {columns}\n", rows.join(&format!("  {grid}\n")))
}

/// The cells of every completed line: the last move may complete two.
fn completed(board: &Board) -> CellSet {
    let is_complete = |line: &CellSet| Seat::all(2).any(|seat| board.marks(seat).has_all(*line));
    let lines = LINES.into_iter().filter(is_complete);
    lines.fold(CellSet::default(), CellSet::or)
}

/// A cell, three characters wide.
fn draw_cell(board: &Board, cell: Cell, won: CellSet, ink: TerminalStyle) -> String {
    let sign = match board.owner(cell) {
        Some(seat) => ink.seat(seat, MARKS[seat.index()]),
        None => ink.faint("·"),
    };
    if won.has(cell) {
        format!("{}{sign}{}", ink.strong("["), ink.strong("]"))
    } else {
        format!(" {sign} ")
    }
}

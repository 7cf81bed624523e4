//! Which moves look promising before they are searched, and which must be searched before a position
//! is judged.

use ludorum_core::Game;
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{Move, Point, PointSet, State, Step};
use ludorum_search::Hints;

use super::habits::distance;

/// Moves that make a row first, then by what they flip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flips;

/// What is looked up for every move of a ring.
struct Board {
    own: PointSet,
    other: PointSet,
    /// Where another marker of the seat to move makes five.
    own_fifths: PointSet,
    /// Where another marker of the other seat makes five.
    other_fifths: PointSet,
}

impl Board {
    fn new(state: &State) -> Board {
        let (seat, rival) = (state.seat(), state.seat().next(2));
        let (own, other) = (state.markers(seat), state.markers(rival));
        Board {
            own,
            other,
            own_fifths: own.completing(),
            other_fifths: other.completing(),
        }
    }

    /// Whether a move of a ring leaves a row to the seat to move.
    fn makes_row(&self, state: &State, mv: Move) -> bool {
        let Move::Slide { from, to } = mv else {
            return false;
        };
        let jumped = state.jumped(from, to);
        let gained = jumped & self.other | from.set();
        // One new marker needs four that are there; two or more may make a row together.
        let might = self.own_fifths.meets(gained) || gained.count() > 1;
        might && (self.own & !jumped | gained).has_five()
    }
}

impl Hints<Yinsh> for Flips {
    fn priorities(&self, _: &Yinsh, state: &State, _: u32, moves: &[Move], out: &mut Vec<i32>) {
        let board = Board::new(state);
        let centre = Point::at(5, 6).expect("f6 is on the board");
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Place(point) => -i32::from(distance(point, centre)),
            Move::Slide { from, to } => {
                let jumped = state.jumped(from, to);
                if jumped.is_empty() {
                    return 4 * i32::from(board.own_fifths.has(from));
                }
                let (gained, lost) = (jumped & board.other, jumped & board.own);
                let balance = gained.count() as i32 - lost.count() as i32;
                let row = board.makes_row(state, mv);
                let spoils = gained.meets(board.other_fifths);
                balance.clamp(-3, 3) + 8 * i32::from(row) + 2 * i32::from(spoils)
            }
            Move::Row(_) | Move::Ring(_) | Move::Pass => 0,
        }));
    }

    /// Doing nothing is hardly ever better than every move of a ring.
    fn idle(&self, _: &Yinsh, state: &State) -> Option<Move> {
        let is_usual = state.step() == Step::Move && state.can_move(state.seat());
        is_usual.then_some(Move::Pass)
    }

    /// Rows and rings are removed before anything is judged, and rows that can be made are made.
    fn noisy(&self, game: &Yinsh, state: &State, out: &mut Vec<Move>) {
        if state.step().is_row() || state.step().is_ring() {
            game.moves(state, out);
            return;
        }
        if !state.step().is_move() {
            return;
        }
        let board = Board::new(state);
        let near = board.own_fifths & (state.rings(state.seat()) | board.other);
        if near.is_empty() {
            return;
        }
        let start = out.len();
        game.moves(state, out);
        let mut kept = start;
        for at in start..out.len() {
            if board.makes_row(state, out[at]) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

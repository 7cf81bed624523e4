//! Move ordering and quiescence moves.

use ludorum_core::Game;
use ludorum_games::Yinsh;
use ludorum_games::yinsh::{BoardPoint, Move, PointSet, State, YinshTurnStep};
use ludorum_search::MoveHints;

use super::ring_rules::distance;

/// Move hints for YINSH: orders moves by completed rows, then by the balance of flipped markers.
#[derive(Clone, Copy, Debug, Default)]
pub struct YinshMoveHints;

/// Points at which one more marker completes a row of five, and the markers of both seats.
struct RowThreats {
    own: PointSet,
    other: PointSet,
    /// Points at which one more marker of the seat to move completes a row of five.
    own_completing: PointSet,
    /// Points at which one more marker of the opponent completes a row of five.
    other_completing: PointSet,
}

impl RowThreats {
    fn new(state: &State) -> RowThreats {
        let (seat, rival) = (state.seat(), state.seat().next(2));
        let (own, other) = (state.markers(seat), state.markers(rival));
        RowThreats {
            own,
            other,
            own_completing: own.completing(),
            other_completing: other.completing(),
        }
    }

    /// True for a ring move after which the seat to move has a row of five.
    fn makes_row(&self, state: &State, mv: Move) -> bool {
        let Move::Slide { from, to } = mv else {
            return false;
        };
        let jumped = state.jumped(from, to);
        let gained = jumped & self.other | from.set();
        // One new marker needs four existing ones; two or more may make a row together.
        let might = self.own_completing.meets(gained) || gained.count() > 1;
        might && (self.own & !jumped | gained).has_five()
    }
}

impl MoveHints<Yinsh> for YinshMoveHints {
    fn priorities(&self, _: &Yinsh, state: &State, _: u32, moves: &[Move], out: &mut Vec<i32>) {
        let threats = RowThreats::new(state);
        let centre = BoardPoint::at(5, 6).expect("f6 is on the board");
        out.extend(moves.iter().map(|&mv| match mv {
            Move::Place(point) => -i32::from(distance(point, centre)),
            Move::Slide { from, to } => {
                let jumped = state.jumped(from, to);
                if jumped.is_empty() {
                    return 4 * i32::from(threats.own_completing.has(from));
                }
                let (gained, lost) = (jumped & threats.other, jumped & threats.own);
                let balance = gained.count() as i32 - lost.count() as i32;
                let row = threats.makes_row(state, mv);
                let breaks_row = gained.meets(threats.other_completing);
                balance.clamp(-3, 3) + 8 * i32::from(row) + 2 * i32::from(breaks_row)
            }
            Move::Row(_) | Move::Ring(_) | Move::Pass => 0,
        }));
    }

    /// Returns a pass as the null move, since some ring move is almost always better than passing.
    fn null_move(&self, _: &Yinsh, state: &State) -> Option<Move> {
        let is_usual = state.step() == YinshTurnStep::Move && state.can_move(state.seat());
        is_usual.then_some(Move::Pass)
    }

    /// Lists the quiescence moves: removals of rows and rings, and moves that complete a row.
    fn noisy_moves(&self, game: &Yinsh, state: &State, out: &mut Vec<Move>) {
        if state.step().is_row() || state.step().is_ring() {
            game.moves(state, out);
            return;
        }
        if !state.step().is_move() {
            return;
        }
        let threats = RowThreats::new(state);
        let near = threats.own_completing & (state.rings(state.seat()) | threats.other);
        if near.is_empty() {
            return;
        }
        let start = out.len();
        game.moves(state, out);
        let mut kept = start;
        for at in start..out.len() {
            if threats.makes_row(state, out[at]) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

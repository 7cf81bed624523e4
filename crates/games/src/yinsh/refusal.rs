//! Reasons why a move is illegal, as error messages for players.

use ludorum_core::NotationError;

use super::notation::print_point;
use super::points::BoardPoint;
use super::state::{State, YinshTurnStep};
use super::{MarkerRow, Move, Yinsh};

impl Yinsh {
    /// Explains why `mv` is illegal; `None` if it is legal.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Option<NotationError> {
        let expected = match state.step {
            YinshTurnStep::Over => return because("game-over", "the game is over"),
            YinshTurnStep::Place => ("place-ring", "a ring is to be placed, such as e5"),
            YinshTurnStep::Move | YinshTurnStep::MoveAfterPass => {
                ("move-ring", "a ring is to be moved, such as e5-e8")
            }
            YinshTurnStep::Row | YinshTurnStep::RowReply => (
                "remove-row",
                "five markers are to be removed, such as =b3-f7",
            ),
            YinshTurnStep::Ring | YinshTurnStep::RingReply => {
                ("remove-ring", "a ring is to be removed, such as xb2")
            }
        };
        match (state.step, mv) {
            (YinshTurnStep::Place, Move::Place(point)) => refuse_place(state, point),
            (YinshTurnStep::Move | YinshTurnStep::MoveAfterPass, Move::Slide { from, to }) => {
                refuse_slide(state, from, to)
            }
            (YinshTurnStep::Move | YinshTurnStep::MoveAfterPass, Move::Pass) => {
                if !state.can_move(state.seat) {
                    return None;
                }
                because("no-pass", "a ring can move, so passing is not allowed")
            }
            (YinshTurnStep::Row | YinshTurnStep::RowReply, Move::Row(row)) => {
                refuse_row(state, row)
            }
            (YinshTurnStep::Ring | YinshTurnStep::RingReply, Move::Ring(point)) => {
                refuse_own_ring(state, point)
            }
            _ => because(expected.0, expected.1),
        }
    }
}

fn because(why: &'static str, message: impl Into<String>) -> Option<NotationError> {
    Some(NotationError::new(message).with_code(why))
}

fn refuse_place(state: &State, point: BoardPoint) -> Option<NotationError> {
    if state.free().has(point) {
        return None;
    }
    let message = format!("there is already a ring on {}", print_point(point));
    because("ring-there", message)
}

fn refuse_own_ring(state: &State, point: BoardPoint) -> Option<NotationError> {
    if state.rings(state.seat).has(point) {
        return None;
    }
    let (seat, name) = (state.seat, print_point(point));
    because(
        "not-own-ring",
        format!("there is no ring of player {seat} on {name}"),
    )
}

fn refuse_slide(state: &State, from: BoardPoint, to: BoardPoint) -> Option<NotationError> {
    if let Some(reason) = refuse_own_ring(state, from) {
        return Some(reason);
    }
    if state.targets(from).has(to) {
        return None;
    }
    let Some(direction) = from.direction_to(to) else {
        return because("ring-off-line", "a ring moves along a line");
    };
    let between = from.between(direction, to);
    let to_name = print_point(to);
    if !state.free().has(to) {
        return because("point-taken", format!("{to_name} is not free"));
    }
    if let Some(ring) = (between & state.all_rings()).first() {
        let ring = print_point(ring);
        return because(
            "ring-over-ring",
            format!("a ring never jumps a ring, and there is one on {ring}"),
        );
    }
    // Remaining case: `to` is a free point beyond the one where the jump has to end.
    because(
        "ring-too-far",
        format!(
            "a ring stops on the first free point behind the markers it jumps, which {to_name} is not"
        ),
    )
}

fn refuse_row(state: &State, row: MarkerRow) -> Option<NotationError> {
    let own = state.markers(state.seat);
    let missing = (row.points() & !own).first()?;
    let missing = print_point(missing);
    because(
        "no-own-row",
        format!("{missing} has no marker of player {}", state.seat),
    )
}

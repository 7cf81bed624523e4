//! Why a move is refused, in words for the player who tried it.

use ludorum_core::TextError;

use super::notation::print_point;
use super::points::Point;
use super::state::{State, Step};
use super::{Move, Row, Yinsh};

impl Yinsh {
    /// Why `mv` may not be played; none if it may.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Option<TextError> {
        let expected = match state.step {
            Step::Over => return because("game-over", "the game is over"),
            Step::Place => ("place-ring", "a ring is to be placed, such as e5"),
            Step::Move | Step::MoveAfterPass => {
                ("move-ring", "a ring is to be moved, such as e5-e8")
            }
            Step::Row | Step::RowReply => (
                "remove-row",
                "five markers are to be removed, such as =b3-f7",
            ),
            Step::Ring | Step::RingReply => ("remove-ring", "a ring is to be removed, such as xb2"),
        };
        match (state.step, mv) {
            (Step::Place, Move::Place(point)) => refuse_place(state, point),
            (Step::Move | Step::MoveAfterPass, Move::Slide { from, to }) => {
                refuse_slide(state, from, to)
            }
            (Step::Move | Step::MoveAfterPass, Move::Pass) => {
                if !state.can_move(state.seat) {
                    return None;
                }
                because("no-pass", "a ring can move, so passing is not allowed")
            }
            (Step::Row | Step::RowReply, Move::Row(row)) => refuse_row(state, row),
            (Step::Ring | Step::RingReply, Move::Ring(point)) => refuse_own_ring(state, point),
            _ => because(expected.0, expected.1),
        }
    }
}

fn because(why: &'static str, message: impl Into<String>) -> Option<TextError> {
    Some(TextError::new(message).because(why))
}

fn refuse_place(state: &State, point: Point) -> Option<TextError> {
    if state.free().has(point) {
        return None;
    }
    let message = format!("there is already a ring on {}", print_point(point));
    because("ring-there", message)
}

fn refuse_own_ring(state: &State, point: Point) -> Option<TextError> {
    if state.rings(state.seat).has(point) {
        return None;
    }
    let (seat, name) = (state.seat, print_point(point));
    because(
        "not-own-ring",
        format!("there is no ring of player {seat} on {name}"),
    )
}

fn refuse_slide(state: &State, from: Point, to: Point) -> Option<TextError> {
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
    // The way has markers, and free points behind them.
    because(
        "ring-too-far",
        format!(
            "a ring stops on the first free point behind the markers it jumps, which {to_name} is not"
        ),
    )
}

fn refuse_row(state: &State, row: Row) -> Option<TextError> {
    let own = state.markers(state.seat);
    let missing = (row.points() & !own).first()?;
    let missing = print_point(missing);
    because(
        "no-own-row",
        format!("{missing} has no marker of player {}", state.seat),
    )
}

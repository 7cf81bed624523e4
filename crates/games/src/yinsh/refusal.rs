//! Why a move is refused, in words for the player who tried it.

use super::notation::print_point;
use super::points::Point;
use super::state::{State, Step};
use super::{Move, Row, Yinsh};

impl Yinsh {
    /// Why `mv` may not be played; none if it may.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Option<String> {
        let expected = match state.step {
            Step::Over => return Some("the game is over".to_owned()),
            Step::Place => "a ring is to be placed, such as e5",
            Step::Move | Step::MoveAfterPass => "a ring is to be moved, such as e5-e8",
            Step::Row | Step::RowReply => "five markers are to be removed, such as =b3-f7",
            Step::Ring | Step::RingReply => "a ring is to be removed, such as xb2",
        };
        match (state.step, mv) {
            (Step::Place, Move::Place(point)) => refuse_place(state, point),
            (Step::Move | Step::MoveAfterPass, Move::Slide { from, to }) => {
                refuse_slide(state, from, to)
            }
            (Step::Move | Step::MoveAfterPass, Move::Pass) => state
                .can_move(state.seat)
                .then(|| "a ring can move, so passing is not allowed".to_owned()),
            (Step::Row | Step::RowReply, Move::Row(row)) => refuse_row(state, row),
            (Step::Ring | Step::RingReply, Move::Ring(point)) => refuse_own_ring(state, point),
            _ => Some(expected.to_owned()),
        }
    }
}

fn refuse_place(state: &State, point: Point) -> Option<String> {
    let taken = !state.free().has(point);
    taken.then(|| format!("there is already a ring on {}", print_point(point)))
}

fn refuse_own_ring(state: &State, point: Point) -> Option<String> {
    let own = state.rings(state.seat).has(point);
    (!own).then(|| {
        format!(
            "there is no ring of player {} on {}",
            state.seat,
            print_point(point)
        )
    })
}

fn refuse_slide(state: &State, from: Point, to: Point) -> Option<String> {
    if let Some(reason) = refuse_own_ring(state, from) {
        return Some(reason);
    }
    if state.targets(from).has(to) {
        return None;
    }
    let Some(direction) = from.direction_to(to) else {
        return Some("a ring moves along a line".to_owned());
    };
    let between = from.between(direction, to);
    let to_name = print_point(to);
    if !state.free().has(to) {
        return Some(format!("{to_name} is not free"));
    }
    if let Some(ring) = (between & state.all_rings()).first() {
        let ring = print_point(ring);
        return Some(format!(
            "a ring never jumps a ring, and there is one on {ring}"
        ));
    }
    // The way has markers, and free points behind them.
    Some(format!(
        "a ring stops on the first free point behind the markers it jumps, which {to_name} is not"
    ))
}

fn refuse_row(state: &State, row: Row) -> Option<String> {
    let own = state.markers(state.seat);
    let missing = (row.points() & !own).first()?;
    let missing = print_point(missing);
    Some(format!("{missing} has no marker of player {}", state.seat))
}

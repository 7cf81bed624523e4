//! Tensor encoding. Action ids in order: rings to place, rings to remove, rows by start and
//! direction, ring moves by start, direction and distance, then `pass`.

use std::sync::LazyLock;

use ludorum_core::{PlaneLayout, PlaneWriter, Seat, TensorEncoding};

use super::points::{NUMBERS, SIDE};
use super::state::RINGS;
use super::{BoardPoint, HexDirection, MarkerRow, Move, PointSet, State, Yinsh, YinshTurnStep};

const POINTS: usize = 85;
const RING: usize = POINTS;
const ROW: usize = RING + POINTS;
const SLIDE: usize = ROW + POINTS * HexDirection::LINES.len();
/// Longest ring move in steps: from one end of the longest line to the other.
const FURTHEST: usize = 9;
const PASS: usize = SLIDE + POINTS * HexDirection::ALL.len() * FURTHEST;

/// Maps [`BoardPoint::index`] to the position of the point in the list of the 85 board points.
static PLACES: LazyLock<[usize; NUMBERS]> = LazyLock::new(|| {
    let mut places = [0; NUMBERS];
    for (place, point) in BoardPoint::all().enumerate() {
        places[point.index()] = place;
    }
    places
});

fn place(point: BoardPoint) -> usize {
    PLACES[point.index()]
}

fn point(place: usize) -> Option<BoardPoint> {
    (place < POINTS).then(|| BoardPoint::all().nth(place))
}

fn slide(number: usize) -> Option<Move> {
    let steps = number % FURTHEST + 1;
    let direction = HexDirection::ALL[number / FURTHEST % HexDirection::ALL.len()];
    let from = point(number / FURTHEST / HexDirection::ALL.len())?;
    let to = (0..steps).try_fold(from, |at, _| at.step(direction))?;
    Some(Move::Slide { from, to })
}

impl TensorEncoding for Yinsh {
    fn action_count(&self) -> usize {
        PASS + 1
    }

    fn action_id(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(point) => Some(place(point)),
            Move::Ring(point) => Some(RING + place(point)),
            Move::Row(row) => {
                let mut lines = HexDirection::LINES.iter();
                let line =
                    lines.position(|&line| row.start().direction_to(row.end()) == Some(line));
                Some(ROW + place(row.start()) * HexDirection::LINES.len() + line?)
            }
            Move::Slide { from, to } => {
                let direction = from.direction_to(to)?;
                let way = place(from) * HexDirection::ALL.len() + direction as usize;
                let between = from.between(direction, to).count();
                Some(SLIDE + way * FURTHEST + between)
            }
            Move::Pass => Some(PASS),
        }
    }

    fn move_of_action(&self, action: usize) -> Option<Move> {
        match action {
            PASS => Some(Move::Pass),
            SLIDE..PASS => slide(action - SLIDE),
            ROW..SLIDE => {
                let start = point((action - ROW) / HexDirection::LINES.len())?;
                let line = HexDirection::LINES[(action - ROW) % HexDirection::LINES.len()];
                let end = (0..4).try_fold(start, |at, _| at.step(line))?;
                MarkerRow::with_ends(start, end).map(Move::Row)
            }
            RING..ROW => point(action - RING).map(Move::Ring),
            _ => point(action).map(Move::Place),
        }
    }

    fn plane_layout(&self) -> PlaneLayout {
        let names = [
            "points of the board",
            "own rings",
            "rings of the other",
            "own markers",
            "markers of the other",
            "own removed rings, of 5",
            "removed rings of the other, of 5",
            "a ring is to be placed",
            "a ring is to be moved",
            "a row is to be removed",
            "a ring is to be removed",
            "the other has just passed",
            "own turn",
        ];
        PlaneLayout {
            height: usize::from(SIDE),
            width: usize::from(SIDE),
            names: names.map(str::to_owned).to_vec(),
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut PlaneWriter<'_>) {
        out.marks(cells(BoardPoint::all()));
        for owner in seat.around(2) {
            out.marks(cells(state.rings(owner)));
        }
        for owner in seat.around(2) {
            out.marks(cells(state.markers(owner)));
        }
        for owner in seat.around(2) {
            out.constant(f32::from(state.won(owner)) / RINGS as f32);
        }
        let step = state.step();
        out.flag(step == YinshTurnStep::Place);
        out.flag(step.is_move());
        out.flag(step.is_row());
        out.flag(step.is_ring());
        out.flag(step == YinshTurnStep::MoveAfterPass);
        out.flag(step != YinshTurnStep::Over && state.seat() == seat);
    }
}

fn cells(points: PointSet) -> impl Iterator<Item = (usize, usize)> {
    points.map(|point| (usize::from(point.column()), usize::from(point.row()) - 1))
}

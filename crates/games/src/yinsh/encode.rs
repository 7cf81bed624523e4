//! Moves and positions as numbers: rings to place, rings to remove, rows by their start and kind of
//! line, rings to move by where, in which direction and how far, then `pass`.

use std::sync::LazyLock;

use ludorum_core::{Canvas, Encode, Planes, Seat};

use super::points::{NUMBERS, SIDE};
use super::state::RINGS;
use super::{Direction, Move, Point, PointSet, Row, State, Step, Yinsh};

const POINTS: usize = 85;
const RING: usize = POINTS;
const ROW: usize = RING + POINTS;
const SLIDE: usize = ROW + POINTS * Direction::LINES.len();
/// No ring moves further than from one end of the longest line to the other.
const FURTHEST: usize = 9;
const PASS: usize = SLIDE + POINTS * Direction::ALL.len() * FURTHEST;

/// The place of each point among those of the board.
static PLACES: LazyLock<[usize; NUMBERS]> = LazyLock::new(|| {
    let mut places = [0; NUMBERS];
    for (place, point) in Point::all().enumerate() {
        places[point.index()] = place;
    }
    places
});

fn place(point: Point) -> usize {
    PLACES[point.index()]
}

fn point(place: usize) -> Option<Point> {
    (place < POINTS).then(|| Point::all().nth(place))
}

fn slide(number: usize) -> Option<Move> {
    let steps = number % FURTHEST + 1;
    let direction = Direction::ALL[number / FURTHEST % Direction::ALL.len()];
    let from = point(number / FURTHEST / Direction::ALL.len())?;
    let to = (0..steps).try_fold(from, |at, _| at.step(direction))?;
    Some(Move::Slide { from, to })
}

impl Encode for Yinsh {
    fn actions(&self) -> usize {
        PASS + 1
    }

    fn number(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(point) => Some(place(point)),
            Move::Ring(point) => Some(RING + place(point)),
            Move::Row(row) => {
                let mut lines = Direction::LINES.iter();
                let line =
                    lines.position(|&line| row.start().direction_to(row.end()) == Some(line));
                Some(ROW + place(row.start()) * Direction::LINES.len() + line?)
            }
            Move::Slide { from, to } => {
                let direction = from.direction_to(to)?;
                let way = place(from) * Direction::ALL.len() + direction as usize;
                let between = from.between(direction, to).count();
                Some(SLIDE + way * FURTHEST + between)
            }
            Move::Pass => Some(PASS),
        }
    }

    fn numbered(&self, action: usize) -> Option<Move> {
        match action {
            PASS => Some(Move::Pass),
            SLIDE..PASS => slide(action - SLIDE),
            ROW..SLIDE => {
                let start = point((action - ROW) / Direction::LINES.len())?;
                let line = Direction::LINES[(action - ROW) % Direction::LINES.len()];
                let end = (0..4).try_fold(start, |at, _| at.step(line))?;
                Row::with_ends(start, end).map(Move::Row)
            }
            RING..ROW => point(action - RING).map(Move::Ring),
            _ => point(action).map(Move::Place),
        }
    }

    fn planes(&self) -> Planes {
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
        Planes {
            height: usize::from(SIDE),
            width: usize::from(SIDE),
            names: names.map(str::to_owned).to_vec(),
        }
    }

    fn encode(&self, state: &State, seat: Seat, out: &mut Canvas<'_>) {
        out.marks(cells(Point::all()));
        for owner in seat.around(2) {
            out.marks(cells(state.rings(owner)));
        }
        for owner in seat.around(2) {
            out.marks(cells(state.markers(owner)));
        }
        for owner in seat.around(2) {
            out.level(f32::from(state.won(owner)) / RINGS as f32);
        }
        let step = state.step();
        out.flag(step == Step::Place);
        out.flag(step.is_move());
        out.flag(step.is_row());
        out.flag(step.is_ring());
        out.flag(step == Step::MoveAfterPass);
        out.flag(step != Step::Over && state.seat() == seat);
    }
}

fn cells(points: PointSet) -> impl Iterator<Item = (usize, usize)> {
    points.map(|point| (usize::from(point.column()), usize::from(point.row()) - 1))
}

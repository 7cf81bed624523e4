//! How a game goes: whose move it is, which moves there are, and how it ends.

use ludorum_core::{Deterministic, Game, Node, Outcome, PerSeat, Randomisable, Rng, Seat, Seed};

use super::points::{Direction, Point};
use super::set::PointSet;
use super::slides::slide;
use super::state::{MARKERS, RINGS, State, Step};
use super::{Move, Yinsh};

/// What a move cannot be taken back without.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    seat: Seat,
    step: Step,
    hash: u64,
}

impl Yinsh {
    /// Who acts after the rows of the seat that moved, or now is out of rows, are dealt with.
    fn after_rows_of(&self, state: &State, seat: Seat, is_reply: bool) -> (Seat, Step) {
        let other = seat.next(2);
        if state.has_row(seat) {
            return (seat, if is_reply { Step::RowReply } else { Step::Row });
        }
        if is_reply {
            return (seat, Step::Move);
        }
        if state.has_row(other) {
            return (other, Step::RowReply);
        }
        if state.all_markers().count() == MARKERS {
            return (Seat::FIRST, Step::Over);
        }
        (other, Step::Move)
    }

    /// Who acts after the seat to act has done `mv`, which is already on the board.
    fn next(&self, state: &State, mv: Move) -> (Seat, Step) {
        let (seat, step) = (state.seat, state.step);
        let other = seat.next(2);
        match mv {
            Move::Place(_) => {
                let placed = state.rings(other).count();
                (
                    other,
                    if placed == RINGS {
                        Step::Move
                    } else {
                        Step::Place
                    },
                )
            }
            Move::Slide { .. } => self.after_rows_of(state, seat, false),
            Move::Row(_) if step == Step::RowReply => (seat, Step::RingReply),
            Move::Row(_) => (seat, Step::Ring),
            Move::Ring(_) if state.won(seat) == self.rings_to_win => (Seat::FIRST, Step::Over),
            Move::Ring(_) => self.after_rows_of(state, seat, step == Step::RingReply),
            Move::Pass if step == Step::MoveAfterPass => (Seat::FIRST, Step::Over),
            Move::Pass => (other, Step::MoveAfterPass),
        }
    }

    fn list_slides(&self, state: &State, out: &mut Vec<Move>) {
        let (rings, markers) = (state.all_rings(), state.all_markers());
        for from in state.rings(state.seat) {
            for direction in Direction::ALL {
                let slide = slide(rings, markers, from, direction);
                let mut at = from.0;
                for _ in 0..slide.free {
                    at = at.wrapping_add_signed(direction.stride());
                    let to = Point(at);
                    out.push(Move::Slide { from, to });
                }
                if let Some(to) = slide.jump {
                    out.push(Move::Slide { from, to });
                }
            }
        }
    }

    /// Puts a ring of `seat` on a point, or takes it off.
    #[inline]
    fn toggle_ring(&self, state: &mut State, seat: Seat, point: Point) {
        state.rings[seat.index()] ^= point.set();
        state.hash ^= self.keys.ring(seat, point);
    }

    /// Puts a marker of `seat` on a point, or takes it off.
    #[inline]
    fn toggle_marker(&self, state: &mut State, seat: Seat, point: Point) {
        state.markers[seat.index()] ^= point.set();
        state.hash ^= self.keys.marker(seat, point);
    }

    fn set_won(&self, state: &mut State, seat: Seat, rings: u8) {
        let won = &mut state.won[seat.index()];
        state.hash ^= self.keys.won(seat, *won) ^ self.keys.won(seat, rings);
        *won = rings;
    }
}

impl Game for Yinsh {
    type State = State;
    type Move = Move;
    type Undo = Undo;
    type View = State;

    fn seats(&self) -> usize {
        2
    }

    fn initial(&self, _: Seed) -> State {
        let mut state = State {
            rings: [PointSet::NONE; 2],
            markers: [PointSet::NONE; 2],
            won: [0; 2],
            seat: Seat::FIRST,
            step: Step::Place,
            hash: 0,
        };
        state.hash = self.keys.hash(&state);
        state
    }

    #[inline]
    fn node(&self, state: &State) -> Node {
        match state.step {
            Step::Over => Node::Over,
            _ => Node::Decide(state.seat),
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.step {
            Step::Over => {}
            Step::Place => out.extend(state.free().map(Move::Place)),
            Step::Move | Step::MoveAfterPass => {
                let before = out.len();
                self.list_slides(state, out);
                if out.len() == before {
                    out.push(Move::Pass);
                }
            }
            Step::Row | Step::RowReply => out.extend(state.rows(state.seat).map(Move::Row)),
            Step::Ring | Step::RingReply => {
                out.extend(state.rings(state.seat).map(Move::Ring));
            }
        }
    }

    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let seat = state.seat;
        let undo = Undo {
            seat,
            step: state.step,
            hash: state.hash,
        };
        match mv {
            Move::Place(point) => self.toggle_ring(state, seat, point),
            Move::Slide { from, to } => {
                for point in state.flip(from, to) {
                    state.hash ^= self.keys.flips[point.index()];
                }
                self.toggle_ring(state, seat, from);
                self.toggle_ring(state, seat, to);
                self.toggle_marker(state, seat, from);
            }
            Move::Row(row) => {
                for point in row.points() {
                    self.toggle_marker(state, seat, point);
                }
            }
            Move::Ring(point) => {
                self.toggle_ring(state, seat, point);
                self.set_won(state, seat, state.won(seat) + 1);
            }
            Move::Pass => {}
        }
        let (seat, step) = self.next(state, mv);
        state.hash ^= self.keys.act(state.seat, state.step) ^ self.keys.act(seat, step);
        (state.seat, state.step) = (seat, step);
        undo
    }

    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        let at = undo.seat.index();
        match mv {
            Move::Place(point) => state.rings[at] ^= point.set(),
            Move::Slide { from, to } => {
                state.rings[at] ^= from.set() | to.set();
                state.markers[at] ^= from.set();
                state.flip(from, to);
            }
            Move::Row(row) => state.markers[at] ^= row.points(),
            Move::Ring(point) => {
                state.rings[at] ^= point.set();
                state.won[at] -= 1;
            }
            Move::Pass => {}
        }
        (state.seat, state.step, state.hash) = (undo.seat, undo.step, undo.hash);
    }

    /// More removed rings win, however the game came to its end.
    /// The rings each seat has removed.
    fn scores(&self, state: &State) -> Option<PerSeat<i32>> {
        Some(PerSeat::from_fn(2, |seat| i32::from(state.won(seat))))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.step != Step::Over {
            return None;
        }
        let [white, black] = state.won;
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(2, Seat::new(0)),
            std::cmp::Ordering::Less => Outcome::win(2, Seat::new(1)),
            std::cmp::Ordering::Equal => Outcome::draw(2),
        })
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.hash
    }

    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }

    /// Every row but the last gives five markers back, so there are only so many moves of rings, and
    /// between two of them at most one pass.
    fn max_plies(&self) -> u32 {
        let rows = 2 * u32::from(self.rings_to_win) - 1;
        let slides = MARKERS as u32 + 5 * (rows - 1);
        2 * RINGS as u32 + slides + (slides + 1) + 2 * rows
    }

    fn quick_playout(&self, state: &State, rng: &mut Rng) -> Option<(Outcome, u64)> {
        Some(self.random_playout(state, rng))
    }
}

impl State {
    /// Flips the markers between two points, and says which.
    #[inline]
    fn flip(&mut self, from: Point, to: Point) -> PointSet {
        let jumped = self.jumped(from, to);
        self.markers[0] ^= jumped;
        self.markers[1] ^= jumped;
        jumped
    }
}

impl Deterministic for Yinsh {}

impl Randomisable for Yinsh {
    /// Every move brings the end closer, so all are safe.
    fn randomisable(&self, state: &State, out: &mut Vec<Move>) {
        self.moves(state, out);
    }
}
